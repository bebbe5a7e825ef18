/**
 * Enlarges pictures by Lanczos' kernel of three lobes (Duchon, "Lanczos Filtering in One and Two Dimensions", 1979). libvips has it for making smaller
 * only: enlarging it falls back to a bicubic one, whatever kernel is named (vips_resize, 8.17). Plain TypeScript: it runs in the rendering thread.
 */
import type { Raster } from './resample.js';

const LOBES = 3;
const TAPS = 2 * LOBES;

export interface Part {
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
 * The part at the size, which is no smaller than the part.
 * @param picture width × height × 4 (RGBA, not premultiplied), 8 bit; so is what it returns
 */
export function enlarge(picture: Raster, part: Part, { width, height }: Size): Raster {
  const [across, down] = [tapsOf(part.width, width), tapsOf(part.height, height)];
  const data = new Uint8Array(width * height * 4);
  // Of the part's rows, made wide, only those that one row of the result is mixed of.
  const wide = Array.from({ length: TAPS }, () => new Float32Array(width * 4));
  const held = new Int32Array(TAPS).fill(-1);
  const mixed = new Float32Array(width * 4);
  for (let y = 0; y < height; y++) {
    mixed.fill(0);
    for (let tap = 0; tap < TAPS; tap++) {
      const row = within(down.first[y]! + tap, part.height);
      const slot = row % TAPS;
      if (held[slot] !== row) {
        widenRow(picture.data, ((part.top + row) * picture.width + part.left) * 4, part.width, across, wide[slot]!);
        held[slot] = row;
      }
      addRow(wide[slot]!, down.weights[y * TAPS + tap]!, mixed);
    }
    writeRow(mixed, data, y * width * 4);
  }
  return { data, width, height, channels: 4 };
}

interface Taps {
  /** The first pixel that each pixel of the result is mixed of; it may lie outside. */
  readonly first: Int32Array;
  /** Six each; their sum is 1. */
  readonly weights: Float32Array;
}

function tapsOf(from: number, to: number): Taps {
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

/** Edges go on as they end. */
const within = (index: number, size: number): number => (index < 0 ? 0 : index >= size ? size - 1 : index);

/** @param out premultiplied, alpha 0…255 */
function widenRow(data: Uint8Array, start: number, width: number, { first, weights }: Taps, out: Float32Array): void {
  for (let x = 0; x < first.length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const at = start + within(first[x]! + tap, width) * 4;
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
