/**
 * Fields computed from other fields: thresholds, dots, sums and products. The pixel loops are top-level functions of
 * this file, see layers.ts.
 */
import { xOf, yOf, type Field } from './field.js';

/**
 * Edges grow slightly less sharp than the scale: an enlarged photo has no contour as sharp as the printer's resolution,
 * and its irregularities would be visible.
 */
const SHARPENING = 0.85;

/** 0 where the field is below `from`, 1 above `to`, a smooth curve between; the same at any size. */
export const smoothThreshold =
  (field: Field, from: number, to: number): Field =>
  (view) => {
    const share = 1 / (to - from);
    const read = field(view);
    return (row, out, first, end) => {
      read(row, out, first, end);
      riseRow(out, from, share, first, end);
    };
  };

function riseRow(out: Float32Array, from: number, share: number, first: number, end: number): void {
  for (let column = first; column < end; column++) {
    const t = (out[column]! - from) * share;
    out[column] = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
  }
}

/**
 * 1 where the field is above the limit, 0 below. The step is `softness` wide (in the field's own values) where a unit
 * is a pixel, and narrower at larger scales, so that an edge is about a pixel wide at any size.
 */
export const aboveLimit =
  (field: Field, limit: number, softness: number): Field =>
  (view) => {
    const width = softness / view.pxPerUnit ** SHARPENING;
    return smoothThreshold(field, limit - width / 2, limit + width / 2)(view);
  };

/**
 * The same, but never softer than `softness`: in a small picture 0 stays 0 and 1 stays 1, as the opacity of a layer must.
 */
export const softEdge =
  (field: Field, limit: number, softness: number): Field =>
  (view) =>
    aboveLimit(field, limit, softness * Math.min(1, view.pxPerUnit ** SHARPENING))(view);

/** Flat steps 0…1: everything up to the first limit is 0, above the last limit it is 1; edges as in {@link aboveLimit}. */
export const toSteps =
  (field: Field, limits: readonly number[], softness: number): Field =>
  (view) => {
    const share = view.pxPerUnit ** SHARPENING / softness;
    const read = field(view);
    const borders = Float64Array.from(limits);
    return (row, out, from, to) => {
      read(row, out, from, to);
      stepRow(out, borders, share, from, to);
    };
  };

function stepRow(out: Float32Array, limits: Float64Array, share: number, from: number, to: number): void {
  const count = limits.length;
  for (let column = from; column < to; column++) {
    const value = out[column]!;
    let level = 0;
    for (let n = 0; n < count; n++) {
      const t = (value - limits[n]!) * share + 0.5;
      level += t <= 0 ? 0 : t >= 1 ? 1 : t;
    }
    out[column] = level / count;
  }
}

/** One minus the field. */
export const without =
  (field: Field): Field =>
  (view) => {
    const read = field(view);
    return (row, out, from, to) => {
      read(row, out, from, to);
      turnRow(out, from, to);
    };
  };

function turnRow(out: Float32Array, from: number, to: number): void {
  for (let column = from; column < to; column++) out[column] = 1 - out[column]!;
}

/** The product of two fields. The second is read only where the first is not 0. */
export const product =
  (one: Field, other: Field): Field =>
  (view) => {
    const [readOne, readOther, beside] = [one(view), other(view), new Float32Array(view.widthPx)];
    return (row, out, from, to) => {
      readOne(row, out, from, to);
      const [first, end] = spanOf(out, from, to);
      if (first === end) return;
      readOther(row, beside, first, end);
      multiplyRow(out, beside, first, end);
    };
  };

function multiplyRow(out: Float32Array, beside: Float32Array, from: number, to: number): void {
  for (let column = from; column < to; column++) out[column]! *= beside[column]!;
}

/** First column with a value other than 0, and the column after the last one; both are `from` for an empty row. */
export function spanOf(row: Float32Array, from: number, to: number): [first: number, end: number] {
  let first = from;
  while (first < to && row[first] === 0) first++;
  if (first === to) return [from, from];
  let end = to;
  while (row[end - 1] === 0) end--;
  return [first, end];
}

/** The first field plus a share of the second. */
export const addFields =
  (one: Field, other: Field, share: number): Field =>
  (view) => {
    const [readOne, readOther, beside] = [one(view), other(view), new Float32Array(view.widthPx)];
    return (row, out, from, to) => {
      readOne(row, out, from, to);
      readOther(row, beside, from, to);
      addRow(out, beside, share, from, to);
    };
  };

function addRow(out: Float32Array, beside: Float32Array, share: number, from: number, to: number): void {
  for (let column = from; column < to; column++) out[column]! += share * beside[column]!;
}

/** A field that depends only on the height in units. */
export const verticalField =
  (value: (y: number) => number): Field =>
  (view) =>
  (row, out, from, to) =>
    void out.fill(value(yOf(view, row)), from, to);

/** A rotated screen of round dots: −0.5 between the dots, 0.5 in their middle. */
export function dotScreen(pitchUnits: number, angleRad: number): Field {
  const [cos, sin] = [(2 * Math.cos(angleRad) * Math.PI) / pitchUnits, (2 * Math.sin(angleRad) * Math.PI) / pitchUnits];
  return (view) => {
    const across = (turn: (angle: number) => number, pace: number): Float32Array =>
      Float32Array.from({ length: view.widthPx }, (_, column) => turn(xOf(view, column) * pace));
    const turns: Turns = {
      alongCos: across(Math.cos, cos),
      alongSin: across(Math.sin, cos),
      besideCos: across(Math.cos, sin),
      besideSin: across(Math.sin, sin),
    };
    return (row, out, from, to) => {
      const y = yOf(view, row);
      dotRow(out, turns, y * sin, y * cos, from, to);
    };
  };
}

/** For each column. */
interface Turns {
  readonly alongCos: Float32Array;
  readonly alongSin: Float32Array;
  readonly besideCos: Float32Array;
  readonly besideSin: Float32Array;
}

/**
 * cos(x·cos + y·sin) + cos(y·cos − x·sin) by the angle sum identities: four cosines for a row instead of two for each
 * pixel.
 */
function dotRow(
  out: Float32Array,
  { alongCos, alongSin, besideCos, besideSin }: Turns,
  along: number,
  beside: number,
  from: number,
  to: number,
): void {
  const a = 0.25 * Math.cos(along);
  const b = 0.25 * Math.sin(along);
  const c = 0.25 * Math.cos(beside);
  const d = 0.25 * Math.sin(beside);
  for (let column = from; column < to; column++) {
    out[column] = alongCos[column]! * a - alongSin[column]! * b + besideCos[column]! * c + besideSin[column]! * d;
  }
}
