import type { PrintArea } from './print-areas.js';

/** All lengths here are in pixels of a print area at this density. */
export const PRINT_DPI = 300;

/**
 * `x`, `y` = centre of the picture in percent of the area's width and height; `scale` = percent, see {@link ScaleSense};
 * `rotation` = degrees clockwise about the picture's centre.
 */
export interface DesignPlacement {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly rotation: number;
}

/**
 * What scale 100 means. `whole-artwork`: the largest size at which the whole upright picture is inside the printed
 * shape. `area-width`: as wide as the area, which cuts pictures that are taller; only lines from before the other sense
 * have it.
 */
export type ScaleSense = 'whole-artwork' | 'area-width';

/** The sense of every new placement. */
export const SCALE_SENSE: ScaleSense = 'whole-artwork';

/** Pixels from the area's top left corner; x grows to the right, y downwards. */
export interface Point {
  readonly xPx: number;
  readonly yPx: number;
}

/** A picture on its area. Sizes are before rotation; `corners` are after it. */
export interface PlacedArtwork {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly centreXPx: number;
  readonly centreYPx: number;
  /** Degrees clockwise, 0 ≤ r < 360. */
  readonly rotationDeg: number;
  /** The picture's own top left, top right, bottom right and bottom left, rotated. */
  readonly corners: readonly [Point, Point, Point, Point];
}

export const DEFAULT_PLACEMENT: DesignPlacement = { x: 50, y: 50, scale: 100, rotation: 0 };

/** The picture of the ground around an artwork is larger than the artwork by this factor, with the same centre. */
export const GROUND_ENLARGEMENT = 3;

/** The placement of the ground below an artwork with this placement. */
export const toGroundPlacement = (design: DesignPlacement): DesignPlacement => ({
  ...design,
  scale: design.scale * GROUND_ENLARGEMENT,
});

function assertPositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) throw new RangeError(`${name} must be above zero: ${value}`);
}

/** Quarter turns are exact, so that an unrotated picture has integer coordinates. */
function getSinCos(degrees: number): { sin: number; cos: number } {
  if (degrees % 90 === 0) {
    const quarter = degrees / 90;
    return { sin: [0, 1, 0, -1][quarter] ?? 0, cos: [1, 0, -1, 0][quarter] ?? 1 };
  }
  const radians = (degrees * Math.PI) / 180;
  return { sin: Math.sin(radians), cos: Math.cos(radians) };
}

/** The picture's width at scale 100. */
function computeFullWidth({ widthPx, heightPx, shape }: PrintArea, artAspect: number, sense: ScaleSense): number {
  if (sense === 'area-width') return widthPx;
  if (shape === 'rectangle') return Math.min(widthPx, heightPx * artAspect);
  // The corners are on the ellipse.
  return 1 / Math.hypot(1 / widthPx, 1 / (heightPx * artAspect));
}

/**
 * Computes the position of a picture on a print area. The preview on screen, the mock-up and the print file all use
 * this function, so they agree to the pixel. The caller clips what reaches beyond the area.
 *
 * @param area size of the print area in pixels
 * @param artAspect width ÷ height of the picture
 * @returns lengths in pixels of `area`, not rounded
 * @throws RangeError when an area, an aspect or a scale is not above zero, or a number is not finite
 */
export function placeArtwork(
  area: PrintArea,
  artAspect: number,
  design: DesignPlacement,
  sense: ScaleSense,
): PlacedArtwork {
  assertPositive('The width of the area', area.widthPx);
  assertPositive('The height of the area', area.heightPx);
  assertPositive('The aspect of the picture', artAspect);
  assertPositive('The scale', design.scale);
  if (![design.x, design.y, design.rotation].every(Number.isFinite))
    throw new RangeError('x, y and rotation must be numbers');

  const widthPx = (computeFullWidth(area, artAspect, sense) * design.scale) / 100;
  const heightPx = widthPx / artAspect;
  const centreXPx = (area.widthPx * design.x) / 100;
  const centreYPx = (area.heightPx * design.y) / 100;
  const rotationDeg = ((design.rotation % 360) + 360) % 360;
  const { sin, cos } = getSinCos(rotationDeg);
  // The y axis points down, so this matrix rotates clockwise on screen.
  const toCorner = (side: -1 | 1, end: -1 | 1): Point => {
    const dx = (side * widthPx) / 2;
    const dy = (end * heightPx) / 2;
    return { xPx: centreXPx + dx * cos - dy * sin, yPx: centreYPx + dx * sin + dy * cos };
  };
  return {
    widthPx,
    heightPx,
    centreXPx,
    centreYPx,
    rotationDeg,
    corners: [toCorner(-1, -1), toCorner(1, -1), toCorner(1, 1), toCorner(-1, 1)],
  };
}
