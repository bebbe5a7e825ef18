import type { PrintArea } from '@shop/contracts/catalog';
import type { DesignConfig } from '@shop/contracts/order';
import { computeEffectiveDpi, getBleedPx, placeArtwork } from '@shop/placement';
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
  readonly artworkDpi: number;
}

export function computePrintLayout(
  area: PrintArea,
  artwork: { widthPx: number; heightPx: number },
  design: DesignConfig,
): PrintLayout {
  const bleedPx = getBleedPx(area);
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
    artworkDpi: Math.max(1, Math.floor(computeEffectiveDpi(artwork.widthPx, onArea))),
  };
}
