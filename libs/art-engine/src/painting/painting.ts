import type { Rgb } from '../kernels/colour.js';
import { makePrintable } from '../print/printable-colours.js';
import type { View } from './field.js';
import type { Layer, ActivateRows } from './layers.js';
import { openAlphaLayers, type RowWriter, type AlphaLayer } from './alpha-layers.js';

/** A picture before it has pixels. */
export type Painting = WholePainting | AlphaPainting;

interface PaintingSize {
  /** In units; the longer side is 1024. */
  readonly width: number;
  readonly height: number;
}

interface WholePainting extends PaintingSize {
  /** Covers the whole picture. */
  readonly picture: Layer;
}

interface AlphaPainting extends PaintingSize {
  /** From bottom to top. */
  readonly alphaLayers: readonly AlphaLayer[];
  /** The plain colour below the layers; null for a transparent picture. */
  readonly ground: Rgb | null;
}

/** height × width × channels bytes, sRGB; with four channels the last is alpha, not premultiplied. */
export interface PaintedRaster {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

export const LONG_SIDE_UNITS = 1024;

/** Number of rows that are prepared at once: shapes take little memory, and are not read too often. */
const SLAB_ROWS = 512;

/** The whole picture with a long side of `sidePx`. */
export function wholeView({ width, height }: Pick<Painting, 'width' | 'height'>, sidePx: number): View {
  const pxPerUnit = sidePx / LONG_SIDE_UNITS;
  return {
    left: 0,
    top: 0,
    widthPx: Math.max(1, Math.round(width * pxPerUnit)),
    heightPx: Math.max(1, Math.round(height * pxPerUnit)),
    pxPerUnit,
  };
}

/** Pictures wider than this prepare no slab ahead: two slabs of a print file would take 40 MB more. */
const MAX_AHEAD_WIDTH_PX = 1600;

/**
 * Paints the view: without alpha, unless the painting has alpha layers and no ground. Needs memory for the result and
 * one slab, or two small ones: while one is painted, libvips draws the shapes of the next in its own thread.
 */
export async function paint(
  painting: Painting,
  view: View,
  onRows: (share: number) => void = () => undefined,
): Promise<PaintedRaster> {
  const { channels, prepare, writeRow } =
    'alphaLayers' in painting
      ? openAlphaLayers(painting.alphaLayers, painting.ground, view)
      : openPicture(painting.picture, view);
  const pixels = new Uint8Array(view.widthPx * view.heightPx * channels);
  const clamped = new Uint8ClampedArray(pixels.buffer);
  const begin = (first: number): Promise<ActivateRows> | undefined =>
    prepare?.(first, Math.min(SLAB_ROWS, view.heightPx - first));
  let ahead: Promise<ActivateRows> | undefined;
  for (let first = 0; first < view.heightPx; first += SLAB_ROWS) {
    const rows = Math.min(SLAB_ROWS, view.heightPx - first);
    (await (ahead ?? begin(first)))?.();
    ahead = first + rows < view.heightPx && view.widthPx <= MAX_AHEAD_WIDTH_PX ? begin(first + rows) : undefined;
    for (let y = first; y < first + rows; y++) writeRow(y, clamped, y * view.widthPx * channels);
    onRows((first + rows) / view.heightPx);
  }
  return { width: view.widthPx, height: view.heightPx, channels, pixels };
}

/** Paints the view in colours that can be printed. */
export async function paintPrintable(...parameters: Parameters<typeof paint>): Promise<PaintedRaster> {
  const painted = await paint(...parameters);
  makePrintable(painted.pixels, painted.channels);
  return painted;
}

function openPicture(picture: Layer, view: View): RowWriter {
  const { paintRow, prepare } = picture(view);
  const colours = new Float32Array(view.widthPx * 3);
  return {
    channels: 3,
    prepare,
    writeRow: (row, out, start) => {
      paintRow(row, colours, 0, view.widthPx);
      roundRow(colours, out, start);
    },
  };
}

/** The layer with its first rows already in preparation for the given view. */
export function prepareAhead(layer: Layer, view: View): Layer {
  const open = layer(view);
  const first = open.prepare?.(0, Math.min(SLAB_ROWS, view.heightPx));
  // The painter awaits the same promise and sees the failure; this handler avoids an unhandled rejection.
  first?.catch(() => undefined);
  return (asked) =>
    asked === view && first
      ? { ...open, prepare: (row, rows) => (row === 0 ? first : open.prepare!(row, rows)) }
      : layer(asked);
}

/** Rounds to the nearest byte. */
function roundRow(row: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let p = 0; p < row.length; p++) out[start + p] = row[p]!;
}
