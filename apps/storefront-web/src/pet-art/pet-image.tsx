import { Picture } from '@shop/web-ui';
import { useState } from 'react';
import type { PetPicture } from './pictures.js';

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
