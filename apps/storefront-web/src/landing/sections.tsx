import type { StyleKey } from '@shop/contracts-art';
import { Button } from '@shop/web-ui';
import { BadgeCheck, Brain, LockKeyhole, type LucideIcon, Printer, SlidersHorizontal, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { createInStylePath } from '../paths.js';
import { PetImage, StylePicture } from '../pet-art/pet-image.js';
import { kittenMinimalistic, kittenPhoto, longSleeve, shepherdModern, yarnCyberpunk } from '../pet-art/pictures.js';

interface Props {
  id: string;
  title: string;
  text?: string;
}

/** Heading and introduction of a section of the landing page. */
export function SectionHeading({ id, title, text }: Props) {
  return (
    <div className="mb-8 sm:mb-12">
      <h2
        id={id}
        className="max-w-3xl font-display text-4xl leading-[1.02] font-extrabold tracking-tight sm:text-5xl lg:text-6xl"
      >
        {title}
      </h2>
      {text && <p className="mt-4 max-w-2xl text-lg text-pretty text-muted-foreground sm:text-xl">{text}</p>}
    </div>
  );
}

const REASONS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Brain, title: 'AI Technology', text: 'Each portrait is drawn from your own photo, never from a template.' },
  { icon: Printer, title: 'Quality Printing', text: 'Sharp, lasting color at print resolution on every product.' },
  { icon: Truck, title: 'Fast Shipping', text: 'Printed to order and sent straight to your door.' },
  { icon: BadgeCheck, title: '100% Satisfaction Guarantee', text: 'If it does not make you smile, we make it right.' },
  { icon: LockKeyhole, title: 'Secure Payment', text: 'Your card is handled by a card payment provider, not by us.' },
  {
    icon: SlidersHorizontal,
    title: 'Easy Customization',
    text: 'Size, turn and move your art, and see it on the product as you go.',
  },
];

export function Reasons() {
  return (
    <section aria-labelledby="reasons-heading" className="mx-auto max-w-6xl px-4 pb-14 sm:px-6 sm:pb-24">
      <SectionHeading id="reasons-heading" title="Why choose us" />
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {REASONS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-lilac text-tint-foreground">
              <Icon aria-hidden className="size-6" />
            </span>
            <div>
              <h3 className="font-display text-xl font-bold">{title}</h3>
              <p className="mt-1 text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PORTRAIT = 'aspect-[4/5] w-24 rounded-control border-4 border-deep-foreground object-cover shadow-float sm:w-40';
const CLOSING_SIZES = '(min-width: 40rem) 10rem, 6rem';

export function Closing() {
  return (
    <section aria-labelledby="closing-heading" className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 sm:pb-24">
      <div className="flex flex-col items-center gap-8 overflow-hidden rounded-card bg-deep px-6 py-14 text-center text-deep-foreground sm:px-10 sm:py-20">
        <div aria-hidden className="flex justify-center">
          <PetImage picture={yarnCyberpunk} alt="" sizes={CLOSING_SIZES} className={`${PORTRAIT} -rotate-6`} />
          <PetImage
            picture={shepherdModern}
            alt=""
            sizes={CLOSING_SIZES}
            className={`${PORTRAIT} relative z-10 -mx-3 -translate-y-3`}
          />
          <PetImage picture={kittenMinimalistic} alt="" sizes={CLOSING_SIZES} className={`${PORTRAIT} rotate-6`} />
        </div>
        <h2
          id="closing-heading"
          className="max-w-2xl font-display text-4xl leading-[1.02] font-extrabold tracking-tight sm:text-5xl lg:text-6xl"
        >
          Someone is waiting to be famous
        </h2>
        <p className="max-w-lg text-lg text-deep-muted">It starts with the photo that is already on your phone.</p>
        <Button asChild size="lg">
          <Link to="/create">Start Creating Now</Link>
        </Button>
      </div>
    </section>
  );
}

const STYLES: readonly { key: StyleKey; name: string; text: string }[] = [
  { key: 'cyberpunk', name: 'Cyberpunk', text: 'Neon light, deep night' },
  { key: 'modern', name: 'Modern', text: 'Bold shapes, flat color' },
  { key: 'minimalistic', name: 'Minimalistic', text: 'A few quiet tones' },
  { key: 'abstract', name: 'Abstract', text: 'Hundreds of bright facets' },
];
const SIZES = '(min-width: 48rem) 21rem, 90vw';

const STEPS: readonly { background: string; title: string; text: string; picture: ReactNode }[] = [
  {
    background: 'bg-peach',
    title: 'Upload a photo',
    text: 'A clear picture of your pet is all it takes. Close up and in good light works best.',
    picture: <PetImage picture={kittenPhoto} alt="" sizes={SIZES} className="size-full object-cover" />,
  },
  {
    background: 'bg-butter',
    title: 'Choose a style',
    text: 'Four art styles, from calm lines to city neon. Your artwork is ready in 10 to 20 seconds.',
    picture: (
      <span className="grid size-full grid-cols-2 grid-rows-2 gap-1">
        {STYLES.map(({ key }) => (
          <StylePicture key={key} styleKey={key} className="size-full min-h-0" />
        ))}
      </span>
    ),
  },
  {
    background: 'bg-mint',
    title: 'Customize and order',
    text: 'Place it on your favorite product, see it live, and we print and ship it to your door.',
    picture: <PetImage picture={longSleeve} alt="" sizes={SIZES} className="size-full object-cover" />,
  },
];

export function Steps() {
  return (
    <section aria-labelledby="steps-heading" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-24">
      <SectionHeading id="steps-heading" title="From photo to portrait in three steps" />
      <ol className="grid gap-5 md:grid-cols-3">
        {STEPS.map(({ background, title, text, picture }, index) => (
          <li key={title} className={`${background} flex flex-col rounded-card p-2.5 text-tint-foreground`}>
            <span className="relative block aspect-[4/3] overflow-hidden rounded-[1.1rem]">{picture}</span>
            <span className="flex flex-1 flex-col gap-2 p-4 pt-5 sm:p-5">
              <span className="flex items-baseline gap-3">
                <span aria-hidden className="font-display text-4xl leading-none font-extrabold opacity-60">
                  {index + 1}
                </span>
                <h3 className="font-display text-2xl font-bold">{title}</h3>
              </span>
              <p className="text-lg">{text}</p>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The photo's licence requires this line (docs/pictures.md). */
function Credit() {
  return (
    <p className="mt-8 text-sm text-muted-foreground">
      Photo of the kitten by GalgenTX,{' '}
      <a
        href="https://creativecommons.org/licenses/by/2.0/"
        className="underline underline-offset-4 hover:text-foreground"
      >
        CC BY 2.0
      </a>
      , cropped, and redrawn in each style.
    </p>
  );
}

export function StyleGallery() {
  return (
    <section aria-labelledby="styles-heading" className="bg-muted py-14 sm:py-24">
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <SectionHeading
          id="styles-heading"
          title="Four styles, one very good pet"
          text="Try them all on the same photo. The hard part is choosing."
        />
        <div className="grid gap-4 sm:gap-5 lg:grid-cols-2">
          <figure className="relative overflow-hidden rounded-card shadow-card">
            <PetImage
              picture={kittenPhoto}
              alt="A ginger kitten, as photographed"
              sizes="(min-width: 64rem) 34rem, 95vw"
              className="aspect-square size-full object-cover object-top sm:aspect-[4/3] lg:aspect-auto"
            />
            <figcaption className="absolute bottom-4 left-4 rounded-full bg-card px-4 py-2 font-display font-bold shadow-card">
              The photo
            </figcaption>
          </figure>
          <ul className="grid grid-cols-2 gap-4 sm:gap-5">
            {STYLES.map(({ key, name, text }) => (
              <li key={key}>
                <Link
                  to={createInStylePath(key)}
                  className="group block h-full overflow-hidden rounded-card bg-card shadow-card transition-shadow hover:shadow-float"
                >
                  <span className="block overflow-hidden">
                    <StylePicture
                      styleKey={key}
                      className="aspect-square w-full transition-transform duration-300 group-hover:scale-[1.04]"
                    />
                  </span>
                  <span className="flex flex-col p-4">
                    <span className="font-display text-lg leading-tight font-bold sm:text-xl">{name}</span>
                    <span className="text-muted-foreground max-sm:text-sm">{text}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <Credit />
      </div>
    </section>
  );
}
