import { computeAreaCoverage, computePrintedPolygon } from './area-coverage.js';
import { type ArtworkParts, computeCutParts } from './cut-parts.js';
import {
  DEFAULT_PLACEMENT,
  type DesignPlacement,
  placeArtwork,
  PRINT_DPI,
  type PlacedArtwork,
  type ScaleSense,
} from './place-artwork.js';
import { type AreaSize, getBleedPx, type PrintArea } from './print-areas.js';

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

/** The scales that a shopper may choose, in percent. */
export interface ScaleSteps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A rounding error must not cost a whole step. */
const DPI_TOLERANCE = 1e-6;
const COVER_TOLERANCE = 1e-6;

function* stepsDownwards({ min, max, step }: ScaleSteps): Generator<number> {
  for (let n = Math.floor((max - min) / step); n >= 0; n--) yield min + n * step;
}

/** An artwork on its product, and how it may be placed there. */
export interface PlacementContext {
  readonly area: PrintArea;
  /** Width ÷ height of the picture. */
  readonly aspect: number;
  readonly sense: ScaleSense;
  readonly steps: ScaleSteps;
}

/** The largest step at this position and rotation at which nothing of the picture is cut; null where there is none. */
function findLargestWholeScale(
  { area, aspect, sense, steps }: PlacementContext,
  design: DesignPlacement,
): number | null {
  for (const scale of stepsDownwards(steps))
    if (computeAreaCoverage(area, placeArtwork(area, aspect, { ...design, scale }, sense)).isWhole) return scale;
  return null;
}

/**
 * The largest placement with this rotation that cuts nothing: at the position of `design` where that is possible, else
 * in the centre. A picture that fits nowhere with its rotation is turned upright.
 */
function fitAt(context: PlacementContext, design: DesignPlacement): DesignPlacement {
  const centred = { ...design, x: 50, y: 50 };
  for (const placement of [design, centred, { ...centred, rotation: 0 }]) {
    const scale = findLargestWholeScale(context, placement);
    if (scale !== null) return { ...placement, scale };
  }
  return { ...centred, rotation: 0, scale: context.steps.min };
}

/** The largest step in the middle of the area, upright, at which animal and name are not cut. */
export function fitParts(context: PlacementContext, parts: ArtworkParts): DesignPlacement {
  const { area, aspect, sense, steps } = context;
  for (const scale of stepsDownwards(steps)) {
    const placement = { ...DEFAULT_PLACEMENT, scale };
    const { animalShare, isNameCut } = computeCutParts(area, placeArtwork(area, aspect, placement, sense), parts);
    if (animalShare === 0 && !isNameCut) return placement;
  }
  return fitWhole(context, DEFAULT_PLACEMENT);
}

/** The first step in the middle of the area, upright, at which the picture covers it; else the largest. */
export function fillArea({ area, aspect, sense, steps }: PlacementContext): DesignPlacement {
  const covering = [...stepsDownwards(steps)].filter(
    (scale) =>
      computeAreaCoverage(area, placeArtwork(area, aspect, { ...DEFAULT_PLACEMENT, scale }, sense)).coveredShare >
      1 - COVER_TOLERANCE,
  );
  return { ...DEFAULT_PLACEMENT, scale: covering.at(-1) ?? steps.max };
}

/** The whole picture in the middle of the area, with its rotation, as large as the steps allow. */
export const fitWhole = (context: PlacementContext, design: DesignPlacement): DesignPlacement =>
  fitAt(context, { ...design, x: 50, y: 50 });

/**
 * The largest placement that prints sharp and cuts nothing. It keeps the position where the picture fits there, else it
 * is centred.
 *
 * @param artWidthPx width of the picture file in pixels
 * @returns null when the picture is not sharp even at the smallest scale
 */
export function findLargestSharpPlacement(
  context: PlacementContext,
  artWidthPx: number,
  design: DesignPlacement,
): DesignPlacement | null {
  const { area, aspect, sense, steps } = context;
  const whole = fitAt(context, design);
  for (const scale of stepsDownwards({ ...steps, max: whole.scale })) {
    const dpi = computeEffectiveDpi(artWidthPx, placeArtwork(area, aspect, { ...whole, scale }, sense));
    if (dpi >= SHARP_DPI - DPI_TOLERANCE) return { ...whole, scale };
  }
  return null;
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
