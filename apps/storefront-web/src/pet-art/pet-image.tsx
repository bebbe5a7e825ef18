import type { PetPicture } from './pictures.js';

interface Props {
  picture: PetPicture;
  /** Empty for a picture whose text beside it says the same. */
  alt: string;
  /** How wide it is shown, for the browser to choose a copy. */
  sizes: string;
  /** The one picture that is seen first: asked for at once, before all others. */
  isFirst?: boolean;
  className?: string;
}

/** One of the shop's own example pictures. Its room is kept from the start, so nothing jumps. */
export function PetImage({ picture: { width, height, copies }, alt, sizes, isFirst = false, className }: Props) {
  return (
    <img
      src={copies[0]?.[0]}
      srcSet={copies.map(([address, widthPx]) => `${address} ${widthPx}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={isFirst ? 'high' : undefined}
      className={className}
    />
  );
}
