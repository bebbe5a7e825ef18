/**
 * Enlarges pictures with Lanczos' kernel of three lobes (Duchon, "Lanczos Filtering in One and Two Dimensions",
 * 1979). libvips uses this kernel only to shrink pictures; it enlarges with a bicubic kernel whatever the option says
 * (vips_resize, 8.17). Plain TypeScript: it runs in a render worker.
 */
import type { Raster } from './resample.js';

const LOBES = 3;
const TAPS = 2 * LOBES;

export interface CropBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Enlarges the crop to the size, which must not be smaller than the crop.
 * @param picture width × height × 4 (RGBA, not premultiplied), 8 bit; the result has the same format
 */
export function enlarge(picture: Raster, part: CropBox, { width, height }: Size): Raster {
  const [across, down] = [computeTaps(part.width, width), computeTaps(part.height, height)];
  const data = new Uint8Array(width * height * 4);
  // Only the widened rows that one row of the result needs are in memory.
  const widenedRows = Array.from({ length: TAPS }, () => new Float32Array(width * 4));
  const loadedRow = new Int32Array(TAPS).fill(-1);
  const mixedRow = new Float32Array(width * 4);
  for (let y = 0; y < height; y++) {
    mixedRow.fill(0);
    for (let tap = 0; tap < TAPS; tap++) {
      const row = clampIndex(down.first[y]! + tap, part.height);
      const slot = row % TAPS;
      if (loadedRow[slot] !== row) {
        widenRow(
          picture.data,
          ((part.top + row) * picture.width + part.left) * 4,
          part.width,
          across,
          widenedRows[slot]!,
        );
        loadedRow[slot] = row;
      }
      addRow(widenedRows[slot]!, down.weights[y * TAPS + tap]!, mixedRow);
    }
    writeRow(mixedRow, data, y * width * 4);
  }
  return { data, width, height, channels: 4 };
}

interface Taps {
  /** First source pixel of each pixel of the result; may be outside the crop. */
  readonly first: Int32Array;
  /** Six weights for each pixel of the result; their sum is 1. */
  readonly weights: Float32Array;
}

function computeTaps(from: number, to: number): Taps {
  const [first, weights] = [new Int32Array(to), new Float32Array(to * TAPS)];
  for (let i = 0; i < to; i++) {
    const centre = ((i + 0.5) * from) / to - 0.5;
    first[i] = Math.floor(centre) - LOBES + 1;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) sum += weights[i * TAPS + tap] = lanczos(first[i]! + tap - centre);
    for (let tap = 0; tap < TAPS; tap++) weights[i * TAPS + tap]! /= sum;
  }
  return { first, weights };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const turn = Math.PI * x;
  return (LOBES * Math.sin(turn) * Math.sin(turn / LOBES)) / (turn * turn);
}

/** Pixels outside repeat the edge. */
const clampIndex = (index: number, size: number): number => (index < 0 ? 0 : index >= size ? size - 1 : index);

/** @param out premultiplied, alpha 0…255 */
function widenRow(data: Uint8Array, start: number, width: number, { first, weights }: Taps, out: Float32Array): void {
  for (let x = 0; x < first.length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const at = start + clampIndex(first[x]! + tap, width) * 4;
      const opaque = (weights[x * TAPS + tap]! * data[at + 3]!) / 255;
      red += opaque * data[at]!;
      green += opaque * data[at + 1]!;
      blue += opaque * data[at + 2]!;
      alpha += opaque * 255;
    }
    out[x * 4] = red;
    out[x * 4 + 1] = green;
    out[x * 4 + 2] = blue;
    out[x * 4 + 3] = alpha;
  }
}

function addRow(row: Float32Array, weight: number, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i]! += weight * row[i]!;
}

function writeRow(row: Float32Array, out: Uint8Array, start: number): void {
  for (let i = 0; i < row.length; i += 4) {
    const alpha = byte(row[i + 3]!);
    if (alpha === 0) continue;
    const share = 255 / row[i + 3]!;
    out[start + i] = byte(row[i]! * share);
    out[start + i + 1] = byte(row[i + 1]! * share);
    out[start + i + 2] = byte(row[i + 2]! * share);
    out[start + i + 3] = alpha;
  }
}

const byte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value));
