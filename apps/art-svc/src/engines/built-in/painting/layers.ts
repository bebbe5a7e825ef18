/** What a picture is painted with, one layer over the other. */
import type { Rgb } from '../kernels/colour.js';
import type { Ramp } from '../kernels/ramp.js';
import { xOf, type Field, type View } from './field.js';

/** Paints one row into `pixels` (width × 3, sRGB 0…255, not rounded), over what the layers below left there. */
export type PaintRow = (row: number, pixels: Float32Array) => void;

export interface OpenLayer {
  readonly paintRow: PaintRow;
  /** Awaited before the first of these rows is painted. */
  readonly prepare?: (firstRow: number, rows: number) => Promise<void> | void;
}

export type Layer = (view: View) => OpenLayer;

/** One colour, as strong as the field. */
export const tint =
  (colour: Rgb, cover: Field, strength = 1): Layer =>
  (view) => {
    const [read, t] = [cover(view), new Float32Array(view.widthPx)];
    const [red, green, blue] = colour;
    return {
      paintRow: (row, pixels) => {
        read(row, t);
        for (let column = 0, p = 0; column < t.length; column++, p += 3) {
          const share = t[column]! * strength;
          if (share <= 0) continue;
          pixels[p] = pixels[p]! + (red - pixels[p]!) * share;
          pixels[p + 1] = pixels[p + 1]! + (green - pixels[p + 1]!) * share;
          pixels[p + 2] = pixels[p + 2]! + (blue - pixels[p + 2]!) * share;
        }
      },
    };
  };

/**
 * Light added (screen: 1 − (1 − a)(1 − b)), of one colour on the picture's left and another on its right.
 *
 * @param rightShare how much of the right colour there is at x (in units), 0…1
 */
export const shineAcross =
  (left: Rgb, right: Rgb, rightShare: (x: number) => number, light: Field, strength = 1): Layer =>
  (view) => {
    const [read, t] = [light(view), new Float32Array(view.widthPx)];
    const colours = new Float32Array(view.widthPx * 3);
    for (let column = 0; column < view.widthPx; column++) {
      const share = rightShare(xOf(view, column));
      for (let channel = 0; channel < 3; channel++) colours[column * 3 + channel] = (strength * (left[channel]! + (right[channel]! - left[channel]!) * share)) / 255;
    }
    return {
      paintRow: (row, pixels) => {
        read(row, t);
        for (let column = 0, p = 0; column < t.length; column++, p += 3) {
          const share = t[column]!;
          if (share <= 0.002) continue;
          pixels[p] = 255 - (255 - pixels[p]!) * (1 - Math.min(1, colours[p]! * share));
          pixels[p + 1] = 255 - (255 - pixels[p + 1]!) * (1 - Math.min(1, colours[p + 1]! * share));
          pixels[p + 2] = 255 - (255 - pixels[p + 2]!) * (1 - Math.min(1, colours[p + 2]! * share));
        }
      },
    };
  };

/** The colour that the ramp has for each value of the field; covers all that is below. */
export const paintRamp =
  (tone: Field, ramp: Ramp): Layer =>
  (view) => {
    const [read, values] = [tone(view), new Float32Array(view.widthPx)];
    const last = ramp.length / 3 - 1;
    return {
      paintRow: (row, pixels) => {
        read(row, values);
        for (let column = 0, p = 0; column < values.length; column++, p += 3) {
          const position = Math.min(1, Math.max(0, values[column]!)) * last;
          const step = Math.min(last - 1, Math.floor(position));
          const at = step * 3;
          const t = position - step;
          pixels[p] = ramp[at]! + (ramp[at + 3]! - ramp[at]!) * t;
          pixels[p + 1] = ramp[at + 1]! + (ramp[at + 4]! - ramp[at + 1]!) * t;
          pixels[p + 2] = ramp[at + 2]! + (ramp[at + 5]! - ramp[at + 2]!) * t;
        }
      },
    };
  };

/** Layers painted apart (over what is there) and laid on only where the field says. */
export const within =
  (cover: Field, layers: readonly Layer[]): Layer =>
  (view) => {
    const [read, t] = [cover(view), new Float32Array(view.widthPx)];
    const apart = new Float32Array(view.widthPx * 3);
    const { paintRow, prepare } = stack(layers)(view);
    return {
      prepare,
      paintRow: (row, pixels) => {
        read(row, t);
        apart.set(pixels);
        paintRow(row, apart);
        for (let column = 0, p = 0; column < t.length; column++) {
          const share = t[column]!;
          for (const end = p + 3; p < end; p++) pixels[p] = pixels[p]! + (apart[p]! - pixels[p]!) * share;
        }
      },
    };
  };

/** From the lowest to the uppermost. */
export const stack =
  (layers: readonly Layer[]): Layer =>
  (view) => {
    const open = layers.map((layer) => layer(view));
    return {
      prepare: async (firstRow, rows) => {
        for (const { prepare } of open) await prepare?.(firstRow, rows);
      },
      paintRow: (row, pixels) => {
        for (const { paintRow } of open) paintRow(row, pixels);
      },
    };
  };
