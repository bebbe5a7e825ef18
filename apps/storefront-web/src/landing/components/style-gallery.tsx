import type { StyleKey } from '@shop/contracts/art';
import { Link } from 'react-router-dom';
import { StylePicture } from '../../pet-art/style-picture.js';

const STYLES: readonly { key: StyleKey; name: string; text: string }[] = [
  { key: 'cyberpunk', name: 'Cyberpunk', text: 'Neon light, deep night' },
  { key: 'modern', name: 'Modern', text: 'Bold shapes, warm color' },
  { key: 'minimalistic', name: 'Minimalistic', text: 'A few calm lines' },
  { key: 'abstract', name: 'Abstract', text: 'Playful paper cuts' },
];

export function StyleGallery() {
  return (
    <section aria-labelledby="styles-heading" className="bg-muted py-14 sm:py-20">
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h2 id="styles-heading" className="mb-3 font-display text-4xl font-extrabold tracking-tight sm:text-5xl">
          Four styles, one very good pet
        </h2>
        <p className="mb-10 max-w-xl text-lg text-muted-foreground">Try them all on the same photo. The hard part is choosing.</p>
        <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-4">
          {STYLES.map(({ key, name, text }) => (
            <li key={key}>
              <Link to="/create" className="group block overflow-hidden rounded-card bg-card shadow-card transition-shadow hover:shadow-float">
                <span className="block overflow-hidden">
                  <StylePicture styleKey={key} className="block aspect-square w-full transition-transform duration-300 group-hover:scale-[1.04]" />
                </span>
                <span className="flex flex-col p-4 sm:p-5">
                  <span className="font-display text-lg font-bold sm:text-2xl">{name}</span>
                  <span className="text-muted-foreground">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
