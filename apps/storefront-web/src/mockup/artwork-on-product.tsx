import type { PictureArea, PrintArea } from '@shop/contracts-catalog';
import { cssPrintArea, type DesignPlacement, placeArtwork, type ScaleSense } from '@shop/placement';
import { usePicture } from '@shop/web-ui';
import type { CSSProperties, ReactNode } from 'react';

const round = (value: number): number => Number(value.toFixed(4));

/**
 * A CSS transform that moves the artwork from `from` (where `cssPlacement` put it) to `to`. It replaces the resting
 * transform, so the browser moves the picture without a new layout.
 */
export function movingTransform(
  area: PrintArea,
  artAspect: number,
  [from, to]: readonly [DesignPlacement, DesignPlacement],
  sense: ScaleSense,
): string {
  const resting = placeArtwork(area, artAspect, from, sense);
  const moved = placeArtwork(area, artAspect, to, sense);
  const translateX = ((moved.centreXPx - resting.centreXPx) / resting.widthPx) * 100;
  const translateY = ((moved.centreYPx - resting.centreYPx) / resting.heightPx) * 100;
  return `translate(${round(translateX)}%, ${round(translateY)}%) rotate(${round(moved.rotationDeg)}deg) scale(${round(moved.widthPx / resting.widthPx)})`;
}

const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(4))}%`;

/** A mask for a layer over the whole picture that hides the print area. */
function getOutsideAreaStyle({ x, y, width, height }: PictureArea, shape: PrintArea['shape']): CSSProperties {
  if (shape === 'round') {
    const hole = `radial-gradient(ellipse ${percent(width / 2)} ${percent(height / 2)} at ${percent(x + width / 2)} ${percent(y + height / 2)}, transparent 99.5%, #000 100%)`;
    return { maskImage: hole, WebkitMaskImage: hole };
  }
  const [left, top, right, bottom] = [percent(x), percent(y), percent(x + width), percent(y + height)];
  return {
    clipPath: `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${left} ${top}, ${right} ${top}, ${right} ${bottom}, ${left} ${bottom}, ${left} ${top})`,
  };
}

/**
 * The colour at the edge of an artwork's ground, over the whole print area: the picture is so large that only its corner,
 * which has one colour, is visible.
 */
export const EdgeColour = ({ groundUrl }: { groundUrl: string }) => (
  <img src={groundUrl} alt="" draggable={false} className="absolute top-0 left-0 size-[2000%] max-w-none select-none" />
);

interface Props {
  /** The product's picture. If it is null or fails to load, only the print area is shown. */
  pictureUrl: string | null;
  /** A transparent picture of the same size over the artwork, with folds, seams or a camera. */
  overlayUrl?: string | null;
  /** The displayed width, for the browser's choice of a copy. */
  sizes: string;
  loading?: 'lazy' | 'eager';
  pictureArea: PictureArea;
  printArea: PrintArea;
  /** Alternative text of the whole picture. */
  label: string;
  /** Placed in the print area by `cssPlacement`; parts outside are clipped. */
  artwork: ReactNode;
  /** The same artwork again, shown transparently outside of the print area. */
  ghost?: ReactNode;
  /** Rendered on top in the box of the print area, not clipped. */
  children?: ReactNode;
}

/** Without a picture, the print area fills the box. */
const FULL_AREA: PictureArea = { x: 0, y: 0, width: 1, height: 1 };

/** The artwork on the product's picture, placed by the same formula as in the print file. */
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
  const area = picture ? pictureArea : FULL_AREA;
  const box = cssPrintArea(area, printArea.shape);
  const unclippedBox = { ...box, overflow: 'visible' };
  return (
    <div className="relative w-full">
      {picture ? (
        // Square until its height is known, so that the layout does not shift.
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
          <div style={unclippedBox}>{ghost}</div>
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
      {children && <div style={unclippedBox}>{children}</div>}
    </div>
  );
}
