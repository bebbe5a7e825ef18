import { type SVGProps } from 'react';

/** A dog in flat blocks of warm colour. Drawn for the shop, 1:1. */
export function ModernPet(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 400 400" {...props}>
      <rect width="400" height="400" fill="#f3b33d"/>
      <circle cx="200" cy="196" r="150" fill="#f7e7cf"/>
      <path d="M70 400c6-62 50-104 130-104s124 42 130 104Z" fill="#1d3557"/>
      <path d="M200 296c80 0 124 42 130 104H200Z" fill="#14273f"/>
      <path d="M134 330c40 26 92 26 132 0l-8 28c-36 18-80 18-116 0Z" fill="#e4572e"/>
      <circle cx="200" cy="360" r="13" fill="#f3b33d"/>
      <path d="M200 88c56 0 94 32 98 90 4 60-22 128-98 150-76-22-102-90-98-150 4-58 42-90 98-90Z" fill="#c96f3b"/>
      <path d="M200 88c56 0 94 32 98 90 4 60-22 128-98 150Z" fill="#a9542b"/>
      <path d="M182 90c6-2 30-2 36 0 10 40 12 84 30 112 12 24 10 56-2 82-12 24-30 38-46 44-16-6-34-20-46-44-12-26-14-58-2-82 18-28 20-72 30-112Z" fill="#f7e7cf"/>
      <path d="M200 88.500c7 0 14 .5 18 1.5 10 40 12 84 30 112 12 24 10 56-2 82-12 24-30 38-46 44Z" fill="#ead3b0"/>
      <path d="M140 104c-34-22-74-2-84 48-8 44 2 96 28 110 22 10 30-24 30-62 0-36 4-66 26-96Z" fill="#7a3b1d"/>
      <path d="M260 104c34-22 74-2 84 48 8 44-2 96-28 110-22 10-30-24-30-62 0-36-4-66-26-96Z" fill="#5d2a13"/>
      <path d="M200 222c20 0 34 8 32 22-2 13-18 24-32 24s-30-11-32-24c-2-14 12-22 32-22Z" fill="#1d1a26"/>
      <path d="M186 230c6-4 20-4 28 0" stroke="#fff" strokeWidth="5" strokeLinecap="round" fill="none" opacity=".55"/>
      <path d="M200 266v16m0 0c-8 18-32 18-42 4m42-4c8 18 32 18 42 4" stroke="#1d1a26" strokeWidth="6" strokeLinecap="round" fill="none"/>
      <path d="M184 292c4 26 28 26 32 0-8 4-24 4-32 0Z" fill="#e4572e"/>
      <g fill="#1d1a26">
        <ellipse cx="150" cy="182" rx="17" ry="18"/>
        <ellipse cx="250" cy="182" rx="17" ry="18"/>
      </g>
      <g fill="#fff">
        <circle cx="156" cy="175" r="5.5"/>
        <circle cx="256" cy="175" r="5.5"/>
      </g>
      <path d="M128 152c10-12 28-14 38-6m106 6c-10-12-28-14-38-6" stroke="#5d2a13" strokeWidth="7" strokeLinecap="round" fill="none"/>
    </svg>
  );
}
