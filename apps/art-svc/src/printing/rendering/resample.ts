/** Reach of Lanczos' kernel, the widest of these filters, in pixels. */
const REACH_PX = 3;

/**
 * Takes the pixels at transparent edges from the second picture. libvips filters colours that are premultiplied: where a
 * filter overshoots the opacity, it shows a light rim within the edge.
 *
 * @param filtered RGBA; is changed
 * @param plain the same picture without the overshoot
 */
export function restoreEdges(filtered: Raster, plain: Raster): void {
  for (let y = 0; y < plain.height; y += 1) restoreRow(filtered, plain, y);
}

function restoreRow(filtered: Raster, { data, width, height }: Raster, y: number): void {
  const [top, bottom] = [Math.max(0, y - REACH_PX), Math.min(height - 1, y + REACH_PX)];
  for (let x = 0, at = (y * width + x) * 4; x < width; x += 1, at += 4) {
    if (data[at + 3] === 255) continue;
    const from = Math.max(0, x - REACH_PX) * 4;
    const to = (Math.min(width - 1, x + REACH_PX) + 1) * 4;
    for (let row = top; row <= bottom; row += 1)
      for (let i = row * width * 4 + from; i < row * width * 4 + to; i += 1) filtered.data[i] = data[i]!;
  }
}

/** width × height × channels, 8 bit, row by row. With 4 channels the last is alpha, not premultiplied. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Maps canvas pixel (column, row) to a point of the source; 0 is the middle of its first pixel. */
export interface Sampling {
  readonly x0: number;
  readonly y0: number;
  readonly xPerColumn: number;
  readonly yPerColumn: number;
  readonly xPerRow: number;
  readonly yPerRow: number;
}

const TAPS = 4;
/** With this many phases the step between two weights is far below an 8-bit step. */
const PHASES = 1024;

/** Weights of the four pixels around a point, for each phase between two pixels. */
const WEIGHTS = new Float32Array((PHASES + 1) * TAPS);
for (let phase = 0; phase <= PHASES; phase += 1) {
  const t = phase / PHASES;
  WEIGHTS.set(
    [
      ((-0.5 * t + 1) * t - 0.5) * t,
      (1.5 * t - 2.5) * t * t + 1,
      ((-1.5 * t + 2) * t + 0.5) * t,
      (0.5 * t - 0.5) * t * t,
    ],
    phase * TAPS,
  );
}

/**
 * Affine resampling with a cubic kernel (Keys, "Cubic convolution interpolation for digital image processing", IEEE
 * 1981, a = -0.5). libvips can't place pictures at fractions of a pixel.
 * @param source RGBA; transparent outside, so that its edges are smooth
 * @returns RGBA, not premultiplied
 */
export function resample(source: Raster, canvas: { widthPx: number; heightPx: number }, sampling: Sampling): Raster {
  const { widthPx: width, heightPx: height } = canvas;
  const data = new Uint8Array(width * height * 4);
  const { pixels, opaque } = premultiply(source);
  for (let row = 0; row < height; row += 1) {
    const x = sampling.x0 + row * sampling.xPerRow;
    const y = sampling.y0 + row * sampling.yPerRow;
    const visible = findColumnsWithin(
      [x, sampling.xPerColumn, -2, source.width + 1],
      [y, sampling.yPerColumn, -2, source.height + 1],
      width,
    );
    const inner = opaque
      ? findColumnsWithin(
          [x, sampling.xPerColumn, 1, source.width - 3],
          [y, sampling.yPerColumn, 1, source.height - 3],
          width,
        )
      : NONE;
    for (let column = visible.from; column <= visible.to; column += 1) {
      const at = (row * width + column) * 4;
      const sampleAt = column >= inner.from && column <= inner.to ? sampleInner : sampleEdge;
      sampleAt(pixels, x + column * sampling.xPerColumn, y + column * sampling.yPerColumn, data, at);
    }
  }
  return { data, width, height, channels: 4 };
}

interface Columns {
  readonly from: number;
  readonly to: number;
}

const NONE: Columns = { from: 1, to: 0 };

/** A coordinate in the first column, its step for each column, and its allowed range. */
type Walk = readonly [start: number, step: number, low: number, high: number];

/** The columns in which both coordinates are within their ranges. */
function findColumnsWithin(x: Walk, y: Walk, width: number): Columns {
  let from = 0;
  let to = width - 1;
  for (const [start, step, low, high] of [x, y]) {
    if (step === 0 && (start < low || start > high)) return NONE;
    if (step === 0) continue;
    const ends = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.ceil(Math.min(...ends)));
    to = Math.min(to, Math.floor(Math.max(...ends)));
  }
  return { from, to };
}

/**
 * Transparent pixels must not affect the colour of their neighbours. An opaque picture is used without a copy, which
 * would take hundreds of megabytes.
 */
function premultiply(source: Raster): { pixels: Raster; opaque: boolean } {
  if (isOpaque(source.data)) return { pixels: source, opaque: true };
  const data = Uint8Array.from(source.data);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 255) continue;
    for (let c = at; c < at + 3; c += 1) data[c] = Math.round((data[c]! * alpha) / 255);
  }
  return { pixels: { ...source, data }, opaque: false };
}

/** Of RGBA. */
export function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/**
 * For points whose sixteen source pixels are all inside and opaque. Unrolled by rows, because most of the time is
 * spent here.
 */
function sampleInner({ data, width }: Raster, x: number, y: number, out: Uint8Array, at: number): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const wx = ((x - left) * PHASES + 0.5) | 0;
  const wy = (((y - top) * PHASES + 0.5) | 0) * TAPS;
  const w0 = WEIGHTS[wx * TAPS]!;
  const w1 = WEIGHTS[wx * TAPS + 1]!;
  const w2 = WEIGHTS[wx * TAPS + 2]!;
  const w3 = WEIGHTS[wx * TAPS + 3]!;
  let red = 0;
  let green = 0;
  let blue = 0;
  let from = ((top - 1) * width + left - 1) * 4;
  for (let j = 0; j < TAPS; j += 1) {
    const weight = WEIGHTS[wy + j]!;
    red += weight * (w0 * data[from]! + w1 * data[from + 4]! + w2 * data[from + 8]! + w3 * data[from + 12]!);
    green += weight * (w0 * data[from + 1]! + w1 * data[from + 5]! + w2 * data[from + 9]! + w3 * data[from + 13]!);
    blue += weight * (w0 * data[from + 2]! + w1 * data[from + 6]! + w2 * data[from + 10]! + w3 * data[from + 14]!);
    from += width * 4;
  }
  out[at] = byte(red);
  out[at + 1] = byte(green);
  out[at + 2] = byte(blue);
  out[at + 3] = 255;
}

function sampleEdge({ data, width, height }: Raster, x: number, y: number, out: Uint8Array, at: number): void {
  const left = Math.floor(x) - 1;
  const top = Math.floor(y) - 1;
  const wx = Math.round((x - left - 1) * PHASES) * TAPS;
  const wy = Math.round((y - top - 1) * PHASES) * TAPS;
  const sums = [0, 0, 0, 0];
  for (let j = Math.max(0, -top); j < TAPS && top + j < height; j += 1) {
    for (let i = Math.max(0, -left); i < TAPS && left + i < width; i += 1) {
      const weight = WEIGHTS[wx + i]! * WEIGHTS[wy + j]!;
      const from = ((top + j) * width + left + i) * 4;
      for (let c = 0; c < 4; c += 1) sums[c]! += data[from + c]! * weight;
    }
  }
  // Colour and alpha overshoot alike, so the colour is divided by the alpha before that is clipped.
  const alpha = sums[3]!;
  if (alpha < 0.5) return;
  for (let c = 0; c < 3; c += 1) out[at + c] = byte((sums[c]! * 255) / alpha);
  out[at + 3] = byte(alpha);
}

const byte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0);
