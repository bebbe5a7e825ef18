import { clamp01, type Plane } from '../kernels/plane.js';

/** The sides of a mask's plane on which the photo's edge cuts the pet visibly. */
export interface CutSides {
  readonly left: boolean;
  readonly right: boolean;
  readonly top: boolean;
}

/** Depth of the curve, as a share of the length of the cut. */
const SIDE_DEPTH = 0.3;
const TOP_DEPTH = 0.12;

/** Gives straight cuts a curve like a shoulder. Changes the mask in place. */
export function roundCutSides(mask: Plane, cut: CutSides): void {
  if (cut.left) roundSide(mask, 0, 1);
  if (cut.right) roundSide(mask, mask.width - 1, -1);
  if (cut.top) roundTop(mask);
}

/** @param inwards step from the edge's column into the plane */
function roundSide({ width, height, values }: Plane, edge: number, inwards: 1 | -1): void {
  let top = 0;
  while (top < height && values[top * width + edge]! < 0.5) top++;
  const length = height - top;
  if (length < 2) return;
  const depth = SIDE_DEPTH * length;
  for (let y = 0; y < height; y++) {
    // From 1 at the upper end of the cut to 0 at the lower end.
    const high = y < top ? 1 : 1 - (y - top) / length;
    curveRow(values, y * width + edge, inwards, Math.min(width, depth * (1 - Math.sqrt(1 - high * high))));
  }
}

/** Clears a row from its end up to the inset, with a soft edge. */
function curveRow(values: Float32Array, start: number, step: 1 | -1, inset: number): void {
  for (let x = 0, i = start; x < inset + 1; x++, i += step) values[i]! *= clamp01(x + 1 - inset);
}

function roundTop({ width, height, values }: Plane): void {
  let [left, right] = [0, width - 1];
  while (left < width && values[left]! < 0.5) left++;
  while (right > left && values[right]! < 0.5) right--;
  const half = (right - left + 1) / 2;
  if (half < 1) return;
  for (let x = left; x <= right; x++) {
    const side = Math.abs(x - (left + right) / 2) / half;
    const inset = Math.min(height, 2 * half * TOP_DEPTH * (1 - Math.sqrt(1 - side * side)) * 2);
    for (let y = 0; y < inset; y++) values[y * width + x]! *= clamp01(y + 1 - inset);
  }
}
