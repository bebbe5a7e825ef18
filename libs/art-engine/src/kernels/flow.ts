import { gaussianBlur } from './blur.js';
import { emptyPlane, type Plane } from './plane.js';

/**
 * The direction of strokes: unit vectors along the edges (the fur). The planes have half the width and height of the
 * picture, as neighbours have similar directions.
 */
export interface Flow {
  readonly x: Plane;
  readonly y: Plane;
  /** Strength of the edge; 0 in flat areas. */
  readonly strength: Plane;
}

/** Variance, in pixels², that the means of 2 × 2 pixels already have. */
const HALVING_VARIANCE = 0.25;

/**
 * The direction along edges, from the smoothed structure tensor of a brightness plane.
 * Source: T. Brox et al., "Adaptive Structure Tensors and their Applications", 2006; used as in Kyprianidis & Kang
 * 2011.
 */
export function edgeFlow(tone: Plane, sigmaPx: number): Flow {
  const half = (): Plane => emptyPlane(Math.ceil(tone.width / 2), Math.ceil(tone.height / 2));
  const [xx, xy, yy] = [half(), half(), half()];
  for (let y = 1; y < tone.height - 1; y++) addTensors(tone, y, xx, xy, yy);
  const sigma = Math.sqrt(Math.max(0, sigmaPx * sigmaPx - HALVING_VARIANCE)) / 2;
  return eigen(gaussianBlur(xx, sigma), gaussianBlur(xy, sigma), gaussianBlur(yy, sigma));
}

/** Sobel differences of one row, each a quarter of a pixel of the halved planes. */
function addTensors({ width, values }: Plane, y: number, xx: Plane, xy: Plane, yy: Plane): void {
  const half = (y >> 1) * xx.width;
  for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
    const up = i - width;
    const down = i + width;
    const falling = values[down + 1]! - values[up - 1]!;
    const rising = values[up + 1]! - values[down - 1]!;
    const gx = (2 * (values[i + 1]! - values[i - 1]!) + rising + falling) / 16;
    const gy = (2 * (values[down]! - values[up]!) + falling - rising) / 16;
    const at = half + (x >> 1);
    xx.values[at]! += gx * gx;
    xy.values[at]! += gx * gy;
    yy.values[at]! += gy * gy;
  }
}

/**
 * The eigenvector of the smaller eigenvalue points along the edge. The square root of the larger eigenvalue is the
 * edge's strength.
 */
function eigen(xx: Plane, xy: Plane, yy: Plane): Flow {
  const { width, height } = xx;
  const flow = { x: emptyPlane(width, height), y: emptyPlane(width, height), strength: emptyPlane(width, height) };
  for (let start = 0; start < xx.values.length; start += width)
    eigenRow(xx.values, xy.values, yy.values, flow, start, start + width);
  return flow;
}

function eigenRow(xx: Float32Array, xy: Float32Array, yy: Float32Array, flow: Flow, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const e = xx[i]!;
    const f = xy[i]!;
    const g = yy[i]!;
    // Running sums leave rounding errors: a flat area may come out slightly below zero.
    const larger = Math.max(0, 0.5 * (e + g + Math.sqrt((e - g) * (e - g) + 4 * f * f)));
    const x = larger - e;
    const y = -f;
    const length = Math.sqrt(x * x + y * y);
    flow.x.values[i] = length > 1e-9 ? x / length : 0;
    flow.y.values[i] = length > 1e-9 ? y / length : 1;
    flow.strength.values[i] = Math.sqrt(larger);
  }
}

/** Pixels between two samples. */
const STRIDE = 1.6;

/** Pixels with a smaller weight than this are not smoothed. */
const TRACE = 0.01;

/** A plane to smooth, and the reach of its strokes. */
export interface Stroke {
  readonly plane: Plane;
  readonly reachPx: number;
}

/**
 * The mean of each pixel over a line along the flow (line integral convolution): coherent strokes instead of noise.
 * Planes of one size are smoothed together, because finding the line is most of the work.
 *
 * @param where only pixels above a small weight are computed; the others keep their values
 */
export function smoothAlong(strokes: readonly Stroke[], flow: Flow, where: Plane): Plane[] {
  const { width, height } = where;
  const lines = strokes.map(({ plane, reachPx }) => ({
    values: plane.values,
    steps: Math.round(reachPx / STRIDE),
    out: plane.values.slice(),
  }));
  const longest = Math.max(...lines.map(({ steps }) => steps));
  const ground: Ground = {
    width,
    height,
    flowWidth: flow.x.width,
    flowX: flow.x.values,
    flowY: flow.y.values,
    back: new Int32Array(longest),
    forth: new Int32Array(longest),
  };
  for (let y = 0; y < height; y++) smoothRow(lines, ground, where.values, y);
  return lines.map(({ out }) => ({ width, height, values: out }));
}

interface Line {
  readonly values: Float32Array;
  readonly steps: number;
  readonly out: Float32Array;
}

interface Ground {
  readonly width: number;
  readonly height: number;
  readonly flowWidth: number;
  readonly flowX: Float32Array;
  readonly flowY: Float32Array;
  /** The pixels that the line through one pixel visits, in both directions. */
  readonly back: Int32Array;
  readonly forth: Int32Array;
}

function smoothRow(lines: readonly Line[], ground: Ground, where: Float32Array, y: number): void {
  const { width, back, forth } = ground;
  for (let x = 0, target = y * width; x < width; x++, target++) {
    if (where[target]! < TRACE) continue;
    const before = trace(ground, back, x, y, -STRIDE);
    const behind = trace(ground, forth, x, y, STRIDE);
    for (let n = 0; n < lines.length; n++) smoothPixel(lines[n]!, target, back, before, forth, behind);
  }
}

/** Follows the flow from the pixel; returns the number of steps before the edge of the picture. */
function trace(
  { width, height, flowWidth, flowX, flowY }: Ground,
  way: Int32Array,
  x: number,
  y: number,
  pace: number,
): number {
  const here = (y >> 1) * flowWidth + (x >> 1);
  let px = x + 0.5;
  let py = y + 0.5;
  let dx = pace * flowX[here]!;
  let dy = pace * flowY[here]!;
  for (let step = 0; step < way.length; step++) {
    px += dx;
    py += dy;
    if (px < 0 || py < 0 || px >= width || py >= height) return step;
    way[step] = (py | 0) * width + (px | 0);
    const there = (py >> 1) * flowWidth + (px >> 1);
    const alongX = flowX[there]!;
    const alongY = flowY[there]!;
    // An axis has no direction: the one that continues forwards is taken.
    const turn = alongX * dx + alongY * dy < 0 ? -STRIDE : STRIDE;
    dx = turn * alongX;
    dy = turn * alongY;
  }
  return way.length;
}

function smoothPixel(
  { values, steps, out }: Line,
  target: number,
  back: Int32Array,
  before: number,
  forth: Int32Array,
  behind: number,
): void {
  const [most, mostBehind] = [Math.min(steps, before), Math.min(steps, behind)];
  let sum = values[target]!;
  for (let step = 0; step < most; step++) sum += values[back[step]!]!;
  for (let step = 0; step < mostBehind; step++) sum += values[forth[step]!]!;
  out[target] = sum / (1 + most + mostBehind);
}

/**
 * How much darker each pixel of a brightness plane is than its surroundings. Smoothed along the flow and thresholded,
 * this gives ink lines.
 * Source: H. Winnemöller, J. Kyprianidis, S. Olsen, "XDoG", 2012; smoothing as in Kang et al., "Coherent Line Drawing",
 * 2007.
 *
 * @param sigmaPx width of the thinnest line in pixels
 */
export const lineStrength = (tone: Plane, sigmaPx: number): Plane =>
  less(gaussianBlur(tone, sigmaPx * WIDER), gaussianBlur(tone, sigmaPx));

/** The same for light lines. */
export const lightLineStrength = (tone: Plane, sigmaPx: number): Plane =>
  less(gaussianBlur(tone, sigmaPx), gaussianBlur(tone, sigmaPx * WIDER));

/** Ratio of the sigma of the surroundings, as in the sources. */
const WIDER = 1.6;

function less(one: Plane, other: Plane): Plane {
  const out = emptyPlane(one.width, one.height);
  for (let start = 0; start < out.values.length; start += out.width)
    lessRow(one.values, other.values, out.values, start, start + out.width);
  return out;
}

function lessRow(one: Float32Array, other: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = one[i]! - other[i]!;
}
