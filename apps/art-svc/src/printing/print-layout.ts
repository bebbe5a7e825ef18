import { getBleedPx, type PrintArea } from '@shop/contracts-catalog';
import type { DesignConfig } from '@shop/contracts-order';
import {
  computeEffectiveDpi,
  type DesignPlacement,
  type PlacedArtwork,
  placeArtwork,
  type ScaleSense,
  toGroundPlacement,
} from '@shop/placement';
import type { CanvasSize, Placement } from './rendering/place-on-canvas.js';

/**
 * Computes the layout of a print file. The file is the print area at 300 dpi. A product that is cut to its area's
 * shape (a round tag) has bleed on every side, so that no unprinted edge shows, and keeps its corners, which the
 * printer cuts off. The artwork's own density is reported separately: a 300 dpi file is no sharper than the pixels it
 * was enlarged from.
 */
export interface PrintLayout {
  readonly canvas: CanvasSize;
  readonly bleedPx: number;
  /** Position on the print area, without bleed. */
  readonly onArea: Placement;
  /** Position on the canvas. */
  readonly onCanvas: Placement;
  /** Position of the ground around the artwork, on the print area and on the canvas. */
  readonly groundOnArea: Placement;
  readonly groundOnCanvas: Placement;
  readonly artworkDpi: number;
}

export function computePrintLayout(
  area: PrintArea,
  artwork: { widthPx: number; heightPx: number },
  design: DesignConfig,
  sense: ScaleSense,
): PrintLayout {
  const bleedPx = getBleedPx(area);
  const place = (placement: DesignPlacement): Placement =>
    toPlacement(placeArtwork(area, artwork.widthPx / artwork.heightPx, placement, sense));
  const [onArea, groundOnArea] = [place(design), place(toGroundPlacement(design))];
  return {
    canvas: { widthPx: area.widthPx + 2 * bleedPx, heightPx: area.heightPx + 2 * bleedPx },
    bleedPx,
    onArea,
    onCanvas: moveBy(onArea, bleedPx),
    groundOnArea,
    groundOnCanvas: moveBy(groundOnArea, bleedPx),
    artworkDpi: Math.max(1, Math.floor(computeEffectiveDpi(artwork.widthPx, onArea))),
  };
}

const toPlacement = ({ widthPx, heightPx, centreXPx, centreYPx, rotationDeg }: PlacedArtwork): Placement => ({
  widthPx,
  heightPx,
  centreXPx,
  centreYPx,
  rotationDeg,
});

const moveBy = (place: Placement, px: number): Placement => ({
  ...place,
  centreXPx: place.centreXPx + px,
  centreYPx: place.centreYPx + px,
});
