/**
 * Moves colours that inks can't mix, such as neon, to the nearest one that they can (docs/adr/0049-print-what-is-shown.md).
 * Pictures are changed when they are drawn, so the shop shows what is printed. A second change has no visible effect.
 */
import { readFileSync } from 'node:fs';

/** Red × green × blue × 3 bytes, sRGB. Written by `npm run art:colours`. */
const TABLE = readFileSync(new URL('../../colours/fogra39.table', import.meta.url));

const SIDE = 17;
const CELLS = SIDE - 1;
const [RED_STEP, GREEN_STEP, BLUE_STEP] = [3 * SIDE * SIDE, 3 * SIDE, 3];

/** For each byte: its cell in the table, and its distance to the cell's lower end in 255ths. */
const CELL = Uint8Array.from({ length: 256 }, (_, byte) => Math.min(CELLS - 1, Math.floor((byte * CELLS) / 255)));
const SHARE = Uint8Array.from({ length: 256 }, (_, byte) => byte * CELLS - CELL[byte]! * 255);

/** 1 for each cell (red × green × blue) that changes a colour. Most pictures have few of them. */
const CHANGES = Uint8Array.from({ length: CELLS ** 3 }, (_, cell) => {
  const lower = [Math.floor(cell / CELLS ** 2), Math.floor(cell / CELLS) % CELLS, cell % CELLS] as const;
  return Array.from({ length: 8 }, (_, corner) => isChanged(lower.map((step, c) => step + ((corner >> c) & 1)))).some(
    Boolean,
  )
    ? 1
    : 0;
});

function isChanged(steps: readonly number[]): boolean {
  const at = steps[0]! * RED_STEP + steps[1]! * GREEN_STEP + steps[2]! * BLUE_STEP;
  return steps.some((step, c) => TABLE[at + c] !== Math.round((step * 255) / CELLS));
}

/**
 * Changes sRGB pixels in place, between two indices of bytes.
 *
 * @param channels 3, or 4 with alpha, which stays
 */
export function makePrintable(pixels: Uint8Array, channels: number, from = 0, to = pixels.length): void {
  for (let p = from; p < to; p += channels) {
    const cell = (CELL[pixels[p]!]! * CELLS + CELL[pixels[p + 1]!]!) * CELLS + CELL[pixels[p + 2]!]!;
    if (CHANGES[cell] === 1) changePixel(pixels, p);
  }
}

/** Tetrahedral interpolation: from the lower corner of the table's cell along three edges to the upper one. */
function changePixel(pixels: Uint8Array, p: number): void {
  const r = SHARE[pixels[p]!]!;
  const g = SHARE[pixels[p + 1]!]!;
  const b = SHARE[pixels[p + 2]!]!;
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const middle = r + g + b - most - least;
  const lower = CELL[pixels[p]!]! * RED_STEP + CELL[pixels[p + 1]!]! * GREEN_STEP + CELL[pixels[p + 2]!]! * BLUE_STEP;
  const upper = lower + RED_STEP + GREEN_STEP + BLUE_STEP;
  const second = lower + (r === most ? RED_STEP : g === most ? GREEN_STEP : BLUE_STEP);
  const third = upper - (b === least ? BLUE_STEP : g === least ? GREEN_STEP : RED_STEP);
  for (let c = 0; c < 3; c++)
    pixels[p + c] =
      ((255 - most) * TABLE[lower + c]! +
        (most - middle) * TABLE[second + c]! +
        (middle - least) * TABLE[third + c]! +
        least * TABLE[upper + c]!) /
        255 +
      0.5;
}
