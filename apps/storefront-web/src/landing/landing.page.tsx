import { PRODUCT_KINDS } from '@shop/contracts-catalog/kinds';
import { usePageTitle } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { productsPath } from '../paths.js';
import { PetImage } from '../pet-art/pet-image.js';
import { KIND_PICTURES } from '../pet-art/kind-pictures.js';
import { kittenPhoto, tshirt } from '../pet-art/pictures.js';
import { HERO_SIZES } from '../site.js';
import { Closing, Reasons, SectionHeading, Steps, StyleGallery } from './sections.js';

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
function HeroPicture({ className = '' }: { className?: string }) {
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

function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl gap-y-7 px-4 pt-7 pb-6 sm:px-6 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_34rem] lg:gap-x-16 lg:gap-y-8 lg:pt-14 lg:pb-12">
        <h1 className="font-display text-[2.6rem] leading-[0.98] font-extrabold tracking-tight sm:text-6xl lg:self-end xl:text-[4.9rem]">
          Your best friend, <span className="text-primary-text">as a work of art.</span>
        </h1>
        <HeroPicture className="mx-auto mb-9 w-full max-w-64 self-center sm:max-w-md lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-4 lg:max-w-none" />
        {/* On a phone the buttons are above the text, so that they are visible without scrolling. */}
        <div className="flex flex-col items-start gap-7 max-sm:flex-col-reverse max-sm:gap-5">
          <p className="max-w-xl text-lg text-pretty text-muted-foreground sm:text-xl">
            Upload a photo of your pet, choose a style, and wear the portrait: on{' '}
            <span className="whitespace-nowrap">T-shirts</span>, hoodies, phone cases and pet tags, printed just for
            you.
          </p>
          <div className="flex w-full flex-wrap gap-3">
            <Button asChild size="lg" className="max-sm:w-full">
              <Link to="/create">
                <Sparkles aria-hidden />
                Create Your Pet Art
              </Link>
            </Button>
            <Button asChild size="lg" variant="outline" className="max-sm:w-full">
              <Link to="/products">Browse Products</Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

const TILES = PRODUCT_KINDS.flatMap(({ key, tile }) => {
  const pictures = KIND_PICTURES[key];
  return tile && pictures ? [{ ...tile, ...pictures, kind: key }] : [];
}).toSorted((one, other) => one.position - other.position);

/** The product categories, each with the photo that its artwork was drawn from. */
function Showcase() {
  return (
    <section aria-labelledby="showcase-heading" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-24">
      <SectionHeading
        id="showcase-heading"
        title="Wear it, carry it, clip it on"
        text="Every piece is printed to order, with the pet you know in the picture."
      />
      <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-4">
        {TILES.map(({ kind, title, text, picture, photo }) => (
          <li key={title}>
            <Link to={productsPath(kind)} className="group block rounded-card">
              <span className="relative block">
                <span className="block overflow-hidden rounded-card shadow-card">
                  <PetImage
                    picture={picture}
                    alt=""
                    sizes="(min-width: 64rem) 17rem, 45vw"
                    className="aspect-square w-full object-cover transition-transform duration-300 group-hover:scale-[1.04]"
                  />
                </span>
                <PetImage
                  picture={photo}
                  alt=""
                  sizes="5rem"
                  className="absolute -bottom-4 left-3 size-16 rounded-full border-4 border-background object-cover object-top shadow-card sm:left-4 sm:size-20"
                />
              </span>
              <span className="flex flex-col pt-6 pl-1">
                <span className="font-display text-xl leading-tight font-bold sm:text-2xl">{title}</span>
                <span className="text-muted-foreground">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function LandingPage() {
  usePageTitle('');
  return (
    <>
      <Hero />
      <Steps />
      <StyleGallery />
      <Showcase />
      <Reasons />
      <Closing />
    </>
  );
}
