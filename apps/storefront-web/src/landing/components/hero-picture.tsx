import { useId } from 'react';
import { CyberpunkPet } from '../../pet-art/cyberpunk-pet.js';
import { MinimalisticPet } from '../../pet-art/minimalistic-pet.js';
import { ModernPet } from '../../pet-art/modern-pet.js';

function TShirt({ id }: { id: string }) {
  return (
    <>
      <g filter={`url(#${id}-shadow)`}>
        <path
          d="M236 78c20 30 128 30 148 0l72 26c20 8 34 24 42 46l44 116-72 34-28-52v252c0 14-10 24-24 24H202c-14 0-24-10-24-24V248l-28 52-72-34 44-116c8-22 22-38 42-46Z"
          fill="#fffaf2"
        />
        <path d="M236 78c20 30 128 30 148 0l10 4c-14 52-154 52-168 0Z" fill="#e9dccb" />
        <path d="M178 248c6-30 8-52 8-74M442 248c-6-30-8-52-8-74" stroke="#e3d5c2" strokeWidth="4" fill="none" strokeLinecap="round" />
        <path d="M196 512c50 8 178 8 228 0" stroke="#eadfce" strokeWidth="3" fill="none" />
      </g>
      <g clipPath={`url(#${id}-print)`}>
        <ModernPet x="206" y="190" width="208" height="208" />
      </g>
    </>
  );
}

function PhoneCase({ id }: { id: string }) {
  return (
    <g filter={`url(#${id}-shadow)`}>
      <rect x="462" y="252" width="148" height="300" rx="28" fill="#12052b" />
      <g clipPath={`url(#${id}-case)`}>
        <CyberpunkPet x="396" y="254" width="298" height="298" />
      </g>
      <rect x="476" y="266" width="54" height="58" rx="16" fill="#0a0620" />
      <g fill="#2b2a44">
        <circle cx="491" cy="282" r="9" />
        <circle cx="515" cy="282" r="9" />
        <circle cx="491" cy="307" r="9" />
      </g>
    </g>
  );
}

function PetTag({ id }: { id: string }) {
  return (
    <g filter={`url(#${id}-shadow)`}>
      <circle cx="92" cy="416" r="16" fill="none" stroke="#c9a24b" strokeWidth="7" />
      <circle cx="92" cy="492" r="64" fill="#d9b45f" />
      <g clipPath={`url(#${id}-tag)`}>
        <MinimalisticPet x="30" y="428" width="126" height="126" />
      </g>
    </g>
  );
}

/** The promise of the shop in one picture: three products, three styles. 640 × 600, drawn for the shop. */
export function HeroPicture({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 640 600" role="img" aria-label="A t-shirt, a phone case and a pet tag with portraits of pets in three art styles" className={className}>
      <defs>
        <filter id={`${id}-shadow`} x="-20%" y="-20%" width="140%" height="150%">
          <feDropShadow dx="0" dy="14" stdDeviation="16" floodColor="#3b2414" floodOpacity=".22" />
        </filter>
        <clipPath id={`${id}-print`}>
          <rect x="222" y="190" width="176" height="200" rx="10" />
        </clipPath>
        <clipPath id={`${id}-case`}>
          <rect x="462" y="252" width="148" height="300" rx="28" />
        </clipPath>
        <clipPath id={`${id}-tag`}>
          <circle cx="92" cy="492" r="56" />
        </clipPath>
      </defs>
      <path d="M318 20c130-18 270 60 290 210s-30 300-190 336S96 590 40 440 40 150 130 80s120-48 188-60Z" className="fill-primary/15" />
      <TShirt id={id} />
      <PhoneCase id={id} />
      <PetTag id={id} />
    </svg>
  );
}
