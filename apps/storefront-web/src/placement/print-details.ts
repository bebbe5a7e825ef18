import type { ArtworkBox } from '@shop/contracts-art';
import type { PrintArea } from '@shop/contracts-catalog';
import type { DesignConfig } from '@shop/contracts-order';
import {
  type ArtworkDetail,
  computeAreaCoverage,
  type ArtworkParts,
  computeCutParts,
  computeDetailDensity,
  type CutParts,
  computePrintedPartInches,
  computePrintedSizeInches,
  describePrintQuality,
  findLargestSharpPlacement,
  isCutWorthWarning,
  isInSafeArea,
  type PlacedArtwork,
  placeArtwork,
  placePart,
  type PrintQuality,
  ratePrintQuality,
} from '@shop/placement';
import { CHEST, type PlacementTarget, toPlacementContext } from './placement.js';

/** `detail` is undefined until it is loaded, and null if it is not known. */
export interface Artwork {
  readonly aspect: number;
  readonly detail: ArtworkDetail | null | undefined;
  /** Where the animal and the name are in it, if that is known. */
  readonly subjectBox?: ArtworkBox | null;
  readonly nameBox?: ArtworkBox | null;
  /** Around it, its ground is continued; otherwise the colour of its edge. */
  readonly isGroundContinued?: boolean;
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
  /** What the customer would miss, as a sentence; null if the animal and the name are printed. */
  readonly cutWarning: string | null;
}

export const getParts = ({ subjectBox = null, nameBox = null }: Artwork): ArtworkParts => ({ subjectBox, nameBox });

function describeCut({ subjectBox }: ArtworkParts, cut: CutParts): string | null {
  if (!isCutWorthWarning(cut)) return null;
  const percent = Math.round(cut.animalShare * 100);
  const animal = `${percent}% of ${subjectBox ? 'your pet' : 'your artwork'}`;
  const name = 'part of the name';
  const what = !cut.isNameCut ? animal : percent === 0 ? name : `${animal} and ${name}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} would be cut off.`;
}

/** Whether the animal and the name, or the whole artwork if they are unknown, are away from the cut. */
function isAwayFromCut(area: PrintArea, placed: PlacedArtwork, { subjectBox, nameBox }: ArtworkParts): boolean {
  const parts = subjectBox
    ? [subjectBox, ...(nameBox ? [nameBox] : [])].map((box) => placePart(placed, box))
    : [placed];
  return parts.every((part) => isInSafeArea(area, part));
}

export function computePrintDetails(
  { printArea, scaleSense }: PlacementTarget,
  artwork: Artwork,
  placement: DesignConfig,
): PrintDetails {
  const { aspect, detail } = artwork;
  const parts = getParts(artwork);
  const placed = placeArtwork(printArea, aspect, placement, scaleSense);
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
        : isAwayFromCut(printArea, placed, parts)
          ? 'inside'
          : 'near the cut',
    // A partly printed artwork is never rounded to 0 % or 100 %.
    outsidePercent: isWhole ? 0 : isOutside ? 100 : Math.min(99, Math.max(1, Math.round((1 - visibleShare) * 100))),
    cutWarning: describeCut(parts, computeCutParts(printArea, placed, parts)),
  };
}

/** The largest placement that prints sharp and cuts nothing; null if there is none, or the detail is not known. */
export function findSharpPlacement(
  target: PlacementTarget,
  { aspect, detail }: Artwork,
  placement: DesignConfig,
): DesignConfig | null {
  if (!detail) return null;
  // Flat shapes are sharp at any size.
  const pixels = detail.isFlat ? Number.MAX_SAFE_INTEGER : detail.widthPx;
  return findLargestSharpPlacement(toPlacementContext(target, aspect), pixels, placement);
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
  if (across) return `${across} of center`;
  return down ? (down === 'upper' ? 'above center' : 'below center') : 'centered';
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

/** `Centered, 10 inches wide, excellent.` */
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
