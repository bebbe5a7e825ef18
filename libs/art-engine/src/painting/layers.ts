/**
 * The layers of a painting, one over the other. A layer is created for each drawing together with its closures, and V8
 * would compile a pixel loop in a closure each time. So the pixel loops are top-level functions of this file.
 */
import type { Ramp, Rgb } from '../kernels/colour.js';
import { xOf, type Field, type View } from './field.js';
import { spanOf } from './shaped-fields.js';

/**
 * Paints columns `from` to `to` of one row into `pixels` (width × 3, sRGB 0…255, not rounded), over what the layers
 * below painted.
 */
export type PaintRow = (row: number, pixels: Float32Array, from: number, to: number) => void;

export interface LayerRenderer {
  readonly paintRow: PaintRow;
  /**
   * Starts to prepare these rows, possibly while earlier rows are painted. The returned function is called after the
   * earlier rows and before the first of these rows.
   */
  readonly prepare?: Prepare;
}

type Prepare = (firstRow: number, rows: number) => Promise<ActivateRows>;
export type ActivateRows = () => void;

export type Layer = (view: View) => LayerRenderer;

/** One colour, with the field as its opacity. */
export const tint =
  (colour: Rgb, cover: Field, strength = 1): Layer =>
  (view) => {
    const [read, shares] = [cover(view), new Float32Array(view.widthPx)];
    const ink = Float64Array.of(...colour, strength);
    return {
      paintRow: (row, pixels, from, to) => {
        read(row, shares, from, to);
        tintRow(pixels, shares, ink, from, to);
      },
    };
  };

/** One colour everywhere. */
export const fill =
  ([red, green, blue]: Rgb): Layer =>
  () => ({ paintRow: (_, pixels, from, to) => fillRow(pixels, red, green, blue, from, to) });

function fillRow(pixels: Float32Array, red: number, green: number, blue: number, from: number, to: number): void {
  for (let p = 3 * from; p < 3 * to; p += 3) {
    pixels[p] = red;
    pixels[p + 1] = green;
    pixels[p + 2] = blue;
  }
}

/** @param ink red, green, blue and opacity */
function tintRow(pixels: Float32Array, shares: Float32Array, ink: Float64Array, from: number, to: number): void {
  const red = ink[0]!;
  const green = ink[1]!;
  const blue = ink[2]!;
  const strength = ink[3]!;
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const share = shares[column]! * strength;
    if (share <= 0) continue;
    pixels[p] = pixels[p]! + (red - pixels[p]!) * share;
    pixels[p + 1] = pixels[p + 1]! + (green - pixels[p + 1]!) * share;
    pixels[p + 2] = pixels[p + 2]! + (blue - pixels[p + 2]!) * share;
  }
}

/**
 * Adds light by the screen mode, 1 − (1 − a)(1 − b), with one colour on the left and another on the right.
 *
 * @param rightShare share of the right colour at x (in units), 0…1
 */
export const addLight =
  (left: Rgb, right: Rgb, rightShare: (x: number) => number, light: Field, strength = 1): Layer =>
  (view) => {
    const [read, shares] = [light(view), new Float32Array(view.widthPx)];
    const colours = new Float32Array(view.widthPx * 3);
    for (let column = 0; column < view.widthPx; column++) {
      const share = rightShare(xOf(view, column));
      for (let channel = 0; channel < 3; channel++)
        colours[column * 3 + channel] =
          (strength * (left[channel]! + (right[channel]! - left[channel]!) * share)) / 255;
    }
    return {
      paintRow: (row, pixels, from, to) => {
        read(row, shares, from, to);
        shineRow(pixels, shares, colours, from, to);
      },
    };
  };

function shineRow(pixels: Float32Array, shares: Float32Array, colours: Float32Array, from: number, to: number): void {
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const share = shares[column]!;
    if (share <= 0.002) continue;
    pixels[p] = 255 - (255 - pixels[p]!) * (1 - Math.min(1, colours[p]! * share));
    pixels[p + 1] = 255 - (255 - pixels[p + 1]!) * (1 - Math.min(1, colours[p + 1]! * share));
    pixels[p + 2] = 255 - (255 - pixels[p + 2]!) * (1 - Math.min(1, colours[p + 2]! * share));
  }
}

/** Number of precomputed colours, finer than the 256 steps of a picture; they are looked up for each pixel. */
const SHADES = 1024;

/** The ramp's colour of the value n / SHADES at index n · 3. */
function shadesOf(ramp: Ramp): Float32Array {
  const last = ramp.length / 3 - 1;
  const shades = new Float32Array((SHADES + 1) * 3);
  for (let n = 0; n < shades.length; n++) shades[n] = shadeOf(ramp, last, n);
  return shades;
}

function shadeOf(ramp: Ramp, last: number, n: number): number {
  const position = (Math.floor(n / 3) / SHADES) * last;
  const at = Math.min(last - 1, Math.floor(position)) * 3 + (n % 3);
  return ramp[at]! + (ramp[at + 3]! - ramp[at]!) * (position - Math.floor(at / 3));
}

/** The ramp's colour for each value of the field; it covers everything below. */
export const paintRamp =
  (tone: Field, ramp: Ramp): Layer =>
  (view) => {
    const [read, values, shades] = [tone(view), new Float32Array(view.widthPx), shadesOf(ramp)];
    return {
      paintRow: (row, pixels, from, to) => {
        read(row, values, from, to);
        shadeRow(pixels, values, shades, from, to);
      },
    };
  };

function shadeRow(pixels: Float32Array, values: Float32Array, shades: Float32Array, from: number, to: number): void {
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const at = 3 * ((Math.min(1, Math.max(0, values[column]!)) * SHADES + 0.5) | 0);
    pixels[p] = shades[at]!;
    pixels[p + 1] = shades[at + 1]!;
    pixels[p + 2] = shades[at + 2]!;
  }
}

/** Mixes the colours of two ramps; the other field is the share of the second. */
export const paintRamps =
  (tone: Field, ramps: readonly [Ramp, Ramp], second: Field): Layer =>
  (view) => {
    const [read, readShare] = [tone(view), second(view)];
    const [values, shares] = [new Float32Array(view.widthPx), new Float32Array(view.widthPx)];
    const shades = ramps.map(shadesOf) as [Float32Array, Float32Array];
    return {
      paintRow: (row, pixels, from, to) => {
        read(row, values, from, to);
        readShare(row, shares, from, to);
        shadeRowBetween(pixels, values, shares, shades, from, to);
      },
    };
  };

function shadeRowBetween(
  pixels: Float32Array,
  values: Float32Array,
  shares: Float32Array,
  [one, other]: readonly [Float32Array, Float32Array],
  from: number,
  to: number,
): void {
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const at = 3 * ((Math.min(1, Math.max(0, values[column]!)) * SHADES + 0.5) | 0);
    const share = shares[column]!;
    pixels[p] = one[at]! + (other[at]! - one[at]!) * share;
    pixels[p + 1] = one[at + 1]! + (other[at + 1]! - one[at + 1]!) * share;
    pixels[p + 2] = one[at + 2]! + (other[at + 2]! - one[at + 2]!) * share;
  }
}

/** Layers painted separately (over what is there) and applied only where the field is above 0. */
export const masked =
  (cover: Field, layers: readonly Layer[]): Layer =>
  (view) => {
    const [read, shares] = [cover(view), new Float32Array(view.widthPx)];
    const apart = new Float32Array(view.widthPx * 3);
    const { paintRow, prepare } = stack(layers)(view);
    return {
      prepare,
      paintRow: (row, pixels, from, to) => {
        read(row, shares, from, to);
        const [first, end] = spanOf(shares, from, to);
        if (first === end) return;
        copyRow(pixels, apart, 3 * first, 3 * end);
        paintRow(row, apart, first, end);
        layRow(pixels, apart, shares, first, end);
      },
    };
  };

function copyRow(from: Float32Array, to: Float32Array, first: number, end: number): void {
  for (let p = first; p < end; p++) to[p] = from[p]!;
}

function layRow(pixels: Float32Array, apart: Float32Array, shares: Float32Array, from: number, to: number): void {
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const share = shares[column]!;
    if (share === 0) continue;
    pixels[p] = pixels[p]! + (apart[p]! - pixels[p]!) * share;
    pixels[p + 1] = pixels[p + 1]! + (apart[p + 1]! - pixels[p + 1]!) * share;
    pixels[p + 2] = pixels[p + 2]! + (apart[p + 2]! - pixels[p + 2]!) * share;
  }
}

/** Paints the layers from bottom to top. */
export const stack =
  (layers: readonly Layer[]): Layer =>
  (view) => {
    const open = layers.map((layer) => layer(view));
    return {
      prepare: async (firstRow, rows) => {
        const turns = await Promise.all(open.flatMap(({ prepare }) => (prepare ? [prepare(firstRow, rows)] : [])));
        return () => {
          for (const turn of turns) turn();
        };
      },
      paintRow: (row, pixels, from, to) => {
        for (const { paintRow } of open) paintRow(row, pixels, from, to);
      },
    };
  };
