import { getBleedPx } from '@shop/contracts-catalog/kinds';
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
import type { PrintArea } from './print-areas.js';
import { computeEffectiveDpi, SHARP_DPI } from './print-quality.js';

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
