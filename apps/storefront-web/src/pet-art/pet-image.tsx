import { Picture } from '@shop/web-ui';
import { useState } from 'react';
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

/** A page drawn by the build has its pictures before its script: who has failed by then sends no event any more. */
const hasFailed = (image: HTMLImageElement | null): boolean =>
  image !== null && image.complete && image.currentSrc !== '' && image.naturalWidth === 0;

/** One of the shop's own example pictures, or a placeholder. Its room is kept from the start, so nothing jumps. */
export function PetImage({ picture: { width, height, copies }, alt, sizes, isFirst = false, className }: Props) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Picture src={null} alt={alt} shape={width / height} className={className} />;
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
