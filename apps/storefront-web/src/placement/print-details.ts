import type { PrintArea } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import {
  type ArtworkDetail,
  computeAreaCoverage,
  computeDetailDensity,
  computePrintedPartInches,
  computePrintedSizeInches,
  describePrintQuality,
  findLargestSharpScale,
  isInSafeArea,
  placeArtwork,
  type PrintQuality,
  ratePrintQuality,
  type ScaleSteps,
} from '@shop/placement';
import { CHEST } from './presets.js';

/** `detail` is undefined until it is loaded, and null if it is not known. */
export interface Artwork {
  readonly aspect: number;
  readonly detail: ArtworkDetail | null | undefined;
}

export interface PrintDetails {
  /** Size of the printed part, along the artwork's own sides. */
  readonly inches: { readonly width: number; readonly height: number };
  /** Null: not known. */
  readonly quality: PrintQuality | null;
  /** Null until it is known whether there is a quality. */
  readonly qualityText: string | null;
  readonly edge: 'inside' | 'near the cut' | 'partly outside' | 'all outside';
  /** Percent of the artwork that is not printed, a whole number 0..100. */
  readonly outsidePercent: number;
}

export function computePrintDetails(
  printArea: PrintArea,
  { aspect, detail }: Artwork,
  placement: DesignConfig,
): PrintDetails {
  const placed = placeArtwork(printArea, aspect, placement);
  const quality = detail ? ratePrintQuality(computeDetailDensity(detail, placed)) : null;
  const { isWhole, isOutside, visibleShare } = computeAreaCoverage(printArea, placed);
  return {
    inches: isWhole ? computePrintedSizeInches(placed) : computePrintedPartInches(printArea, placed),
    quality,
    qualityText: detail === undefined ? null : describePrintQuality(quality, detail?.isFlat),
    edge: isOutside
      ? 'all outside'
      : !isWhole
        ? 'partly outside'
        : isInSafeArea(printArea, placed)
          ? 'inside'
          : 'near the cut',
    // A partly printed artwork is never rounded to 0 % or 100 %.
    outsidePercent: isWhole ? 0 : isOutside ? 100 : Math.min(99, Math.max(1, Math.round((1 - visibleShare) * 100))),
  };
}

export function findSharpScale(printArea: PrintArea, { aspect, detail }: Artwork, steps: ScaleSteps): number | null {
  if (!detail) return null;
  // Flat shapes are sharp at any size, so only the coverage limits the scale.
  const pixels = detail.isFlat ? printArea.widthPx * (steps.max / 100) : detail.widthPx;
  return findLargestSharpScale(printArea, { widthPx: pixels, heightPx: pixels / aspect }, steps);
}

/** Rounds small sizes to a hundredth of an inch and large ones to a tenth: `0.75`, `6.8`, `10`. */
export const formatInches = (inches: number): string => String(Number(inches.toFixed(inches < 2 ? 2 : 1)));

export const formatSize = ({ width, height }: PrintDetails['inches']): string =>
  `${formatInches(width)} × ${formatInches(height)} in`;

/** The warning about the edges of the print; null if all of the artwork is printed. */
export function getEdgeWarning({ edge, outsidePercent }: PrintDetails): string | null {
  switch (edge) {
    case 'inside':
      return null;
    case 'near the cut':
      return 'Very close to the edge: a sliver may be cut off.';
    case 'partly outside':
      return `${outsidePercent}% of your artwork lies outside the print area and is not printed.`;
    case 'all outside':
      return 'Your artwork lies outside the print area. Nothing of it would be printed.';
  }
}

/** Distance from the centre, in percent of the area, that still counts as centred. */
const CENTRED_PERCENT = 2;

function describePosition({ x, y }: DesignConfig): string {
  if (x === CHEST.x && y === CHEST.y) return 'left chest';
  const across = Math.abs(x - 50) <= CENTRED_PERCENT ? '' : x < 50 ? 'left' : 'right';
  const down = Math.abs(y - 50) <= CENTRED_PERCENT ? '' : y < 50 ? 'upper' : 'lower';
  if (across && down) return `${down} ${across}`;
  if (across) return `${across} of centre`;
  return down ? (down === 'upper' ? 'above centre' : 'below centre') : 'centred';
}

function getSpokenEdge({ edge, outsidePercent }: PrintDetails): string | null {
  switch (edge) {
    case 'inside':
      return null;
    case 'near the cut':
      return 'close to the edge';
    case 'partly outside':
      return `${outsidePercent} percent outside the print area`;
    case 'all outside':
      return 'outside the print area, nothing would be printed';
  }
}

/** `Centred, 10 inches wide, excellent.` */
export function getSpokenSummary(placement: DesignConfig, details: PrintDetails): string {
  const width = formatInches(details.inches.width);
  const rotation = placement.rotation % 360;
  const parts = [
    describePosition(placement),
    `${width} ${width === '1' ? 'inch' : 'inches'} wide`,
    rotation ? `turned ${rotation} degrees` : null,
    details.quality,
    getSpokenEdge(details),
  ];
  const summary = parts.filter(Boolean).join(', ');
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
