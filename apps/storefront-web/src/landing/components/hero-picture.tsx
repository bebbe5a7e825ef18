import { PetImage } from '../../pet-art/pet-image.js';
import { kittenPhoto, tshirt } from '../../pet-art/pictures.js';
import { HERO_SIZES } from '../../site.js';

function Arrow({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 96 84"
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d="M8 76C6 44 26 14 82 18" />
      <path d="M66 4l18 14-16 17" />
    </svg>
  );
}

/** A printed T-shirt with the photo that its portrait was drawn from. */
export function HeroPicture({ className = '' }: { className?: string }) {
  return (
    <div className={`relative ${className}`}>
      <div
        aria-hidden
        className="absolute -inset-x-4 top-8 -bottom-4 -rotate-2 rounded-[2.5rem] bg-butter sm:-inset-x-5"
      />
      <PetImage
        picture={tshirt}
        alt="A T-shirt with a portrait of a kitten in the Modern style"
        sizes={HERO_SIZES}
        isFirst
        className="relative w-full rounded-[2rem] shadow-float"
      />
      <div className="absolute -bottom-7 -left-1 w-[33%] -rotate-6 rounded-2xl bg-white p-1.5 pb-0 shadow-float sm:-bottom-9 sm:-left-7 sm:w-[31%] sm:p-2 sm:pb-0">
        <PetImage
          picture={kittenPhoto}
          alt="The photo that it was drawn from: a ginger kitten"
          sizes="(min-width: 32rem) 11rem, 30vw"
          className="w-full rounded-xl"
        />
        <p className="py-1.5 text-center font-display text-sm font-bold text-deep sm:text-base">One photo</p>
      </div>
      <Arrow className="absolute bottom-[32%] left-[6%] w-[9%] text-primary sm:bottom-[31%] sm:left-[5%]" />
    </div>
  );
}
