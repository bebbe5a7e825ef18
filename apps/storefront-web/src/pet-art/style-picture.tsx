import { Sparkles } from 'lucide-react';
import { PetImage } from './pet-image.js';
import { kittenAbstract, kittenCyberpunk, kittenMinimalistic, kittenModern, type PetPicture } from './pictures.js';

const PICTURES: ReadonlyMap<string, PetPicture> = new Map([
  ['cyberpunk', kittenCyberpunk],
  ['modern', kittenModern],
  ['minimalistic', kittenMinimalistic],
  ['abstract', kittenAbstract],
]);

/**
 * An example of a style, drawn by the shop's own engine. Decorative, because the style's name is next to it. A style
 * without an example gets an icon.
 */
export function StylePicture({ styleKey, className = '' }: { styleKey: string; className?: string }) {
  const picture = PICTURES.get(styleKey);
  if (picture)
    return (
      <PetImage
        picture={picture}
        alt=""
        sizes="(min-width: 64rem) 17rem, 45vw"
        className={`object-cover ${className}`}
      />
    );
  return (
    <span aria-hidden className={`flex items-center justify-center bg-muted text-primary ${className}`}>
      <Sparkles className="size-10" />
    </span>
  );
}
