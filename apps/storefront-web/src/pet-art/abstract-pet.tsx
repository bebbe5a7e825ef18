import { type SVGProps } from 'react';

/** A dog cut from paper shapes. Drawn for the shop, 1:1. */
export function AbstractPet(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 400 400" {...props}>
      <rect width="400" height="400" fill="#efe4d2"/>
      <path d="M0 0h190c30 60-20 110-80 130S20 220 0 210Z" fill="#2f6f73"/>
      <path d="M400 400H236c-20-50 20-96 70-110s80-60 94-62Z" fill="#e0603f"/>
      <circle cx="322" cy="84" r="52" fill="#f0b541"/>
      <path d="M30 400c0-70 60-104 116-112 80-12 150 40 160 112Z" fill="#22304f"/>
      <path d="M96 128c-48-6-74 40-66 92 6 40 34 70 58 62 30-10 22-60 34-92 8-24 14-58-26-62Z" fill="#7d3c98" opacity=".92"/>
      <path d="M292 116c46 0 76 44 66 96-8 42-34 66-56 58-30-10-26-56-36-88-8-28-12-66 26-66Z" fill="#d64562" opacity=".92"/>
      <path d="M196 78c66 0 106 44 108 108 2 74-40 138-106 140S88 262 92 184c2-62 40-106 104-106Z" fill="#f6cf9b"/>
      <path d="M196 78c66 0 106 44 108 108 2 74-40 138-106 140 24-60-30-76-8-132 14-38 34-60 6-116Z" fill="#e98b5d"/>
      <path d="M120 150c22-18 58-10 64 18 4 22-18 42-42 38-28-4-44-38-22-56Z" fill="#2f6f73"/>
      <circle cx="150" cy="178" r="17" fill="#14161f"/>
      <circle cx="156" cy="171" r="6" fill="#fff"/>
      <path d="M232 172l30-18 22 24-26 22Z" fill="#f6f0e6"/>
      <circle cx="258" cy="178" r="13" fill="#14161f"/>
      <circle cx="262" cy="173" r="4.5" fill="#fff"/>
      <path d="M198 214c26-2 44 8 42 24s-24 26-42 26-40-10-40-26 16-22 40-24Z" fill="#14161f"/>
      <path d="M200 264c2 20-22 34-46 22m46-22c4 22 34 28 54 8" stroke="#14161f" strokeWidth="7" strokeLinecap="round" fill="none"/>
      <path d="M186 286c2 30 34 32 38-2-12 8-26 8-38 2Z" fill="#d64562"/>
      <g fill="none" stroke="#f6f0e6" strokeWidth="6" strokeLinecap="round">
        <path d="M30 40c20 10 30-10 50 0s30-10 50 0M30 66c20 10 30-10 50 0"/>
      </g>
      <g fill="#22304f">
        <circle cx="352" cy="176" r="6"/>
        <circle cx="374" cy="196" r="6"/>
        <circle cx="352" cy="216" r="6"/>
        <circle cx="374" cy="236" r="6"/>
      </g>
      <path d="M100 344l24 30 24-30 24 30 24-30 24 30 24-30" stroke="#f0b541" strokeWidth="9" fill="none" strokeLinejoin="round" strokeLinecap="round"/>
    </svg>
  );
}
