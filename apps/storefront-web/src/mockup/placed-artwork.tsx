import type { PrintArea } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import { cssPlacement } from '@shop/placement';
import { useState } from 'react';
import { getSmallCopyUrl } from './use-artwork-size.js';

interface Props {
  url: string;
  printArea: PrintArea;
  placement: DesignConfig;
  /** Called if the artwork fails to load. */
  onBroken: () => void;
}

/** A placed artwork on a small picture; invisible until its proportions are known. */
export function PlacedArtwork({ url, printArea, placement, onBroken }: Props) {
  const [aspect, setAspect] = useState<number | null>(null);
  return (
    <img
      loading="lazy"
      srcSet={getSmallCopyUrl(url)}
      src={url}
      alt=""
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setAspect(naturalWidth / naturalHeight || 1)}
      onError={onBroken}
      className="max-w-none select-none"
      style={aspect === null ? { visibility: 'hidden' } : cssPlacement(printArea, aspect, placement)}
    />
  );
}
