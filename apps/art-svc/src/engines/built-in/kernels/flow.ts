import { gaussianBlur } from './blur.js';
import { emptyPlane, type Plane } from './plane.js';

/** Where strokes run: unit vectors along the edges (the fur). The planes are half as wide and high as the picture, as neighbours run alike. */
export interface Flow {
  readonly x: Plane;
  readonly y: Plane;
  /** Strength of the edge, 0 where it is flat. */
  readonly strength: Plane;
}

/** Variance that means of 2 × 2 pixels already have, in those pixels. */
const HALVING_VARIANCE = 0.25;

/**
 * The direction along edges from the smoothed structure tensor of a brightness plane.
 * Source: T. Brox et al., "Adaptive Structure Tensors and their Applications", 2006; used as in Kyprianidis & Kang 2011.
 */
export function edgeFlow(tone: Plane, sigmaPx: number): Flow {
  const half = (): Plane => emptyPlane(Math.ceil(tone.width / 2), Math.ceil(tone.height / 2));
  const [xx, xy, yy] = [half(), half(), half()];
  for (let y = 1; y < tone.height - 1; y++) addTensors(tone, y, xx, xy, yy);
  const sigma = Math.sqrt(Math.max(0, sigmaPx * sigmaPx - HALVING_VARIANCE)) / 2;
  return eigen(gaussianBlur(xx, sigma), gaussianBlur(xy, sigma), gaussianBlur(yy, sigma));
}

/** Of one row of brightnesses, by Sobel's differences, each a quarter of a pixel of the halved planes. */
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

/** The eigenvector of the smaller eigenvalue points along the edge; the root of the larger is its strength. */
function eigen(xx: Plane, xy: Plane, yy: Plane): Flow {
  const { width, height } = xx;
  const flow = { x: emptyPlane(width, height), y: emptyPlane(width, height), strength: emptyPlane(width, height) };
  for (let i = 0; i < xx.values.length; i++) {
    const e = xx.values[i]!;
    const f = xy.values[i]!;
    const g = yy.values[i]!;
    // Running sums leave rounding errors: a flat place may come out a trace below zero.
    const larger = Math.max(0, 0.5 * (e + g + Math.sqrt((e - g) * (e - g) + 4 * f * f)));
    const x = larger - e;
    const y = -f;
    const length = Math.sqrt(x * x + y * y);
    flow.x.values[i] = length > 1e-9 ? x / length : 0;
    flow.y.values[i] = length > 1e-9 ? y / length : 1;
    flow.strength.values[i] = Math.sqrt(larger);
  }
  return flow;
}

/** Pixels from one sample to the next. */
const STRIDE = 1.6;

/** Where there is less of what is asked for than this, nothing is smoothed. */
const TRACE = 0.01;

/**
 * Each pixel's mean over a line of `reachPx` either way along the flow (line integral): coherent strokes instead of noise.
 *
 * @param where worked out only where this is above a trace; elsewhere the value stays
 */
export function smoothAlong(plane: Plane, flow: Flow, reachPx: number, where: Plane): Plane {
  const out: Plane = { ...plane, values: plane.values.slice() };
  const steps = Math.round(reachPx / STRIDE);
  for (let y = 0; y < plane.height; y++) smoothRow(plane, flow, steps, where, out, y);
  return out;
}

function smoothRow({ width, height, values }: Plane, { x: { width: alongWidth, values: alongX }, y: { values: alongY } }: Flow, steps: number, where: Plane, out: Plane, y: number): void {
  for (let x = 0, target = y * width; x < width; x++, target++) {
    if (where.values[target]! < TRACE) continue;
    const here = (y >> 1) * alongWidth + (x >> 1);
    let sum = values[target]!;
    let count = 1;
    for (let sign = -STRIDE; sign <= STRIDE; sign += 2 * STRIDE) {
      let px = x + 0.5;
      let py = y + 0.5;
      let dx = sign * alongX[here]!;
      let dy = sign * alongY[here]!;
      for (let step = 0; step < steps; step++) {
        px += dx;
        py += dy;
        if (px < 0 || py < 0 || px >= width || py >= height) break;
        sum += values[(py | 0) * width + (px | 0)]!;
        count++;
        const there = (py >> 1) * alongWidth + (px >> 1);
        // An axis has no direction: the one that goes on forwards is taken.
        const turn = alongX[there]! * dx + alongY[there]! * dy < 0 ? -STRIDE : STRIDE;
        dx = turn * alongX[there]!;
        dy = turn * alongY[there]!;
      }
    }
    out.values[target] = sum / count;
  }
}
