import { areaCoverage, computePrintedPolygon } from './area-coverage.js';
import { PRINT_DPI, type AreaSize, type PlacedArtwork } from './place-artwork.js';
import { bleedOf, type PrintArea } from './print-areas.js';

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

/**
 * Size on the fabric in inches of the part that is printed, along the picture's own width and height: what is cut off doesn't count.
 * The same as `printedSizeInches` where nothing is; zero where all is.
 */
export function printedPartInches(area: PrintArea, placed: PlacedArtwork): { width: number; height: number } {
  const angle = (placed.rotationDeg * Math.PI) / 180;
  const polygon = computePrintedPolygon(area, placed);
  const along = polygon.map(({ xPx, yPx }) => xPx * Math.cos(angle) + yPx * Math.sin(angle));
  const down = polygon.map(({ xPx, yPx }) => yPx * Math.cos(angle) - xPx * Math.sin(angle));
  const extent = (values: readonly number[]): number =>
    values.length === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / PRINT_DPI;
  return { width: extent(along), height: extent(down) };
}

export type PrintVerdict = 'excellent' | 'very good' | 'good' | 'soft' | 'poor';

/** Lowest density of each verdict. Print houses accept from 150 dpi up; above 300 nothing more is seen. */
const QUALITY_LEVELS: readonly (readonly [number, PrintVerdict])[] = [
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
  return QUALITY_LEVELS.find(([lowest]) => dpi >= lowest)?.[1] ?? 'poor';
}

/** The lowest density that is called sharp: the first verdict that is not soft. */
export const SHARP_DPI = 150;

/** Percent of the area's width, from `min` to `max` in steps: what a shopper may choose. */
export interface ScaleSteps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Last bits of a division must not cost a whole step. */
const STEP_TOLERANCE = 1e-9;

/**
 * The largest scale (D18a) at which a picture is still printed sharp, on a step. Where its pixels would do for more than the
 * whole area, it ends at the first step that leaves no part of the area bare: beyond that only more of the picture is cut off.
 *
 * @param area print area in pixels at 300 dpi
 * @param art the picture file in its own pixels
 * @returns null where the picture is not sharp even at the smallest scale
 * @throws RangeError where a length is not above zero
 */
export function largestSharpScale(area: AreaSize, art: AreaSize, { min, max, step }: ScaleSteps): number | null {
  if (![area.widthPx, area.heightPx, art.widthPx, art.heightPx].every((lengthPx) => lengthPx > 0))
    throw new RangeError('Lengths must be above zero');
  const sharpScale = (effectiveDpi(art.widthPx, area) / SHARP_DPI) * 100;
  const coveringScale = Math.max(1, (area.heightPx / area.widthPx) * (art.widthPx / art.heightPx)) * 100;
  const sharpSteps = Math.floor((Math.min(sharpScale, max) - min) / step + STEP_TOLERANCE);
  const coveringSteps = Math.ceil((Math.min(coveringScale, max) - min) / step - STEP_TOLERANCE);
  return sharpSteps < 0 ? null : Math.min(max, min + Math.min(sharpSteps, coveringSteps) * step);
}

/**
 * How far inside its edge an area is safe from the knife, in pixels at 300 dpi. A press that prints beyond the cut does so because the cut may
 * wander by as much, to either side; what is not cut has its whole area safe.
 */
export const safeInsetOf = (area: Pick<PrintArea, 'shape'>): number => bleedOf(area);

/** Whether a whole picture keeps away from where it may be cut. */
export function isInSafeArea(area: PrintArea, placed: PlacedArtwork): boolean {
  const insetPx = safeInsetOf(area);
  const safeArea = { widthPx: area.widthPx - 2 * insetPx, heightPx: area.heightPx - 2 * insetPx, shape: area.shape };
  if (safeArea.widthPx <= 0 || safeArea.heightPx <= 0) return false;
  const [a, b, c, d] = placed.corners;
  const toSafeAreaPoint = ({ xPx, yPx }: typeof a) => ({ xPx: xPx - insetPx, yPx: yPx - insetPx });
  return areaCoverage(safeArea, { ...placed, corners: [toSafeAreaPoint(a), toSafeAreaPoint(b), toSafeAreaPoint(c), toSafeAreaPoint(d)] }).isWhole;
}
