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

export type PrintQuality = 'excellent' | 'very good' | 'good' | 'soft' | 'poor';

/** Lowest density of each quality. Print houses accept 150 dpi and more; above 300 dpi no difference is visible. */
const QUALITY_LEVELS: readonly (readonly [number, PrintQuality])[] = [
  [300, 'excellent'],
  [200, 'very good'],
  [150, 'good'],
  [100, 'soft'],
];

/**
 * Names the quality of a print of this density.
 * @throws RangeError when `dpi` is negative or NaN
 */
export function ratePrintQuality(dpi: number): PrintQuality {
  if (!(dpi >= 0)) throw new RangeError(`Not a density: ${dpi}`);
  return QUALITY_LEVELS.find(([lowest]) => dpi >= lowest)?.[1] ?? 'poor';
}

/** The lowest density that counts as sharp: the lower bound of "good". */
export const SHARP_DPI = 150;

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
