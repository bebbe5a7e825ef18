import { gaussianBlur } from './blur.js';
import { smoothAlong, type Flow } from './flow.js';
import { mapPlane, type Plane } from './plane.js';

export interface LineOptions {
  /** Width of the thinnest line in pixels. */
  readonly sigmaPx: number;
  /** How far a line is followed along the flow, in pixels. */
  readonly followPx: number;
  /** Where lines are wanted: above 0. */
  readonly where: Plane;
}

/**
 * How much darker each place of a brightness plane is than its surroundings, followed along the flow: ink drawn where it is above a limit makes lines.
 * Source: H. Winnemöller, J. Kyprianidis, S. Olsen, "XDoG", 2012, its difference of Gaussians smoothed along the flow as in Kang et al. 2007.
 */
export function lineStrength(tone: Plane, flow: Flow, { sigmaPx, followPx, where }: LineOptions): Plane {
  const narrow = gaussianBlur(tone, sigmaPx);
  const wide = gaussianBlur(tone, sigmaPx * 1.6);
  const difference = mapPlane(narrow, (value, i) => wide.values[i]! - value);
  return smoothAlong(difference, flow, followPx, where);
}
