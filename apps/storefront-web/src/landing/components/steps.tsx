import type { ReactNode } from 'react';
import { PetImage } from '../../pet-art/pet-image.js';
import { kittenPhoto, longSleeve } from '../../pet-art/pictures.js';
import { StylePicture } from '../../pet-art/style-picture.js';
import { SectionHeading } from './section-heading.js';

const STYLES = ['cyberpunk', 'modern', 'minimalistic', 'abstract'];
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
        {STYLES.map((style) => (
          <StylePicture key={style} styleKey={style} className="size-full min-h-0" />
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
