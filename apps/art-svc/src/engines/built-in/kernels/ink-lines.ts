import { gaussianBlur } from './blur.js';
import { smoothAlong, type Flow } from './flow.js';
import { mapPlane, type Plane } from './plane.js';

export interface InkOptions {
  /** Width of the thinnest line in pixels. */
  readonly sigmaPx: number;
  /** How far a line is followed along the flow, in pixels. */
  readonly followPx: number;
  /** Above: fewer lines. About −0.02…0.05. */
  readonly threshold: number;
  /** Above: harder ends. */
  readonly hardness: number;
}

/**
 * Ink drawing of a brightness plane: 1 = ink, 0 = paper, H × W.
 * Source: H. Winnemöller, J. Kyprianidis, S. Olsen, "XDoG", 2012, its difference of Gaussians smoothed along the flow as in Kang et al. 2007.
 */
export function inkLines(tone: Plane, flow: Flow, { sigmaPx, followPx, threshold, hardness }: InkOptions): Plane {
  const narrow = gaussianBlur(tone, sigmaPx);
  const wide = gaussianBlur(tone, sigmaPx * 1.6);
  const difference = mapPlane(narrow, (value, i) => wide.values[i]! - value);
  const followed = smoothAlong(difference, flow, Math.max(1, Math.round(followPx)));
  return mapPlane(followed, (value) => {
    const over = (value - threshold) * hardness;
    return over <= 0 ? 0 : Math.tanh(over);
  });
}
