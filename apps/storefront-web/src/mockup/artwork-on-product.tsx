import type { PictureArea, PrintAreaSize } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import { cssPlacement, cssPrintArea } from '@shop/placement';
import { cn } from '@shop/web-ui';
import { useState, type PointerEventHandler } from 'react';

interface Props {
  /** The product's own picture, shown whole and undistorted. Null or broken: the bare print area takes its place. */
  pictureUrl: string | null;
  /** Folds, seams, a camera: a transparent picture of the same size that lies over the artwork. */
  overlayUrl?: string | null;
  pictureArea: PictureArea;
  printArea: PrintAreaSize;
  artworkUrl: string;
  /** Width ÷ height of the artwork. */
  artworkAspect: number;
  placement: DesignConfig;
  /** What the whole picture shows, for those who don't see it. */
  label: string;
  /** Where the artwork can be moved by hand. */
  onPress?: PointerEventHandler<HTMLElement>;
}

/** Without a picture to lie on, the print area is the picture. */
const WHOLE: PictureArea = { x: 0, y: 0, width: 1, height: 1 };

/** The artwork laid on the product's picture, by the same formula as the print file (D18a); the rest is clipped. */
export function ArtworkOnProduct({ pictureUrl, overlayUrl, pictureArea, printArea, artworkUrl, artworkAspect, placement, label, onPress }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = pictureUrl !== null && pictureUrl !== brokenUrl;
  return (
    <div role="img" aria-label={label} className="relative w-full">
      {hasPicture ? (
        <img src={pictureUrl} alt="" className="block h-auto w-full select-none" draggable={false} onError={() => setBrokenUrl(pictureUrl)} />
      ) : (
        <div className="w-full" style={{ aspectRatio: `${printArea.widthPx} / ${printArea.heightPx}` }} />
      )}
      <div
        data-print-area={printArea.shape}
        className={onPress && 'cursor-grab touch-none active:cursor-grabbing'}
        style={cssPrintArea(hasPicture ? pictureArea : WHOLE, printArea.shape)}
        onPointerDown={onPress}
      >
        <img
          src={artworkUrl}
          alt=""
          draggable={false}
          className="max-w-none select-none"
          style={cssPlacement(printArea, artworkAspect, placement)}
        />
        {/* Where the print ends, seen on light and dark products alike. */}
        <div className={cn('absolute inset-0 border border-dashed border-white/40 mix-blend-difference', printArea.shape === 'round' && 'rounded-full')} />
      </div>
      {hasPicture && overlayUrl && <img src={overlayUrl} alt="" draggable={false} className="pointer-events-none absolute inset-0 size-full select-none" />}
    </div>
  );
}
