import { PRINT_DPI, type AreaSize } from './place-artwork.js';

/**
 * Density at which a picture reaches the fabric: its own pixels across, divided by the inches it is printed wide.
 *
 * @param artWidthPx width of the picture file in pixels
 * @param placed as `placeArtwork` gave it on an area at 300 dpi
 * @throws RangeError where either width is not above zero
 */
export function effectiveDpi(artWidthPx: number, placed: Pick<AreaSize, 'widthPx'>): number {
  if (!(artWidthPx > 0) || !(placed.widthPx > 0)) throw new RangeError('Widths must be above zero');
  return artWidthPx / (placed.widthPx / PRINT_DPI);
}

/** Size on the fabric in inches, before rotation, of what was placed on an area at 300 dpi. */
export function printedSizeInches(placed: AreaSize): { width: number; height: number } {
  return { width: placed.widthPx / PRINT_DPI, height: placed.heightPx / PRINT_DPI };
}

export type PrintVerdict = 'excellent' | 'very good' | 'good' | 'soft' | 'poor';

/** Lowest density of each verdict. Print houses accept from 150 dpi up; above 300 nothing more is seen. */
const LOWEST_DPI: readonly (readonly [number, PrintVerdict])[] = [
  [300, 'excellent'],
  [200, 'very good'],
  [150, 'good'],
  [100, 'soft'],
];

/**
 * What a print of this density looks like in words.
 * @throws RangeError for something that is no density
 */
export function printVerdict(dpi: number): PrintVerdict {
  if (!(dpi >= 0)) throw new RangeError(`Not a density: ${dpi}`);
  return LOWEST_DPI.find(([lowest]) => dpi >= lowest)?.[1] ?? 'poor';
}
