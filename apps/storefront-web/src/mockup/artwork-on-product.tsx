import type { PictureArea, PrintAreaSize } from '@shop/contracts/catalog';
import { cssPrintArea } from '@shop/placement';
import { usePicture } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { getOutsideAreaStyle } from './outside-area.js';

interface Props {
  /** The product's own picture, shown whole and undistorted. Null or broken: the bare print area takes its place. */
  pictureUrl: string | null;
  /** Folds, seams, a camera: a transparent picture of the same size that lies over the artwork. */
  overlayUrl?: string | null;
  /** How wide it is shown, for the browser to choose a copy. */
  sizes: string;
  loading?: 'lazy' | 'eager';
  pictureArea: PictureArea;
  printArea: PrintAreaSize;
  /** What the whole picture shows, for those who don't see it. */
  label: string;
  /** Lies in the print area, by `cssPlacement`; the rest is clipped (D18a). */
  artwork: ReactNode;
  /** The same once more, laid in the same box but shown only outside of it. */
  ghost?: ReactNode;
  /** Lies over all of it, in the box of the print area, and is not clipped. */
  children?: ReactNode;
}

/** Without a picture to lie on, the print area is the picture. */
const WHOLE: PictureArea = { x: 0, y: 0, width: 1, height: 1 };

/** The artwork laid on the product's picture, by the same formula as the print file (D18a). */
export function ArtworkOnProduct({
  pictureUrl,
  overlayUrl,
  sizes,
  loading = 'eager',
  pictureArea,
  printArea,
  label,
  artwork,
  ghost,
  children,
}: Props) {
  const picture = usePicture(pictureUrl, sizes);
  const overlay = usePicture(overlayUrl, sizes);
  const area = picture ? pictureArea : WHOLE;
  const box = cssPrintArea(area, printArea.shape);
  const open = { ...box, overflow: 'visible' };
  return (
    <div className="relative w-full">
      {picture ? (
        // Square until it is known how high it is, so that nothing jumps.
        <img
          alt={label}
          loading={loading}
          className="block h-auto w-full select-none"
          style={{ aspectRatio: 'auto 1 / 1' }}
          draggable={false}
          {...picture}
        />
      ) : (
        <div
          role="img"
          aria-label={label}
          className="w-full"
          style={{ aspectRatio: `${printArea.widthPx} / ${printArea.heightPx}` }}
        />
      )}
      {ghost && (
        <div
          className="pointer-events-none absolute inset-0 overflow-hidden opacity-30"
          style={getOutsideAreaStyle(area, printArea.shape)}
        >
          <div style={open}>{ghost}</div>
        </div>
      )}
      <div data-print-area={printArea.shape} style={box}>
        {artwork}
      </div>
      {picture && overlay && (
        <img
          alt=""
          loading={loading}
          draggable={false}
          className="pointer-events-none absolute inset-0 size-full select-none"
          {...overlay}
        />
      )}
      {children && <div style={open}>{children}</div>}
    </div>
  );
}
