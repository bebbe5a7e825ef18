import { boxBlur } from './blur.js';
import { clamp01, emptyPlane, type Plane } from './plane.js';

/**
 * Smooths `input` so that its edges follow those of `guide` (both H × W, 0…1): a rough mask becomes a matte that hugs the fur.
 * Source: K. He, J. Sun, X. Tang, "Guided Image Filtering", ECCV 2010.
 *
 * @param radiusPx half the window's side
 * @param epsilon contrast (squared) of the guide below which it is smoothed over
 */
export function guidedFilter(guide: Plane, input: Plane, radiusPx: number, epsilon: number): Plane {
  const { width, height } = guide;
  const product = (one: Plane, other: Plane): Plane => {
    const out = emptyPlane(width, height);
    for (let i = 0; i < out.values.length; i++) out.values[i] = one.values[i]! * other.values[i]!;
    return out;
  };
  const meanGuide = boxBlur(guide, radiusPx);
  const meanInput = boxBlur(input, radiusPx);
  const meanProduct = boxBlur(product(guide, input), radiusPx);
  const meanSquare = boxBlur(product(guide, guide), radiusPx);
  const slope = emptyPlane(width, height);
  const offset = emptyPlane(width, height);
  for (let i = 0; i < slope.values.length; i++) {
    const mean = meanGuide.values[i]!;
    const variance = meanSquare.values[i]! - mean * mean;
    const covariance = meanProduct.values[i]! - mean * meanInput.values[i]!;
    slope.values[i] = covariance / (variance + epsilon);
    offset.values[i] = meanInput.values[i]! - slope.values[i]! * mean;
  }
  const meanSlope = boxBlur(slope, radiusPx);
  const meanOffset = boxBlur(offset, radiusPx);
  const out = emptyPlane(width, height);
  for (let i = 0; i < out.values.length; i++) {
    out.values[i] = clamp01(meanSlope.values[i]! * guide.values[i]! + meanOffset.values[i]!);
  }
  return out;
}
