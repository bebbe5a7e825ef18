import type { LabPlanes } from '../kernels/colour.js';
import { DIRECTIONS, DX, DY } from '../kernels/grid-flow.js';
import { GridCut } from '../kernels/min-cut.js';
import type { Plane } from '../kernels/plane.js';

const CLUSTERS = 5;
const ROUNDS = 3;
/** The iteration stops when a smaller share of pixels changes sides: the difference is not visible. */
const SETTLED_SHARE = 0.004;
const LEARNING_ROUNDS = 4;
/** Weight of the first guess (saliency) beside the learned colours. */
const PRIOR_WEIGHT = 3;
const SMOOTHNESS = 18;
/** The colours of one side are learned from this many pixels at most. */
const MOST_SAMPLES = 3000;

/** Fewer pixels are not enough for a colour model. */
const LEAST_SAMPLES = 50;

/** Per cluster: mean of three channels, variance of three channels, weight. */
type Clusters = Float64Array;
/** The same, precomputed: mean, −1 / (2 · variance), and the height of the Gaussian. */
type ColourModel = Float64Array;
const FIELDS = 7;
/** Beyond this distance a cluster contributes nothing. */
const FAR = -30;
/** Table of e^x from 0 down to {@link FAR}: it is read millions of times and takes a third of the time of Math.exp. */
const BELL_STEPS = 8192;
const BELL = Float64Array.from({ length: BELL_STEPS + 1 }, (_, step) => Math.exp((step / BELL_STEPS) * FAR));

/**
 * Separates subject and background. Colour models of both are learned from a first guess; the cheapest cut between them
 * is the next guess.
 * Source: C. Rother, V. Kolmogorov, A. Blake, "GrabCut", SIGGRAPH 2004 (with diagonal covariances, and the saliency as
 * prior).
 *
 * @param likelihood first guess H × W, 0…1, where 0.5 means undecided
 * @returns H × W bytes, 1 = subject
 */
export function grabCut({ colours, byLightness, cut }: CutGround, likelihood: Plane): Uint8Array {
  const { width, height, values } = likelihood;
  const priors = new Float32Array(values.length);
  let mask: Uint8Array = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) {
    priors[i] = priorOf(values[i]!);
    mask[i] = values[i]! > 0.5 ? 1 : 0;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const subject = learn(colours, byLightness, mask, 1);
    const background = learn(colours, byLightness, mask, 0);
    if (!subject || !background) return mask;
    for (let y = 0; y < height; y++) hangRow(cut, y, width, { colours, subject, background, priors });
    const before = mask;
    mask = cut.solve();
    if (changed(before, mask) < SETTLED_SHARE * mask.length) return mask;
  }
  return mask;
}

interface Assignment {
  readonly colours: Float32Array;
  readonly subject: ColourModel;
  readonly background: ColourModel;
  readonly priors: Float32Array;
}

function hangRow(cut: GridCut, y: number, width: number, { colours, subject, background, priors }: Assignment): void {
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const logRatio = Math.log(likelihoodOf(colours, i, subject) / likelihoodOf(colours, i, background));
    cut.hang(x, y, Math.max(-12, Math.min(12, logRatio)) + priors[i]!);
  }
}

function priorOf(likelihood: number): number {
  const sure = Math.min(0.98, Math.max(0.02, likelihood));
  return PRIOR_WEIGHT * Math.log(sure / (1 - sure));
}

/** What all cuts of one picture share. They reuse one graph: the flow of one cut saves most of the work of the next. */
export interface CutGround {
  readonly colours: Float32Array;
  readonly byLightness: Uint32Array;
  readonly cut: GridCut;
}

export function cutGround(lab: LabPlanes): CutGround {
  const { width, height, values } = lab.lightness;
  const colours = coloursOf(lab);
  return { colours, byLightness: orderOf(values), cut: boundGrid(colours, width, height) };
}

/** The number of pixels that changed sides. */
function changed(before: Uint8Array, after: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < before.length; i++) if (before[i] !== after[i]) count++;
  return count;
}

/** Three numbers per pixel: lightness, and a and b doubled, because hue separates objects better. */
function coloursOf({ lightness, a, b }: LabPlanes): Float32Array {
  const colours = new Float32Array(lightness.values.length * 3);
  for (let i = 0, c = 0; i < lightness.values.length; i++, c += 3) {
    colours[c] = lightness.values[i]!;
    colours[c + 1] = 2 * a.values[i]!;
    colours[c + 2] = 2 * b.values[i]!;
  }
  return colours;
}

/** Pixel indices from dark to light, in steps of 1/1024; equal ones keep their order. */
function orderOf(lightness: Float32Array): Uint32Array {
  const levels = 1024;
  const levelOf = (value: number): number => Math.min(levels - 1, Math.max(0, Math.floor(value * levels)));
  const starts = new Uint32Array(levels + 1);
  for (let i = 0; i < lightness.length; i++) starts[levelOf(lightness[i]!) + 1]! += 1;
  for (let level = 0; level < levels; level++) starts[level + 1]! += starts[level]!;
  const order = new Uint32Array(lightness.length);
  for (let i = 0; i < lightness.length; i++) order[starts[levelOf(lightness[i]!)]!++] = i;
  return order;
}

/** The cost of a cut between two pixels falls with their difference, relative to the photo's mean difference. */
function boundGrid(colours: Float32Array, width: number, height: number): GridCut {
  const count = width * height;
  const cut = new GridCut(width, height);
  let sum = 0;
  for (let i = 0; i < count - 1; i++) sum += difference(colours, i, i + 1);
  const beta = 1 / (2 * (sum / count) + 1e-9);
  for (let direction = 0; direction < DIRECTIONS; direction += 2) {
    const [dx, dy] = [DX[direction]!, DY[direction]!];
    const share = SMOOTHNESS / Math.hypot(dx, dy);
    const bond: Bond = { direction, share, beta, columns: width - dx, beside: dy * width + dx };
    for (let y = Math.max(0, -dy); y < height - Math.max(0, dy); y++) bindRow(cut, colours, y, y * width, bond);
  }
  return cut;
}

interface Bond {
  readonly direction: number;
  readonly share: number;
  readonly beta: number;
  readonly columns: number;
  /** Index offset to the connected neighbour. */
  readonly beside: number;
}

function bindRow(
  cut: GridCut,
  colours: Float32Array,
  y: number,
  start: number,
  { direction, share, beta, columns, beside }: Bond,
): void {
  for (let x = 0, i = start; x < columns; x++, i++)
    cut.bind(x, y, direction, share * Math.exp(-beta * difference(colours, i, i + beside)) + 0.3);
}

function difference(colours: Float32Array, one: number, other: number): number {
  const lightness = colours[one * 3]! - colours[other * 3]!;
  const a = colours[one * 3 + 1]! - colours[other * 3 + 1]!;
  const b = colours[one * 3 + 2]! - colours[other * 3 + 2]!;
  return lightness * lightness + a * a + b * b;
}

function likelihoodOf(colours: Float32Array, i: number, model: ColourModel): number {
  const x = colours[i * 3]!;
  const y = colours[i * 3 + 1]!;
  const z = colours[i * 3 + 2]!;
  let likelihood = 1e-9;
  for (let c = 0; c < model.length; c += FIELDS) {
    const dx = x - model[c]!;
    const dy = y - model[c + 1]!;
    const dz = z - model[c + 2]!;
    const exponent = dx * dx * model[c + 3]! + dy * dy * model[c + 4]! + dz * dz * model[c + 5]!;
    if (exponent > FAR) likelihood += model[c + 6]! * BELL[(exponent * (BELL_STEPS / FAR) + 0.5) | 0]!;
  }
  return likelihood;
}

/**
 * A few iterations of k-means over the pixels of one side, starting from colours spread over the lightness range. Null
 * if there are too few pixels.
 */
function learn(colours: Float32Array, byLightness: Uint32Array, mask: Uint8Array, side: number): ColourModel | null {
  const members = membersOf(byLightness, mask, side);
  if (members.length < LEAST_SAMPLES) return null;
  let clusters: Clusters = new Float64Array(CLUSTERS * FIELDS);
  for (let c = 0; c < CLUSTERS; c++) {
    const member = members[Math.floor(((c + 0.5) / CLUSTERS) * members.length)]!;
    clusters.set(colours.subarray(member * 3, member * 3 + 3), c * FIELDS);
  }
  for (let round = 0; round < LEARNING_ROUNDS; round++) clusters = summarise(colours, members, clusters);
  return modelOf(clusters);
}

/** The pixels of one side, or a sample of them, from dark to light. */
function membersOf(byLightness: Uint32Array, mask: Uint8Array, side: number): Uint32Array {
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i] === side) count++;
  const stride = Math.max(1, Math.ceil(count / MOST_SAMPLES));
  const members = new Uint32Array(Math.ceil(count / stride));
  for (let n = 0, seen = 0, found = 0; n < byLightness.length; n++) {
    const i = byLightness[n]!;
    if (mask[i] === side && seen++ % stride === 0) members[found++] = i;
  }
  return members;
}

function modelOf(clusters: Clusters): ColourModel {
  const model = clusters.slice();
  for (let c = 0; c < model.length; c += FIELDS) {
    const [vx, vy, vz] = model.subarray(c + 3, c + 6) as unknown as [number, number, number];
    model.set([-0.5 / vx, -0.5 / vy, -0.5 / vz, model[c + 6]! / Math.sqrt(vx * vy * vz)], c + 3);
  }
  return model;
}

function summarise(colours: Float32Array, members: Uint32Array, before: Clusters): Clusters {
  const sums = new Float64Array(before.length);
  for (let n = 0; n < members.length; n++) {
    const member = members[n]!;
    const x = colours[member * 3]!;
    const y = colours[member * 3 + 1]!;
    const z = colours[member * 3 + 2]!;
    const s = nearest(x, y, z, before);
    sums[s]! += x;
    sums[s + 1]! += y;
    sums[s + 2]! += z;
    sums[s + 3]! += x * x;
    sums[s + 4]! += y * y;
    sums[s + 5]! += z * z;
    sums[s + 6]! += 1;
  }
  const clusters = new Float64Array(before.length);
  for (let c = 0; c < clusters.length; c += FIELDS) {
    const n = sums[c + 6]!;
    for (let channel = 0; channel < 3; channel++) {
      const mean = n === 0 ? before[c + channel]! : sums[c + channel]! / n;
      clusters[c + channel] = mean;
      clusters[c + 3 + channel] = n === 0 ? 0.01 : Math.max(4e-4, sums[c + 3 + channel]! / n - mean * mean);
    }
    clusters[c + 6] = n / members.length;
  }
  return clusters;
}

/** Index of the nearest cluster. */
function nearest(x: number, y: number, z: number, clusters: Clusters): number {
  let best = 0;
  let bestDistance = Infinity;
  for (let c = 0; c < clusters.length; c += FIELDS) {
    const dx = x - clusters[c]!;
    const dy = y - clusters[c + 1]!;
    const dz = z - clusters[c + 2]!;
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance >= bestDistance) continue;
    best = c;
    bestDistance = distance;
  }
  return best;
}
