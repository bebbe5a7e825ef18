import type { Layer } from './layers.js';
import { xOf, yOf } from './field.js';

/**
 * Shifts red to the left and blue to the right by the given units, like a cheap lens. It needs whole rows, so it must
 * be the top layer and not inside a field.
 */
export const partColours =
  (units: number): Layer =>
  (view) => {
    const shift = units * view.pxPerUnit;
    const [whole, part] = [Math.floor(shift), shift - Math.floor(shift)];
    const width = view.widthPx;
    // Padded on both sides with the repeated edge.
    const room = whole + 1;
    const [red, blue] = [new Float32Array(width + 2 * room), new Float32Array(width + 2 * room)];
    return {
      paintRow: (_, pixels, from, to) => {
        takeChannel(pixels, 0, red, room, width);
        takeChannel(pixels, 2, blue, room, width);
        red.fill(red[width + room - 1]!, width + room);
        blue.fill(blue[room]!, 0, room);
        mixChannel(pixels, 0, red, { shift: room + whole, next: room + whole + 1, part }, from, to);
        mixChannel(pixels, 2, blue, { shift: room - whole, next: room - whole - 1, part }, from, to);
      },
    };
  };

function takeChannel(pixels: Float32Array, channel: number, values: Float32Array, room: number, width: number): void {
  for (let at = room, p = channel; at < width + room; at++, p += 3) values[at] = pixels[p]!;
}

interface Shift {
  readonly shift: number;
  readonly next: number;
  /** Interpolation weight of the next pixel. */
  readonly part: number;
}

function mixChannel(
  pixels: Float32Array,
  channel: number,
  values: Float32Array,
  { shift, next, part }: Shift,
  from: number,
  to: number,
): void {
  for (let column = from, p = 3 * from + channel; column < to; column++, p += 3)
    pixels[p] = values[column + shift]! * (1 - part) + values[column + next]! * part;
}

/** Darkens the corners, and multiplies by a light for each row (y in units). */
export const dim =
  (
    size: { readonly width: number; readonly height: number },
    corners: number,
    rowLight: (y: number) => number,
  ): Layer =>
  (view) => {
    const across = Float32Array.from(
      { length: view.widthPx },
      (_, column) => (xOf(view, column) / size.width - 0.5) ** 2,
    );
    return {
      paintRow: (row, pixels, from, to) => {
        const y = yOf(view, row);
        const light = rowLight(y);
        dimRow(pixels, across, { light, corners, down: (y / size.height - 0.5) ** 2 }, from, to);
      },
    };
  };

function dimRow(
  pixels: Float32Array,
  across: Float32Array,
  { light, corners, down }: { light: number; corners: number; down: number },
  from: number,
  to: number,
): void {
  for (let column = from, p = 3 * from; column < to; column++, p += 3) {
    const share = light * (1 - corners * (across[column]! + down));
    pixels[p] = pixels[p]! * share;
    pixels[p + 1] = pixels[p + 1]! * share;
    pixels[p + 2] = pixels[p + 2]! * share;
  }
}
