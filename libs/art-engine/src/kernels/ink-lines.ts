import { gaussianBlur } from './blur.js';
import { emptyPlane, type Plane } from './plane.js';

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
