import type { StyleKey } from '@shop/contracts/art';
import { Link } from 'react-router-dom';
import { PetImage } from '../pet-art/pet-image.js';
import { kittenPhoto } from '../pet-art/pictures.js';
import { StylePicture } from '../pet-art/style-picture.js';
import { SectionHeading } from './sections.js';

const STYLES: readonly { key: StyleKey; name: string; text: string }[] = [
  { key: 'cyberpunk', name: 'Cyberpunk', text: 'Neon light, deep night' },
  { key: 'modern', name: 'Modern', text: 'Bold shapes, flat color' },
  { key: 'minimalistic', name: 'Minimalistic', text: 'A few quiet tones' },
  { key: 'abstract', name: 'Abstract', text: 'Hundreds of bright facets' },
];

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
      , cropped, and drawn anew in each style.
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
                  to="/create"
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
