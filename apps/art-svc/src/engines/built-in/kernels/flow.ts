import { gaussianBlur } from './blur.js';
import { emptyPlane, type Plane } from './plane.js';

/** Where strokes run: unit vectors along the edges (the fur), H × W each. */
export interface Flow {
  readonly x: Plane;
  readonly y: Plane;
  /** Strength of the edge, 0 where it is flat. */
  readonly strength: Plane;
}

/**
 * The direction along edges from the smoothed structure tensor of a brightness plane.
 * Source: T. Brox et al., "Adaptive Structure Tensors and their Applications", 2006; used as in Kyprianidis & Kang 2011.
 */
export function edgeFlow(tone: Plane, sigmaPx: number): Flow {
  const { width, height, values } = tone;
  const [xx, xy, yy] = [emptyPlane(width, height), emptyPlane(width, height), emptyPlane(width, height)];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const [up, down] = [i - width, i + width];
      const right = values[up + 1]! + 2 * values[i + 1]! + values[down + 1]!;
      const left = values[up - 1]! + 2 * values[i - 1]! + values[down - 1]!;
      const below = values[down - 1]! + 2 * values[down]! + values[down + 1]!;
      const above = values[up - 1]! + 2 * values[up]! + values[up + 1]!;
      const gx = (right - left) / 8;
      const gy = (below - above) / 8;
      xx.values[i] = gx * gx;
      xy.values[i] = gx * gy;
      yy.values[i] = gy * gy;
    }
  }
  return eigen(gaussianBlur(xx, sigmaPx), gaussianBlur(xy, sigmaPx), gaussianBlur(yy, sigmaPx));
}

/** The eigenvector of the smaller eigenvalue points along the edge; the root of the larger is its strength. */
function eigen(xx: Plane, xy: Plane, yy: Plane): Flow {
  const { width, height } = xx;
  const flow = { x: emptyPlane(width, height), y: emptyPlane(width, height), strength: emptyPlane(width, height) };
  for (let i = 0; i < xx.values.length; i++) {
    const [e, f, g] = [xx.values[i]!, xy.values[i]!, yy.values[i]!];
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

/**
 * Each pixel's mean over a line of `reachPx` either way along the flow (line integral): coherent strokes instead of noise.
 *
 * @param where worked out only where this is above a trace; elsewhere the value stays
 */
export const smoothAlong = (plane: Plane, flow: Flow, reachPx: number, where: Plane): Plane => smoothBoth([plane, plane], flow, [reachPx, 0], where)[0];

/** Two planes by the same lines, which take longer to follow than to read. */
export function smoothBoth([one, other]: readonly [Plane, Plane], flow: Flow, reachPx: readonly [number, number], where: Plane): [Plane, Plane] {
  const { width, height } = one;
  const [outOne, outOther] = [emptyPlane(width, height), emptyPlane(width, height)];
  const [valuesOne, valuesOther, wanted] = [one.values, other.values, where.values];
  const [alongX, alongY] = [flow.x.values, flow.y.values];
  const stepsOne = Math.round(reachPx[0] / STRIDE);
  const stepsOther = Math.round(reachPx[1] / STRIDE);
  const steps = Math.max(stepsOne, stepsOther);
  for (let y = 0, target = 0; y < height; y++) {
    for (let x = 0; x < width; x++, target++) {
      let sumOne = valuesOne[target]!;
      let sumOther = valuesOther[target]!;
      let countOne = 1;
      let countOther = 1;
      if (wanted[target]! >= 0.01) {
        for (let sign = -STRIDE; sign <= STRIDE; sign += 2 * STRIDE) {
          let px = x + 0.5;
          let py = y + 0.5;
          let dx = sign * alongX[target]!;
          let dy = sign * alongY[target]!;
          for (let step = 0; step < steps; step++) {
            px += dx;
            py += dy;
            if (px < 0 || py < 0 || px >= width || py >= height) break;
            const at = (py | 0) * width + (px | 0);
            if (step < stepsOne) {
              sumOne += valuesOne[at]!;
              countOne++;
            }
            if (step < stepsOther) {
              sumOther += valuesOther[at]!;
              countOther++;
            }
            // An axis has no direction: the one that goes on forwards is taken.
            const turn = alongX[at]! * dx + alongY[at]! * dy < 0 ? -STRIDE : STRIDE;
            dx = turn * alongX[at]!;
            dy = turn * alongY[at]!;
          }
        }
      }
      outOne.values[target] = sumOne / countOne;
      outOther.values[target] = sumOther / countOther;
    }
  }
  return [outOne, outOther];
}
