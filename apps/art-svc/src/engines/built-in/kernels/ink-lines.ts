import { gaussianBlur } from './blur.js';
import { mapPlane, type Plane } from './plane.js';

/**
 * How much darker each place of a brightness plane is than its surroundings: smoothed along the flow, and ink drawn where it is above a limit, this
 * makes lines. Source: H. Winnemöller, J. Kyprianidis, S. Olsen, "XDoG", 2012; the smoothing as in Kang et al., "Coherent Line Drawing", 2007.
 *
 * @param sigmaPx width of the thinnest line in pixels
 */
export function lineStrength(tone: Plane, sigmaPx: number): Plane {
  const narrow = gaussianBlur(tone, sigmaPx);
  const wide = gaussianBlur(tone, sigmaPx * 1.6);
  return mapPlane(narrow, (value, i) => wide.values[i]! - value);
}
