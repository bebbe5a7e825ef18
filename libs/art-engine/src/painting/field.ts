/**
 * A field is a function over the picture, usually 0…1, that can be sampled at any size. Smooth content is stored as a
 * small plane and interpolated. Sharp content (a threshold, a dot) is computed for each output pixel. So a contour is
 * as sharp on a shirt as on a phone.
 *
 * A picture's long side is 1024 units, whatever its size in pixels.
 */
import type { Plane } from '../kernels/plane.js';

/** The part of a picture to paint, and its scale. */
export interface View {
  /**
   * Position of the first pixel, in units from the picture's left and top edge. Outside the picture the edge is
   * repeated.
   */
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerUnit: number;
}

/**
 * Fills columns `from` (included) to `to` (excluded) of `out` with one row of the view; `out` is as wide as the view.
 */
export type ReadRow = (row: number, out: Float32Array, from: number, to: number) => void;

export type Field = (view: View) => ReadRow;

/** Units from the picture's left edge to the middle of a column's pixels; the same from its top edge for rows. */
export const xOf = (view: View, column: number): number => view.left + (column + 0.5) / view.pxPerUnit;
export const yOf = (view: View, row: number): number => view.top + (row + 0.5) / view.pxPerUnit;

/**
 * A plane interpolated by the uniform cubic B-spline. It never overshoots and stays smooth at any enlargement; it blurs
 * by half a pixel of the plane.
 * Source: M. Unser, "Splines: A Perfect Fit for Signal and Image Processing", IEEE Signal Processing Magazine 1999.
 *
 * @param pxPerUnit the plane's own density
 */
export const planeField =
  (plane: Plane, pxPerUnit: number): Field =>
  (view) => {
    const { width, height } = plane;
    const columns = columnsOf(view, width, pxPerUnit);
    const { firsts } = columns;
    const between = new Float32Array(width + 2 * PAD);
    return (row, out, from, to) => {
      const y = Math.min(height - 1, Math.max(0, yOf(view, row) * pxPerUnit - 0.5));
      const left = Math.max(0, firsts[from]! - PAD);
      const right = Math.min(width, firsts[to - 1]! + 4 - PAD);
      mixRows(plane, y, left, right, between);
      if (left === 0) between.fill(between[PAD]!, 0, PAD);
      if (right === width) between.fill(between[width + PAD - 1]!, width + PAD);
      mixColumns(between, columns, out, from, to);
    };
  };

function mixColumns(
  between: Float32Array,
  { firsts, weights }: Columns,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let column = from, w = 4 * from; column < to; column++, w += 4) {
    const at = firsts[column]!;
    out[column] =
      weights[w]! * between[at]! +
      weights[w + 1]! * between[at + 1]! +
      weights[w + 2]! * between[at + 2]! +
      weights[w + 3]! * between[at + 3]!;
  }
}

/** Interpolates the plane at height `y` (in its pixels), from pixel `left` to `right`, into the padded row. */
function mixRows({ width, height, values }: Plane, y: number, left: number, right: number, padded: Float32Array): void {
  const weights = splineWeights(y - Math.floor(y));
  const start = (n: number): number => Math.min(height - 1, Math.max(0, Math.floor(y) - 1 + n)) * width;
  const r0 = start(0);
  const r1 = start(1);
  const r2 = start(2);
  const r3 = start(3);
  const w0 = weights[0]!;
  const w1 = weights[1]!;
  const w2 = weights[2]!;
  const w3 = weights[3]!;
  for (let x = left; x < right; x++) {
    padded[x + PAD] = w0 * values[r0 + x]! + w1 * values[r1 + x]! + w2 * values[r2 + x]! + w3 * values[r3 + x]!;
  }
}

/** Padding for the kernel at the plane's edges. */
const PAD = 2;

const splineWeights = (t: number): readonly number[] => [
  (1 - t) ** 3 / 6,
  (3 * t ** 3 - 6 * t ** 2 + 4) / 6,
  (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6,
  t ** 3 / 6,
];

interface Columns {
  /** For each column, the first of four pixels in the padded row. */
  readonly firsts: Int32Array;
  readonly weights: Float32Array;
}

const columnsByView = new WeakMap<View, Map<string, Columns>>();

/** Shared by all planes of one size. */
function columnsOf(view: View, width: number, pxPerUnit: number): Columns {
  const known = columnsByView.get(view) ?? new Map<string, Columns>();
  columnsByView.set(view, known);
  const key = `${width} ${pxPerUnit}`;
  const columns = known.get(key) ?? columnsIn(view, width, pxPerUnit);
  known.set(key, columns);
  return columns;
}

function columnsIn(view: View, width: number, pxPerUnit: number): Columns {
  const columns = { firsts: new Int32Array(view.widthPx), weights: new Float32Array(view.widthPx * 4) };
  for (let column = 0; column < view.widthPx; column++) {
    const x = Math.min(width - 1, Math.max(0, xOf(view, column) * pxPerUnit - 0.5));
    columns.firsts[column] = Math.floor(x) - 1 + PAD;
    columns.weights.set(splineWeights(x - Math.floor(x)), column * 4);
  }
  return columns;
}

/**
 * For a field that several layers read: each row is computed once. The first reader must read at least the columns of
 * the others.
 */
export function cacheRows(field: Field): Field {
  const byView = new WeakMap<View, ReadRow>();
  return (view) => {
    const known = byView.get(view);
    if (known) return known;
    const read = field(view);
    const cached = new Float32Array(view.widthPx);
    let [cachedRow, cachedFrom, cachedTo] = [-1, 0, 0];
    const once: ReadRow = (row, out, from, to) => {
      if (row !== cachedRow || from < cachedFrom || to > cachedTo) {
        read(row, cached, from, to);
        [cachedRow, cachedFrom, cachedTo] = [row, from, to];
      }
      copySpan(cached, out, from, to);
    };
    byView.set(view, once);
    return once;
  };
}

function copySpan(cached: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let column = from; column < to; column++) out[column] = cached[column]!;
}

/** The field moved to the right and down by the given units. */
export const translate =
  (field: Field, right: number, down: number): Field =>
  (view) =>
    field({ ...view, left: view.left - right, top: view.top - down });
