import { PRINT_DPI } from './place-artwork.js';
import type { AreaSize } from './print-areas.js';

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

/** The lowest density that counts as sharp. */
export const SHARP_DPI = 80;

/**
 * Lowest density of each quality. An eye tells pixels of one arc minute apart, which is 3438 pixels for each inch of
 * distance: these densities are sharp from 17 in (reading), 26 in (arm's length), 43 in and 86 in.
 */
const QUALITY_LEVELS: readonly (readonly [number, PrintQuality])[] = [
  [200, 'excellent'],
  [130, 'very good'],
  [SHARP_DPI, 'good'],
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
