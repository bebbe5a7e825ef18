/**
 * How an order item becomes a file for the press (D18a, D18b). The file is the print area at 300 dpi; where the product is cut to its area's
 * shape (a round tag) it has bleed on every side, so that no unprinted edge shows, and the corners are left on: the press cuts them off. The
 * artwork's own density at that size is told beside it: a file at 300 dpi is no sharper than what it was enlarged from.
 */
import type { PrintAreaSize } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import { bleedOf, effectiveDpi, placeArtwork } from '@shop/placement';
import type { CanvasSize, Place } from './rendering/lay-artwork.js';

export interface PrintLayout {
  readonly canvas: CanvasSize;
  readonly bleedPx: number;
  /** On the print area, without its bleed. */
  readonly onArea: Place;
  /** On the canvas. */
  readonly onCanvas: Place;
  readonly artworkDpi: number;
}

export function printLayout(
  area: PrintAreaSize,
  artwork: { widthPx: number; heightPx: number },
  design: DesignConfig,
): PrintLayout {
  const bleedPx = bleedOf(area);
  const { widthPx, heightPx, centreXPx, centreYPx, rotationDeg } = placeArtwork(
    area,
    artwork.widthPx / artwork.heightPx,
    design,
  );
  const onArea = { widthPx, heightPx, centreXPx, centreYPx, rotationDeg };
  return {
    canvas: { widthPx: area.widthPx + 2 * bleedPx, heightPx: area.heightPx + 2 * bleedPx },
    bleedPx,
    onArea,
    onCanvas: { ...onArea, centreXPx: centreXPx + bleedPx, centreYPx: centreYPx + bleedPx },
    artworkDpi: Math.max(1, Math.floor(effectiveDpi(artwork.widthPx, onArea))),
  };
}
