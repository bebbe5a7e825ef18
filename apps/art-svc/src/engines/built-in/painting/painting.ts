import { emptyRaster, type Raster } from '../kernels/plane.js';
import type { View } from './field.js';
import type { Layer, Turn } from './layers.js';

/** A picture before it has pixels. */
export interface Painting {
  /** In units; the longer of the two is 1024. */
  readonly width: number;
  readonly height: number;
  /** Covers everything. */
  readonly picture: Layer;
}

export const LONG_SIDE_UNITS = 1024;

/** So many rows are prepared at once: little memory for shapes, and not too often the work of reading them anew. */
const SLAB_ROWS = 512;

/** The whole picture, its long side `sidePx`. */
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

/** Of a picture wider than this the next slab is not begun while one is painted: two of a print's would take 40 MB more. */
const MOST_AHEAD_PX = 1600;

/** Paints the view: H × W × 3, sRGB. Holds the result and a slab of it more, or two small ones: while one is painted, libvips draws the shapes of the next in a thread of its own. */
export async function paint(
  { picture }: Painting,
  view: View,
  onRows: (share: number) => void = () => undefined,
): Promise<Raster> {
  const out = emptyRaster(view.widthPx, view.heightPx);
  const { paintRow, prepare } = picture(view);
  const row = new Float32Array(view.widthPx * 3);
  const clamped = new Uint8ClampedArray(out.pixels.buffer);
  const begin = (first: number): Promise<Turn> | undefined =>
    prepare?.(first, Math.min(SLAB_ROWS, view.heightPx - first));
  let ahead: Promise<Turn> | undefined;
  for (let first = 0; first < view.heightPx; first += SLAB_ROWS) {
    const rows = Math.min(SLAB_ROWS, view.heightPx - first);
    (await (ahead ?? begin(first)))?.();
    ahead = first + rows < view.heightPx && view.widthPx <= MOST_AHEAD_PX ? begin(first + rows) : undefined;
    for (let y = first; y < first + rows; y++) {
      paintRow(y, row, 0, view.widthPx);
      roundRow(row, clamped, y * row.length);
    }
    onRows((first + rows) / view.heightPx);
  }
  return out;
}

/** The layer, whose first rows are begun now where it is painted as the very view given here. */
export function begun(layer: Layer, view: View): Layer {
  const open = layer(view);
  const first = open.prepare?.(0, Math.min(SLAB_ROWS, view.heightPx));
  // Whoever paints hears of a failure; where nobody does, nobody misses it.
  first?.catch(() => undefined);
  return (asked) =>
    asked === view && first
      ? { ...open, prepare: (row, rows) => (row === 0 ? first : open.prepare!(row, rows)) }
      : layer(asked);
}

/** To the nearest byte. */
function roundRow(row: Float32Array, out: Uint8ClampedArray, start: number): void {
  for (let p = 0; p < row.length; p++) out[start + p] = row[p]!;
}
