import { placeArtwork, type DesignPlacement, type ScaleSense } from './place-artwork.js';
import type { AreaShape, PrintArea } from './print-areas.js';

/** A box in percent of its containing element (left and width of its width, top and height of its height). */
export interface CssBox {
  readonly position: 'absolute';
  readonly left: string;
  readonly top: string;
  readonly width: string;
  readonly height: string;
}

export interface CssPlacement extends CssBox {
  readonly transform: string;
  readonly transformOrigin: '50% 50%';
}

/** Six decimals are a thousandth of a pixel on the largest screen, and `toFixed` never writes 1e-7. */
const toPercent = (value: number): string => `${Number(value.toFixed(6))}%`;

/**
 * The same placement as styles of an `<img>`. The containing element has the area's aspect ratio, `position: relative`
 * and `overflow: hidden`. All values are relative, so the placement follows any screen width.
 *
 * @throws RangeError as `placeArtwork`
 */
export function cssPlacement(
  area: PrintArea,
  artAspect: number,
  design: DesignPlacement,
  sense: ScaleSense,
): CssPlacement {
  const placed = placeArtwork(area, artAspect, design, sense);
  return {
    position: 'absolute',
    left: toPercent(((placed.centreXPx - placed.widthPx / 2) / area.widthPx) * 100),
    top: toPercent(((placed.centreYPx - placed.heightPx / 2) / area.heightPx) * 100),
    width: toPercent((placed.widthPx / area.widthPx) * 100),
    height: toPercent((placed.heightPx / area.heightPx) * 100),
    transform: `rotate(${Number(placed.rotationDeg.toFixed(6))}deg)`,
    transformOrigin: '50% 50%',
  };
}

/** Styles of the print area itself on the product's picture. `area` is in fractions (0..1) of the picture. */
export function cssPrintArea(
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  shape: AreaShape = 'rectangle',
): CssBox & { readonly overflow: 'hidden'; readonly borderRadius: string } {
  return {
    position: 'absolute',
    left: toPercent(area.x * 100),
    top: toPercent(area.y * 100),
    width: toPercent(area.width * 100),
    height: toPercent(area.height * 100),
    overflow: 'hidden',
    borderRadius: shape === 'round' ? '50%' : '0',
  };
}
