import type { LabPlanes } from '../kernels/colour.js';
import { DIRECTIONS, DX, DY, GridCut } from '../kernels/min-cut.js';
import type { Plane } from '../kernels/plane.js';

const CLUSTERS = 5;
const ROUNDS = 3;
/** How much the first guess (saliency) still counts beside the learned colours. */
const PRIOR_WEIGHT = 3;
const SMOOTHNESS = 18;

interface Cluster {
  readonly mean: [number, number, number];
  readonly variance: [number, number, number];
  weight: number;
}

/**
 * Parts subject and background: colour models of both are learned from a first guess, the cheapest cut between them becomes the next guess.
 * Source: C. Rother, V. Kolmogorov, A. Blake, "GrabCut", SIGGRAPH 2004 (here with diagonal covariances and the saliency kept as prior).
 *
 * @param likelihood first guess H × W, 0…1, where 0.5 means undecided
 * @returns H × W bytes, 1 = subject
 */
export function grabCut(lab: LabPlanes, likelihood: Plane): Uint8Array {
  const { width, height } = likelihood;
  let mask: Uint8Array = Uint8Array.from(likelihood.values, (value) => (value > 0.5 ? 1 : 0));
  for (let round = 0; round < ROUNDS; round++) {
    const subject = learn(lab, mask, 1);
    const background = learn(lab, mask, 0);
    if (!subject || !background) return mask;
    const cut = new GridCut(width, height);
    for (let i = 0; i < mask.length; i++) {
      const prior = Math.min(0.98, Math.max(0.02, likelihood.values[i]!));
      const colours = Math.max(-12, Math.min(12, logLikelihood(lab, i, subject) - logLikelihood(lab, i, background)));
      cut.hang(i % width, Math.floor(i / width), colours + PRIOR_WEIGHT * Math.log(prior / (1 - prior)));
    }
    bindNeighbours(cut, lab);
    mask = cut.solve();
  }
  return mask;
}

/** Parting two pixels costs the less the more they differ, measured against the photo's usual difference. */
function bindNeighbours(cut: GridCut, lab: LabPlanes): void {
  const { width, height } = lab.lightness;
  const count = width * height;
  let sum = 0;
  for (let i = 0; i < count - 1; i++) sum += difference(lab, i, i + 1);
  const beta = 1 / (2 * (sum / count) + 1e-9);
  for (let direction = 0; direction < DIRECTIONS; direction += 2) {
    const [dx, dy] = [DX[direction]!, DY[direction]!];
    const share = SMOOTHNESS / Math.hypot(dx, dy);
    for (let i = 0; i < count; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      if (x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      cut.bind(x, y, direction, share * Math.exp(-beta * difference(lab, i, i + dy * width + dx)) + 0.3);
    }
  }
}

function difference(lab: LabPlanes, one: number, other: number): number {
  const lightness = lab.lightness.values[one]! - lab.lightness.values[other]!;
  const a = lab.a.values[one]! - lab.a.values[other]!;
  const b = lab.b.values[one]! - lab.b.values[other]!;
  return lightness * lightness + 4 * (a * a + b * b);
}

const colourAt = (lab: LabPlanes, i: number): [number, number, number] => [
  lab.lightness.values[i]!,
  2 * lab.a.values[i]!,
  2 * lab.b.values[i]!,
];

function logLikelihood(lab: LabPlanes, i: number, clusters: readonly Cluster[]): number {
  const colour = colourAt(lab, i);
  let likelihood = 1e-9;
  for (const { mean, variance, weight } of clusters) {
    let exponent = 0;
    let volume = 1;
    for (let c = 0; c < 3; c++) {
      exponent += (colour[c]! - mean[c]!) ** 2 / variance[c]!;
      volume *= variance[c]!;
    }
    likelihood += (weight * Math.exp(-0.5 * exponent)) / Math.sqrt(volume);
  }
  return Math.log(likelihood);
}

/** A few rounds of k-means over the pixels of one side; null where it has too few. Starts from colours spread over the lightness range. */
function learn(lab: LabPlanes, mask: Uint8Array, side: number): Cluster[] | null {
  const members: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === side) members.push(i);
  if (members.length < 50) return null;
  members.sort((one, other) => lab.lightness.values[one]! - lab.lightness.values[other]!);
  let means = Array.from({ length: CLUSTERS }, (_, c) => colourAt(lab, members[Math.floor(((c + 0.5) / CLUSTERS) * members.length)]!));
  let clusters: Cluster[] = [];
  for (let round = 0; round < 6; round++) {
    clusters = summarise(lab, members, means);
    means = clusters.map(({ mean }) => mean);
  }
  for (const cluster of clusters) cluster.weight /= members.length;
  return clusters;
}

function summarise(lab: LabPlanes, members: readonly number[], means: readonly [number, number, number][]): Cluster[] {
  const sums = means.map(() => new Float64Array(7));
  for (const member of members) {
    const colour = colourAt(lab, member);
    const sum = sums[nearest(colour, means)]!;
    for (let c = 0; c < 3; c++) {
      sum[c]! += colour[c]!;
      sum[3 + c]! += colour[c]! ** 2;
    }
    sum[6]! += 1;
  }
  return sums.map((sum, c) => {
    const n = sum[6]!;
    if (n === 0) return { mean: means[c]!, variance: [0.01, 0.01, 0.01], weight: 0 };
    const mean: [number, number, number] = [sum[0]! / n, sum[1]! / n, sum[2]! / n];
    const variance = mean.map((m, k) => Math.max(4e-4, sum[3 + k]! / n - m * m)) as [number, number, number];
    return { mean, variance, weight: n };
  });
}

function nearest(colour: readonly number[], means: readonly (readonly number[])[]): number {
  let best = 0;
  let bestDistance = Infinity;
  for (const [index, mean] of means.entries()) {
    const distance = (colour[0]! - mean[0]!) ** 2 + (colour[1]! - mean[1]!) ** 2 + (colour[2]! - mean[2]!) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}
