import { useId, type SVGProps } from 'react';

/** A cat in neon, before a city at night. Drawn for the shop, 1:1. */
export function CyberpunkPet(props: SVGProps<SVGSVGElement>) {
  const id = useId();
  return (
    <svg viewBox="0 0 400 400" {...props}>
      <defs>
        <linearGradient id={`${id}-sky`} x2="0" y2="1">
          <stop stopColor="#150734"/>
          <stop offset=".62" stopColor="#4a0f6b"/>
          <stop offset="1" stopColor="#12052b"/>
        </linearGradient>
        <linearGradient id={`${id}-sun`} x2="0" y2="1">
          <stop stopColor="#ffe45e"/>
          <stop offset=".5" stopColor="#ff5fa2"/>
          <stop offset="1" stopColor="#b517ff"/>
        </linearGradient>
        <linearGradient id={`${id}-fur`} x2="1" y2="1">
          <stop stopColor="#2a1b63"/>
          <stop offset="1" stopColor="#0d0a2c"/>
        </linearGradient>
        <linearGradient id={`${id}-visor`}>
          <stop stopColor="#19f0ff"/>
          <stop offset=".5" stopColor="#9d6bff"/>
          <stop offset="1" stopColor="#ff2fd0"/>
        </linearGradient>
      </defs>
      <rect width="400" height="400" fill={`url(#${id}-sky)`}/>
      <circle cx="200" cy="170" r="132" fill={`url(#${id}-sun)`}/>
      <clipPath id={`${id}-disc`}>
        <circle cx="200" cy="170" r="132"/>
      </clipPath>
      <g fill="#2c0b52" clipPath={`url(#${id}-disc)`}>
        <path d="M60 206h280v6H60zM60 226h280v9H60zM60 250h280v12H60zM60 278h280v16H60z"/>
      </g>
      <g stroke="#19f0ff" strokeOpacity=".45" strokeWidth="2" fill="none">
        <path d="M0 306h400M0 324h400M0 350h400M0 386h400"/>
        <path d="M200 300v100M150 300l-70 100M250 300l70 100M100 300L-60 400M300 300l160 100"/>
      </g>
      <g fill="#0b0524">
        <path d="M0 306v-70h26v-34h22v54h20v-30h24v80ZM400 306v-96h-24v40h-22v-24h-26v44h-20v36Z"/>
      </g>
      <g fill="#ff2fd0">
        <path d="M8 246h8v6H8zM32 214h6v6h-6zM34 232h6v6h-6zM78 240h6v6h-6zM382 224h8v6h-8zM362 262h6v6h-6zM336 242h8v6h-8z"/>
      </g>
      <path d="M84 400c4-60 30-92 56-110h120c26 18 52 50 56 110Z" fill={`url(#${id}-fur)`} stroke="#ff2fd0" strokeWidth="4"/>
      <path d="M110 86c6-10 44 18 62 34 18-5 38-5 56 0 18-16 56-44 62-34 10 14 12 60 10 92 12 44 0 120-100 142-100-22-112-98-100-142-2-32 0-78 10-92Z" fill={`url(#${id}-fur)`} stroke="#19f0ff" strokeWidth="5" strokeLinejoin="round"/>
      <path d="M122 106c10 2 24 14 34 26-12 6-22 16-30 28-4-18-6-40-4-54Z" fill="#ff2fd0" opacity=".85"/>
      <path d="M278 106c-10 2-24 14-34 26 12 6 22 16 30 28 4-18 6-40 4-54Z" fill="#ff2fd0" opacity=".85"/>
      <path d="M200 122v34m-22-30l6 26m38-26l-6 26" stroke="#9d6bff" strokeWidth="6" strokeLinecap="round"/>
      <path d="M106 176c34-12 154-12 188 0l-8 40c-4 12-14 18-28 18h-22c-14 0-22-14-36-14s-22 14-36 14h-22c-14 0-24-6-28-18Z" fill="#0a0620" stroke="#19f0ff" strokeWidth="4"/>
      <path d="M118 186c30-9 134-9 164 0l-7 28c-2 7-8 11-17 11h-22c-10 0-20-14-36-14s-26 14-36 14h-22c-9 0-15-4-17-11Z" fill={`url(#${id}-visor)`}/>
      <path d="M132 192l26-4-16 34-12-4Zm34-5h12l-14 34h-10Z" fill="#fff" opacity=".5"/>
      <path d="M190 250c4-5 16-5 20 0-2 8-6 12-10 13-4-1-8-5-10-13Z" fill="#ff2fd0"/>
      <path d="M200 263c0 14-12 20-24 15m24-15c0 14 12 20 24 15" stroke="#19f0ff" strokeWidth="5" strokeLinecap="round" fill="none"/>
      <path d="M150 258l-50-8m50 20l-48 8M250 258l50-8m-50 20l48 8" stroke="#19f0ff" strokeWidth="3" strokeLinecap="round"/>
      <path d="M132 330h136l-6 20H138Z" fill="#ff2fd0"/>
      <path d="M192 350h16v22h-16z" fill="#19f0ff"/>
      <path d="M108 372h40v14m144-14h-40v14M164 386v14m72-14v14" stroke="#19f0ff" strokeWidth="3" fill="none"/>
    </svg>
  );
}
