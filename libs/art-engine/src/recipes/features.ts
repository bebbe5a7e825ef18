/** Eyes, nose and mouth: where a drawing needs its finest strokes. */
import { gaussianBlur } from '../kernels/blur.js';
import { luma } from '../kernels/colour.js';
import { clamp01, emptyPlane, smoothstep, type Plane } from '../kernels/plane.js';
import { enlarge, shrink } from '../kernels/scale.js';
import type { Scene } from '../scene/compose-scene.js';
import { ownTone } from './free-animal.js';

/** Radii of features in units: from the eyes of a whole animal to those of a head that fills the picture. */
const RADII = [3, 4.5, 7, 10.5, 16];

/** Shares of the animal that are less compact: from the first on a place counts a little, from the second on fully. */
const COMPACT = { from: 0.9, to: 0.975 };

/** In tones: noise on an animal of one colour is no feature. */
const LEAST_COMPACT = 0.02;

/** A light spot counts less than a dark one. Low on the body it is a patch of fur: shares of the animal's height. */
const LIGHT = { weight: 0.8, calmFrom: 0.35, calmTo: 0.65 };

/** How far a feature reaches beyond its radius, and the gain that makes its middle full. */
const REACH = 1.3;
const GAIN = 3;

/** Features are found at half the size, as their radii allow. */
const FACTOR = 2;

/** An edge is no feature: the mask's mean around a feature. */
const WITHIN = { from: 0.6, to: 0.95 };

/**
 * 1 on eyes, nose and other compact spots, 0 elsewhere, H × W. A spot is dark or light in all directions, so fur and
 * edges don't count, and it counts relative to the animal's other places. A spot that is no eye is drawn finer than
 * it needs, which does no harm.
 * Source: determinant of the Hessian over several scales, T. Lindeberg, "Feature Detection with Automatic Scale
 * Selection", 1998.
 */
export function findFeatures(scene: Pick<Scene, 'tone' | 'mask' | 'unit' | 'box'>): Plane {
  const halfUnit = scene.unit / FACTOR;
  const tone = shrink(ownTone(scene), FACTOR);
  const mask = shrink(scene.mask, FACTOR);
  const spots = RADII.map((radius) => {
    const found = findSpots(tone, radius * halfUnit, lightWeights(scene, tone.height, halfUnit));
    const within = gaussianBlur(mask, radius * halfUnit);
    for (let start = 0; start < found.values.length; start += found.width)
      keepWithin(found.values, within.values, start, start + found.width);
    return found;
  });
  const [from, to] = limits(spots, mask);
  const out = emptyPlane(tone.width, tone.height);
  for (const [n, found] of spots.entries()) {
    for (let start = 0; start < found.values.length; start += found.width)
      markRow(found.values, from, to, start, start + found.width);
    const wide = gaussianBlur(found, REACH * RADII[n]! * halfUnit);
    for (let start = 0; start < out.values.length; start += out.width)
      mostRow(out.values, wide.values, start, start + out.width);
  }
  return enlarge(gaussianBlur(out, 1), scene.mask.width, scene.mask.height, FACTOR);
}

function lightWeights({ box }: Pick<Scene, 'box'>, rows: number, halfUnit: number): Float32Array {
  const height = Math.max(1, box.bottom - box.top);
  return Float32Array.from({ length: rows }, (_, y) => {
    const down = (y / halfUnit - box.top) / height;
    return LIGHT.weight * (1 - smoothstep(LIGHT.calmFrom, LIGHT.calmTo, down));
  });
}

/** How compact the spot at each pixel is: the root of the determinant of the Hessian, 0 where it is a line or an edge. */
function findSpots(tone: Plane, sigma: number, light: Float32Array): Plane {
  const blurred = gaussianBlur(tone, sigma);
  const out = emptyPlane(tone.width, tone.height);
  const step = Math.max(1, Math.round(0.8 * sigma));
  const scale = (sigma / step) ** 2;
  for (let y = step; y < tone.height - step; y++) spotRow(blurred, y, step, scale, light[y]!, out.values);
  return out;
}

function spotRow(
  { width, values }: Plane,
  y: number,
  step: number,
  scale: number,
  light: number,
  out: Float32Array,
): void {
  const down = step * width;
  for (let x = step, i = y * width + step; x < width - step; x++, i++) {
    const twice = 2 * values[i]!;
    const xx = values[i - step]! + values[i + step]! - twice;
    const yy = values[i - down]! + values[i + down]! - twice;
    const falling = values[i - down - step]! + values[i + down + step]!;
    const xy = (falling - values[i - down + step]! - values[i + down - step]!) / 4;
    const determinant = xx * yy - xy * xy;
    if (determinant > 0) out[i] = scale * Math.sqrt(determinant) * (xx + yy > 0 ? 1 : light);
  }
}

function keepWithin(values: Float32Array, within: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) values[i]! *= smoothstep(WITHIN.from, WITHIN.to, within[i]!);
}

/** The range of compactness that counts, from the best radius of each of the animal's places. */
function limits(spots: readonly Plane[], mask: Plane): readonly [from: number, to: number] {
  const best: number[] = [];
  for (let i = 0; i < mask.values.length; i += SAMPLE_STEP)
    if (mask.values[i]! > 0.5) best.push(Math.max(...spots.map(({ values }) => values[i]!)));
  best.sort((one, other) => one - other);
  const at = (share: number): number => best[Math.floor(share * (best.length - 1))] ?? 0;
  const from = Math.max(LEAST_COMPACT, at(COMPACT.from));
  return [from, Math.max(2 * LEAST_COMPACT, from + 1e-6, at(COMPACT.to))];
}

const SAMPLE_STEP = 7;

function markRow(values: Float32Array, low: number, high: number, from: number, to: number): void {
  for (let i = from; i < to; i++) values[i] = smoothstep(low, high, values[i]!);
}

function mostRow(out: Float32Array, wide: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = Math.max(out[i]!, Math.min(1, GAIN * wide[i]!));
}

/** Units: the finest detail of a feature, and the surroundings that its contrast is stretched in. */
const FINE = 1;
const AROUND = 12;

/** The deviation of tones that a feature gets, by at most this gain. */
const CONTRAST = { deviation: 0.24, mostGain: 6 };

/** The mean tones of a feature's surroundings: a black animal's eyes need something lighter around, a white one's a darker. */
const SURROUNDINGS = { darkest: 0.36, lightest: 0.66 };

/**
 * The plane of tones with the photo's own detail in the features, in full contrast: the eyes of a black dog are not
 * lost in its fur.
 *
 * @param calm tones that were smoothed for the style
 * @param features from {@link findFeatures}
 */
export function sharpenFeatures(calm: Plane, { tone, photo, unit }: Scene, features: Plane): Plane {
  const { width, height } = tone;
  const detail = gaussianBlur(luma(photo), FINE * unit);
  const [mean, around] = [gaussianBlur(detail, AROUND * unit), gaussianBlur(tone, AROUND * unit)];
  const square = emptyPlane(width, height);
  for (let start = 0; start < square.values.length; start += width)
    squareRow(detail.values, mean.values, square.values, start, start + width);
  const variance = gaussianBlur(square, AROUND * unit);
  const out = emptyPlane(width, height);
  const planes = { calm, features, detail, around, variance };
  for (let start = 0; start < out.values.length; start += width) sharpenRow(planes, out.values, start, start + width);
  return out;
}

/** @param detail receives the difference to the mean */
function squareRow(detail: Float32Array, mean: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    detail[i]! -= mean[i]!;
    out[i] = detail[i]! * detail[i]!;
  }
}

interface Sharpening {
  readonly calm: Plane;
  readonly features: Plane;
  readonly detail: Plane;
  readonly around: Plane;
  readonly variance: Plane;
}

function sharpenRow(
  { calm, features, detail, around, variance }: Sharpening,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const was = calm.values[i]!;
    out[i] = was;
    if (features.values[i]! === 0) continue;
    const gain = CONTRAST.deviation / Math.sqrt(variance.values[i]! + 1e-6);
    const middle = Math.min(SURROUNDINGS.lightest, Math.max(SURROUNDINGS.darkest, around.values[i]!));
    const clear = clamp01(middle + Math.min(CONTRAST.mostGain, Math.max(1, gain)) * detail.values[i]!);
    out[i] = was + (clear - was) * features.values[i]!;
  }
}
