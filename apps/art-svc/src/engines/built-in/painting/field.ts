/**
 * Numbers all over a picture, usually 0…1, that can be read at any size: what is smooth is kept as a small plane and read between its pixels, what is
 * sharp (a threshold, a dot) is worked out for each pixel of the size asked for. So a contour is as sharp on a shirt as on a phone.
 *
 * A picture's long side is 1024 units, whatever its size in pixels.
 */
import type { Plane } from '../kernels/plane.js';

/** Which part of a picture is painted, and how large. */
export interface View {
  /** Where its first pixel begins, in units from the picture's left and top edge; beside the picture its edge is repeated. */
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerUnit: number;
}

/** Fills `out` (the view's width) with one row of the view. */
export type ReadRow = (row: number, out: Float32Array) => void;

export type Field = (view: View) => ReadRow;

/** Units from the picture's left edge to the middle of a column's pixels; the same from its top for rows. */
export const xOf = (view: View, column: number): number => view.left + (column + 0.5) / view.pxPerUnit;
export const yOf = (view: View, row: number): number => view.top + (row + 0.5) / view.pxPerUnit;

/**
 * A plane read between its pixels by the uniform cubic B-spline, which never overshoots and has no corners even where it is enlarged many times;
 * it blurs by half a pixel of the plane.
 * Source: M. Unser, "Splines: A Perfect Fit for Signal and Image Processing", IEEE Signal Processing Magazine 1999.
 *
 * @param pxPerUnit the plane's own density
 */
export const planeField = ({ width, height, values }: Plane, pxPerUnit: number): Field => (view) => {
  const { firsts, weights } = columnsOf(view, width, pxPerUnit);
  const between = new Float32Array(width + 2 * PAD);
  return (row, out) => {
    const y = Math.min(height - 1, Math.max(0, yOf(view, row) * pxPerUnit - 0.5));
    const first = Math.floor(y) - 1;
    const [w0, w1, w2, w3] = splineWeights(y - Math.floor(y));
    const [r0, r1, r2, r3] = [0, 1, 2, 3].map((n) => Math.min(height - 1, Math.max(0, first + n)) * width) as [number, number, number, number];
    for (let x = 0; x < width; x++) {
      between[x + PAD] = w0 * values[r0 + x]! + w1 * values[r1 + x]! + w2 * values[r2 + x]! + w3 * values[r3 + x]!;
    }
    between.fill(between[PAD]!, 0, PAD);
    between.fill(between[width + PAD - 1]!, width + PAD);
    for (let column = 0, w = 0; column < out.length; column++, w += 4) {
      const at = firsts[column]!;
      out[column] = weights[w]! * between[at]! + weights[w + 1]! * between[at + 1]! + weights[w + 2]! * between[at + 2]! + weights[w + 3]! * between[at + 3]!;
    }
  };
};

/** Room for the kernel at the plane's edges. */
const PAD = 2;

const splineWeights = (t: number): [number, number, number, number] => [
  ((1 - t) ** 3) / 6,
  (3 * t ** 3 - 6 * t ** 2 + 4) / 6,
  (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6,
  t ** 3 / 6,
];

interface Columns {
  /** Of each column, the first of four pixels in the padded row. */
  readonly firsts: Int32Array;
  readonly weights: Float32Array;
}

const columnsByView = new WeakMap<View, Map<string, Columns>>();

/** The same for all planes of one size. */
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

/** Read by several layers: each row is worked out once. */
export function shared(field: Field): Field {
  const byView = new WeakMap<View, ReadRow>();
  return (view) => {
    const known = byView.get(view);
    if (known) return known;
    const read = field(view);
    const kept = new Float32Array(view.widthPx);
    let keptRow = -1;
    const once: ReadRow = (row, out) => {
      if (row !== keptRow) read(row, kept);
      keptRow = row;
      out.set(kept);
    };
    byView.set(view, once);
    return once;
  };
}

/** Each value replaced; `x` and `y` in units. */
export const mapField =
  (field: Field, change: (value: number, x: number, y: number) => number): Field =>
  (view) => {
    const read = field(view);
    const step = 1 / view.pxPerUnit;
    return (row, out) => {
      read(row, out);
      const y = yOf(view, row);
      for (let column = 0, x = xOf(view, 0); column < out.length; column++, x += step) out[column] = change(out[column]!, x, y);
    };
  };

/** Two fields made one; `x` and `y` in units. */
export const mixFields =
  (one: Field, other: Field, mix: (one: number, other: number, x: number, y: number) => number): Field =>
  (view) => {
    const [readOne, readOther] = [one(view), other(view)];
    const beside = new Float32Array(view.widthPx);
    const step = 1 / view.pxPerUnit;
    return (row, out) => {
      readOne(row, out);
      readOther(row, beside);
      const y = yOf(view, row);
      for (let column = 0, x = xOf(view, 0); column < out.length; column++, x += step) out[column] = mix(out[column]!, beside[column]!, x, y);
    };
  };

/** Worked out from the place alone, in units. */
export const placeField = (value: (x: number, y: number) => number): Field => mapField(zero, (_, x, y) => value(x, y));

const zero: Field = () => (_, out) => void out.fill(0);

/** The field moved to the right and down by so many units. */
export const moved =
  (field: Field, right: number, down: number): Field =>
  (view) =>
    field({ ...view, left: view.left - right, top: view.top - down });

/**
 * 1 where the field is above the limit, 0 below. The step is `softness` wide (in the field's own values) where a unit is a pixel, narrower where it is
 * more, so that an edge is about a pixel wide at any size.
 */
export const above =
  (field: Field, limit: number, softness: number): Field =>
  (view) => {
    const width = softness / view.pxPerUnit ** SHARPENING;
    const [from, share] = [limit - width / 2, 1 / width];
    const read = field(view);
    return (row, out) => {
      read(row, out);
      for (let column = 0; column < out.length; column++) {
        const t = (out[column]! - from) * share;
        out[column] = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
      }
    };
  };

/** Not quite in proportion: an enlarged photo has no contour as sharp as the press could print it, and a wiggle would show. */
const SHARPENING = 0.85;

/** A turned screen of round dots: 0 between them, 1 in their middle. */
export function dotScreen(pitchUnits: number, angleRad: number): Field {
  const [cos, sin] = [(Math.cos(angleRad) * Math.PI) / pitchUnits, (Math.sin(angleRad) * Math.PI) / pitchUnits];
  return placeField((x, y) => 0.5 + 0.25 * (Math.cos(2 * (x * cos + y * sin)) + Math.cos(2 * (y * cos - x * sin))));
}

/** Flat steps 0…1: everything up to the first limit is 0, above the last it is 1; borders as in {@link above}. */
export const steps =
  (field: Field, limits: readonly number[], softness: number): Field =>
  (view) => {
    const share = view.pxPerUnit ** SHARPENING / softness;
    const read = field(view);
    return (row, out) => {
      read(row, out);
      for (let column = 0; column < out.length; column++) {
        let level = 0;
        for (const limit of limits) {
          const t = (out[column]! - limit) * share + 0.5;
          level += t <= 0 ? 0 : t >= 1 ? 1 : t;
        }
        out[column] = level / limits.length;
      }
    };
  };
