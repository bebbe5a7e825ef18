import { type SVGProps } from 'react';

/** A cat in one calm line. Drawn for the shop, 1:1. */
export function MinimalisticPet(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 400 400" {...props}>
      <rect width="400" height="400" fill="#f6f0e6"/>
      <circle cx="246" cy="170" r="104" fill="#e9b8a0"/>
      <g fill="none" stroke="#2b2622" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
        <path d="M92 372c2-58 20-96 48-120-20-30-26-70-14-106 2-34 2-62 10-70 8-6 32 16 50 36 18-6 38-6 56 0 18-20 42-42 50-36 8 8 8 36 10 70 12 44 0 96-38 122-22 16-50 20-74 12"/>
        <path d="M262 272c34 24 50 58 54 100"/>
        <path d="M150 190c8-10 24-10 32 0M244 190c8-10 24-10 32 0"/>
        <path d="M203 222c4-5 16-5 20 0-2 8-6 12-10 13-4-1-8-5-10-13Z" fill="#2b2622"/>
        <path d="M213 236c0 14-12 20-24 15m24-15c0 14 12 20 24 15"/>
        <path d="M164 232l-52-10m54 24l-50 8M262 232l52-10m-54 24l50 8" strokeWidth="4"/>
      </g>
    </svg>
  );
}
