import type { Layer } from './layers.js';
import { xOf, yOf } from './field.js';

/** Shifts red to the left and blue to the right by so many units, as a cheap lens does. */
export const partColours =
  (units: number): Layer =>
  (view) => {
    const shift = units * view.pxPerUnit;
    const [whole, part] = [Math.floor(shift), shift - Math.floor(shift)];
    const last = view.widthPx - 1;
    const before = new Float32Array(view.widthPx * 3);
    const at = (column: number, channel: number): number => before[Math.min(last, Math.max(0, column)) * 3 + channel]!;
    return {
      paintRow: (_, pixels) => {
        before.set(pixels);
        for (let column = 0, p = 0; column <= last; column++, p += 3) {
          pixels[p] = at(column + whole, 0) * (1 - part) + at(column + whole + 1, 0) * part;
          pixels[p + 2] = at(column - whole, 2) * (1 - part) + at(column - whole - 1, 2) * part;
        }
      },
    };
  };

/** Multiplies by a light that falls off from the middle to the corners, and by one of each row (y in units). */
export const dim =
  (size: { readonly width: number; readonly height: number }, corners: number, rowLight: (y: number) => number): Layer =>
  (view) => {
    const across = Float32Array.from({ length: view.widthPx }, (_, column) => (xOf(view, column) / size.width - 0.5) ** 2);
    return {
      paintRow: (row, pixels) => {
        const y = yOf(view, row);
        const light = rowLight(y);
        const down = (y / size.height - 0.5) ** 2;
        for (let column = 0, p = 0; column < across.length; column++, p += 3) {
          const share = light * (1 - corners * (across[column]! + down));
          pixels[p] = pixels[p]! * share;
          pixels[p + 1] = pixels[p + 1]! * share;
          pixels[p + 2] = pixels[p + 2]! * share;
        }
      },
    };
  };
