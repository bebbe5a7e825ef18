import { Picture } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { kittenAbstract, kittenCyberpunk, kittenMinimalistic, kittenModern, type PetPicture } from './pictures.js';

interface Props {
  picture: PetPicture;
  /** Empty if the text next to the picture says the same. */
  alt: string;
  /** The displayed width, for the browser's choice of a copy. */
  sizes: string;
  /** The picture that is visible first; it is loaded before all others. */
  isFirst?: boolean;
  className?: string;
}

/** On a prerendered page a picture can fail before the script runs, so its error event is missed. */
const hasFailed = (image: HTMLImageElement | null): boolean =>
  image !== null && image.complete && image.currentSrc !== '' && image.naturalWidth === 0;

/** One of the shop's example pictures, or a placeholder. It has a fixed size, so that the layout does not shift. */
export function PetImage({ picture: { width, height, copies }, alt, sizes, isFirst = false, className }: Props) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Picture src={null} alt={alt} placeholderShape={width / height} className={className} />;
  return (
    <img
      ref={(image) => {
        if (hasFailed(image)) setIsBroken(true);
      }}
      src={copies[0]?.[0]}
      srcSet={copies.map(([address, widthPx]) => `${address} ${widthPx}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={isFirst ? 'high' : undefined}
      onError={() => setIsBroken(true)}
      className={className}
    />
  );
}

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
