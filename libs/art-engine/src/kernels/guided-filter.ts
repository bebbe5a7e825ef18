import { boxBlur } from './blur.js';
import { clamp01, multiply, type Plane } from './plane.js';
import { enlarge, shrink } from './scale.js';

/** The two coefficients of the filter vary slowly, so they are computed at half the size. */
export const GUIDED_FACTOR = 2;

/**
 * Smooths `input` so that its edges follow those of `guide`, both 0…1. A rough mask becomes a matte with the outline of
 * the fur.
 * Sources: K. He, J. Sun, X. Tang, "Guided Image Filtering", ECCV 2010; K. He, J. Sun, "Fast Guided Filter", 2015.
 *
 * @param guide H × W
 * @param input shrunk by {@link GUIDED_FACTOR}
 * @param radiusPx half the window's side, in pixels of the guide
 * @param epsilon squared contrast of the guide below which it is smoothed
 * @returns H × W
 */
export function guidedFilter(guide: Plane, input: Plane, radiusPx: number, epsilon: number): Plane {
  const { slope, offset } = coefficients(
    shrink(guide, GUIDED_FACTOR),
    input,
    Math.max(1, Math.round(radiusPx / GUIDED_FACTOR)),
    epsilon,
  );
  const slopes = enlarge(slope, guide.width, guide.height, GUIDED_FACTOR);
  const out = enlarge(offset, guide.width, guide.height, GUIDED_FACTOR);
  for (let start = 0; start < out.values.length; start += guide.width)
    matteRow(slopes.values, guide.values, out.values, start, start + guide.width);
  return out;
}

/** @param out holds the offsets and receives the matte */
function matteRow(slopes: Float32Array, guide: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = clamp01(slopes[i]! * guide[i]! + out[i]!);
}

/**
 * Slope and offset of the best linear map from guide to input in each window, averaged over the windows that contain a
 * pixel.
 */
function coefficients(guide: Plane, input: Plane, radius: number, epsilon: number): { slope: Plane; offset: Plane } {
  const meanGuide = boxBlur(guide, radius);
  const meanInput = boxBlur(input, radius);
  const meanProduct = boxBlur(multiply(guide, input), radius);
  const meanSquare = boxBlur(multiply(guide, guide), radius);
  const means = {
    guide: meanGuide.values,
    input: meanInput.values,
    product: meanProduct.values,
    square: meanSquare.values,
  };
  for (let start = 0; start < means.guide.length; start += guide.width)
    lineRow(means, epsilon, start, start + guide.width);
  return { slope: boxBlur(meanProduct, radius), offset: boxBlur(meanInput, radius) };
}

interface Means {
  readonly guide: Float32Array;
  readonly input: Float32Array;
  readonly product: Float32Array;
  readonly square: Float32Array;
}

/** Overwrites the mean product with the slope and the mean input with the offset. */
function lineRow({ guide, input, product, square }: Means, epsilon: number, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const mean = guide[i]!;
    const variance = square[i]! - mean * mean;
    const covariance = product[i]! - mean * input[i]!;
    product[i] = covariance / (variance + epsilon);
    input[i] = input[i]! - product[i]! * mean;
  }
}
