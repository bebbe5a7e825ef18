import { boxBlur } from './blur.js';
import { clamp01, emptyPlane, times, type Plane } from './plane.js';
import { enlarge, shrink } from './scale.js';

/** The filter's two coefficients vary slowly: they are worked out on so many pixels fewer each way. */
export const GUIDED_FACTOR = 2;

/**
 * Smooths `input` so that its edges follow those of `guide`, both 0…1: a rough mask becomes a matte that hugs the fur.
 * Sources: K. He, J. Sun, X. Tang, "Guided Image Filtering", ECCV 2010; K. He, J. Sun, "Fast Guided Filter", 2015.
 *
 * @param guide H × W
 * @param input shrunk by {@link GUIDED_FACTOR}
 * @param radiusPx half the window's side, in pixels of the guide
 * @param epsilon contrast (squared) of the guide below which it is smoothed over
 * @returns H × W
 */
export function guidedFilter(guide: Plane, input: Plane, radiusPx: number, epsilon: number): Plane {
  const { slope, offset } = coefficients(shrink(guide, GUIDED_FACTOR), input, Math.max(1, Math.round(radiusPx / GUIDED_FACTOR)), epsilon);
  const slopes = enlarge(slope, guide.width, guide.height, GUIDED_FACTOR);
  const out = enlarge(offset, guide.width, guide.height, GUIDED_FACTOR);
  for (let i = 0; i < out.values.length; i++) out.values[i] = clamp01(slopes.values[i]! * guide.values[i]! + out.values[i]!);
  return out;
}

/** Of the line that takes the guide to the input best in each window, each the mean over the windows that hold a pixel. */
function coefficients(guide: Plane, input: Plane, radius: number, epsilon: number): { slope: Plane; offset: Plane } {
  const meanGuide = boxBlur(guide, radius);
  const meanInput = boxBlur(input, radius);
  const meanProduct = boxBlur(times(guide, input), radius);
  const meanSquare = boxBlur(times(guide, guide), radius);
  const slope = emptyPlane(guide.width, guide.height);
  const offset = emptyPlane(guide.width, guide.height);
  for (let i = 0; i < slope.values.length; i++) {
    const mean = meanGuide.values[i]!;
    const variance = meanSquare.values[i]! - mean * mean;
    const covariance = meanProduct.values[i]! - mean * meanInput.values[i]!;
    slope.values[i] = covariance / (variance + epsilon);
    offset.values[i] = meanInput.values[i]! - slope.values[i]! * mean;
  }
  return { slope: boxBlur(slope, radius), offset: boxBlur(offset, radius) };
}
