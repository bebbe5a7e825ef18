import type { PrintArea } from '@shop/contracts-catalog';
import type { DesignConfig } from '@shop/contracts-order';
import { cssPlacement, type ScaleSense, toGroundPlacement } from '@shop/placement';
import { useState } from 'react';
import { EdgeColour } from '../mockup/artwork-on-product.js';
import { getSmallCopyUrl } from '../mockup/use-artwork-size.js';

interface Props {
  url: string;
  printArea: PrintArea;
  placement: DesignConfig;
  scaleSense: ScaleSense;
  /** The ground around the artwork; null where the product itself is the ground. */
  groundUrl: string | null;
  /** Called if the artwork fails to load. */
  onBroken: () => void;
}

/** A placed artwork on a small picture; invisible until its proportions are known. */
export function PlacedArtwork({ url, printArea, placement, scaleSense, groundUrl, onBroken }: Props) {
  const [aspect, setAspect] = useState<number | null>(null);
  return (
    <>
      {groundUrl && aspect !== null && (
        <>
          <EdgeColour groundUrl={groundUrl} />
          <img
            src={groundUrl}
            alt=""
            draggable={false}
            className="max-w-none select-none"
            style={cssPlacement(printArea, aspect, toGroundPlacement(placement), scaleSense)}
          />
        </>
      )}
      <img
        loading="lazy"
        srcSet={getSmallCopyUrl(url)}
        src={url}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setAspect(naturalWidth / naturalHeight || 1)}
        onError={onBroken}
        className="max-w-none select-none"
        style={aspect === null ? { visibility: 'hidden' } : cssPlacement(printArea, aspect, placement, scaleSense)}
      />
    </>
  );
}
