import { computeAreaCoverage, computePrintedPolygon } from './area-coverage.js';
import { PRINT_DPI, type AreaSize, type PlacedArtwork } from './place-artwork.js';
import { getBleedPx, type PrintArea } from './print-areas.js';

/**
 * Density of the printed picture: its own pixels across, divided by its printed width in inches.
 *
 * @param artWidthPx width of the picture file in pixels
 * @param placed result of `placeArtwork` on an area at 300 dpi
 * @throws RangeError when a width is not above zero
 */
export function computeEffectiveDpi(artWidthPx: number, placed: Pick<AreaSize, 'widthPx'>): number {
  if (!(artWidthPx > 0) || !(placed.widthPx > 0)) throw new RangeError('Widths must be above zero');
  return artWidthPx / (placed.widthPx / PRINT_DPI);
}

/** Printed size in inches, before rotation, of a picture placed on an area at 300 dpi. */
export function computePrintedSizeInches(placed: AreaSize): { width: number; height: number } {
  return { width: placed.widthPx / PRINT_DPI, height: placed.heightPx / PRINT_DPI };
}

/**
 * Printed size in inches along the picture's own width and height, without the clipped part. Equals
 * `computePrintedSizeInches` when nothing is clipped; zero when everything is.
 */
export function computePrintedPartInches(area: PrintArea, placed: PlacedArtwork): { width: number; height: number } {
  const angle = (placed.rotationDeg * Math.PI) / 180;
  const polygon = computePrintedPolygon(area, placed);
  const along = polygon.map(({ xPx, yPx }) => xPx * Math.cos(angle) + yPx * Math.sin(angle));
  const down = polygon.map(({ xPx, yPx }) => yPx * Math.cos(angle) - xPx * Math.sin(angle));
  const extent = (values: readonly number[]): number =>
    values.length === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / PRINT_DPI;
  return { width: extent(along), height: extent(down) };
}

/** How much an artwork shows of its photo. */
export interface ArtworkDetail {
  /** Pixels across the artwork's width that show detail. */
  readonly widthPx: number;
  /** Drawn in flat shapes, whose edges are sharp at any size. */
  readonly isFlat: boolean;
}

/**
 * Flat shapes have as much detail at any size as other pictures at this width. Tried with one kitten: no visible loss
 * from 450 px on; at 350 px whiskers fade, at 240 px they break, at 160 px the outline is coarse (docs/art.md).
 */
const FLAT_WIDTH_INCHES = 2.25;

/** Pixels with detail for each printed inch. */
export const computeDetailDensity = ({ widthPx, isFlat }: ArtworkDetail, placed: Pick<AreaSize, 'widthPx'>): number =>
  computeEffectiveDpi(widthPx, isFlat ? { widthPx: FLAT_WIDTH_INCHES * PRINT_DPI } : placed);

export type PrintQuality = 'excellent' | 'very good' | 'good' | 'soft' | 'poor';

/**
 * Lowest density of each quality. An eye tells pixels of one arc minute apart, which is 3438 pixels for each inch of
 * distance: these densities are sharp from 17 in (reading), 26 in (arm's length), 43 in and 86 in.
 */
const QUALITY_LEVELS: readonly (readonly [number, PrintQuality])[] = [
  [200, 'excellent'],
  [130, 'very good'],
  [80, 'good'],
  [40, 'soft'],
];

/**
 * Names the quality of a print with this density of detail.
 * @throws RangeError when it is negative or NaN
 */
export function ratePrintQuality(density: number): PrintQuality {
  if (!(density >= 0)) throw new RangeError(`Not a density: ${density}`);
  return QUALITY_LEVELS.find(([lowest]) => density >= lowest)?.[1] ?? 'poor';
}

/** The same words in the photo check. */
export const LOST_DETAIL = 'whiskers and fine fur are lost';

export const QUALITY_TITLES: Record<PrintQuality, string> = {
  excellent: 'Excellent',
  'very good': 'Very good',
  good: 'Good',
  soft: 'Soft',
  poor: 'Poor',
};

const QUALITY_TEXTS: Record<PrintQuality, string> = {
  excellent: 'Crisp, even from close up.',
  'very good': 'Every whisker is sharp at arm’s length.',
  good: 'Sharp from a step away.',
  soft: 'Soft from close up, sharp from across the room. A smaller size is sharper.',
  poor: `Blurred: ${LOST_DETAIL}. A smaller size is sharper.`,
};

const FLAT_TEXTS: Record<PrintQuality, string> = {
  excellent: 'Clear shapes: sharp at any size.',
  'very good': 'Clear shapes: sharp at any size.',
  good: 'Sharp at any size, with few of the finest details.',
  soft: `Sharp edges at any size, but ${LOST_DETAIL}: the photo has few pixels of your pet.`,
  poor: `Sharp edges at any size, but ${LOST_DETAIL}: the photo has too few pixels of your pet.`,
};

/** What the customer can expect of the print. Null: how much detail the artwork has is not known. */
export const describePrintQuality = (quality: PrintQuality | null, isFlat = false): string =>
  quality === null ? 'The sharper your photo, the sharper the print.' : (isFlat ? FLAT_TEXTS : QUALITY_TEXTS)[quality];

/** The engine draws from at most 640 px of a frame that is at most 1.25 times as wide as high (`compose-scene.ts`). */
const DRAWN_WIDTH_PX = 640;
const DRAWN_WIDTH_BY_HEIGHT = 1.25;

/** The best quality of a photo that its animal fills, printed in full width on an area. */
export const ratePhoto = (shortSidePx: number, area: Pick<AreaSize, 'widthPx'>): PrintQuality =>
  ratePrintQuality(
    computeEffectiveDpi(Math.min(DRAWN_WIDTH_PX, DRAWN_WIDTH_BY_HEIGHT * Math.max(1, shortSidePx)), area),
  );

/** The lowest density that counts as sharp: the lower bound of "good". */
export const SHARP_DPI = 80;

/** The scales that a shopper may choose, in percent of the area's width. */
export interface ScaleSteps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A rounding error must not cost a whole step. */
const STEP_TOLERANCE = 1e-9;

/**
 * The largest scale, on a step, at which a picture still prints sharp. When the picture has more pixels than the whole
 * area needs, the result is the first step that covers the area: a larger scale would only clip more.
 *
 * @param area print area in pixels at 300 dpi
 * @param art the picture file in its own pixels
 * @returns null when the picture is not sharp even at the smallest scale
 * @throws RangeError when a length is not above zero
 */
export function findLargestSharpScale(area: AreaSize, art: AreaSize, { min, max, step }: ScaleSteps): number | null {
  if (![area.widthPx, area.heightPx, art.widthPx, art.heightPx].every((lengthPx) => lengthPx > 0))
    throw new RangeError('Lengths must be above zero');
  const sharpScale = (computeEffectiveDpi(art.widthPx, area) / SHARP_DPI) * 100;
  const coveringScale = Math.max(1, (area.heightPx / area.widthPx) * (art.widthPx / art.heightPx)) * 100;
  const sharpSteps = Math.floor((Math.min(sharpScale, max) - min) / step + STEP_TOLERANCE);
  const coveringSteps = Math.ceil((Math.min(coveringScale, max) - min) / step - STEP_TOLERANCE);
  return sharpSteps < 0 ? null : Math.min(max, min + Math.min(sharpSteps, coveringSteps) * step);
}

/**
 * Distance from the edge, in pixels at 300 dpi, within which the cut may fall. The cut may deviate to either side by as
 * much as the bleed; areas that are not cut have no inset.
 */
export const getSafeInsetPx = (area: Pick<PrintArea, 'shape'>): number => getBleedPx(area);

/** Whether a whole picture is away from where the product may be cut. */
export function isInSafeArea(area: PrintArea, placed: PlacedArtwork): boolean {
  const insetPx = getSafeInsetPx(area);
  const safeArea = { widthPx: area.widthPx - 2 * insetPx, heightPx: area.heightPx - 2 * insetPx, shape: area.shape };
  if (safeArea.widthPx <= 0 || safeArea.heightPx <= 0) return false;
  const [a, b, c, d] = placed.corners;
  const toSafeAreaPoint = ({ xPx, yPx }: typeof a) => ({ xPx: xPx - insetPx, yPx: yPx - insetPx });
  return computeAreaCoverage(safeArea, {
    ...placed,
    corners: [toSafeAreaPoint(a), toSafeAreaPoint(b), toSafeAreaPoint(c), toSafeAreaPoint(d)],
  }).isWhole;
}
