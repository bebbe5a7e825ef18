import { emptyRaster, type Raster } from '../kernels/plane.js';
import type { View } from './field.js';
import type { Layer, ActivateRows } from './layers.js';

/** A picture before it has pixels. */
export interface Painting {
  /** In units; the longer side is 1024. */
  readonly width: number;
  readonly height: number;
  /** Covers the whole picture. */
  readonly picture: Layer;
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
 * Paints the view: H × W × 3, sRGB. Needs memory for the result and one slab, or two small ones: while one is painted,
 * libvips draws the shapes of the next in its own thread.
 */
export async function paint(
  { picture }: Painting,
  view: View,
  onRows: (share: number) => void = () => undefined,
): Promise<Raster> {
  const out = emptyRaster(view.widthPx, view.heightPx);
  const { paintRow, prepare } = picture(view);
  const row = new Float32Array(view.widthPx * 3);
  const clamped = new Uint8ClampedArray(out.pixels.buffer);
  const begin = (first: number): Promise<ActivateRows> | undefined =>
    prepare?.(first, Math.min(SLAB_ROWS, view.heightPx - first));
  let ahead: Promise<ActivateRows> | undefined;
  for (let first = 0; first < view.heightPx; first += SLAB_ROWS) {
    const rows = Math.min(SLAB_ROWS, view.heightPx - first);
    (await (ahead ?? begin(first)))?.();
    ahead = first + rows < view.heightPx && view.widthPx <= MAX_AHEAD_WIDTH_PX ? begin(first + rows) : undefined;
    for (let y = first; y < first + rows; y++) {
      paintRow(y, row, 0, view.widthPx);
      roundRow(row, clamped, y * row.length);
    }
    onRows((first + rows) / view.heightPx);
  }
  return out;
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
