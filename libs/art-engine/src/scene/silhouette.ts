import { clamp01, type Plane } from '../kernels/plane.js';
import { boxOf } from '../subject/photo-part.js';
import type { Extent, Silhouette } from './group-layout.js';

/** Position of a bounding box in pixels. */
interface Corner {
  readonly left: number;
  readonly top: number;
}

export interface MeasuredSilhouette extends Silhouette {
  readonly corner: Corner;
}

/** Share of the height with the head: of a whole animal, a portrait that the photo's edge cuts, and a face alone. */
const WHOLE_UPPER_SHARE = 0.42;
const PORTRAIT_UPPER_SHARE = 0.62;
const FACE_UPPER_SHARE = 0.9;
/** A pet cut at the top or bottom is a face alone if its upper part is broader than this share of its height. */
const FACE_WIDTH_SHARE = 0.7;
/** An edge cuts the pet if the pet touches it along this share of the pet's width, or of its height. */
const CUT_SHARE = 0.1;
const SIDE_CUT_SHARE = 0.2;
/** This share of a part's pixels on each side (tips of ears, tail and paws) does not count for its extent. */
const TIP_SHARE = 0.025;

/** Measures the pet's outline in its mask, H × W. */
export function measureSilhouette(mask: Plane): MeasuredSilhouette {
  const shares = boxOf(mask);
  const [left, right] = [shares.left * mask.width, shares.right * mask.width].map(Math.round) as [number, number];
  const [top, bottom] = [shares.top * mask.height, shares.bottom * mask.height].map(Math.round) as [number, number];
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const columns = (from: number, to: number): Int32Array => countColumns(mask, from, to).subarray(left, left + width);
  const edgeRow = (y: number): number => sum(countColumns(mask, y, y + 1));
  const edgeColumn = (x: number): number => countColumn(mask, x);
  const cut = {
    left: edgeColumn(1) > SIDE_CUT_SHARE * height,
    right: edgeColumn(mask.width - 2) > SIDE_CUT_SHARE * height,
    top: edgeRow(1) > CUT_SHARE * width,
    bottom: edgeRow(mask.height - 2) > CUT_SHARE * width,
  };
  const upperWidth = lengthOf(extentOf(columns(top, Math.round(top + WHOLE_UPPER_SHARE * height))));
  const upperShare = upperShareOf(cut, upperWidth, height);
  const middle = Math.round(top + upperShare * height);
  const [upper, lower] = [columns(top, middle), columns(middle, bottom)];
  return {
    corner: { left, top },
    width,
    height,
    area: sum(upper) + sum(lower),
    upper: extentOf(upper),
    upperShare,
    lower: extentOf(lower),
    cut,
  };
}

function upperShareOf({ left, right, top, bottom }: Silhouette['cut'], upperWidth: number, height: number): number {
  if ((top && bottom) || ((top || bottom) && upperWidth > FACE_WIDTH_SHARE * height)) return FACE_UPPER_SHARE;
  return left || right || top || bottom ? PORTRAIT_UPPER_SHARE : WHOLE_UPPER_SHARE;
}

/** The number of the pet's pixels in each column, between two rows. */
function countColumns({ width, height, values }: Plane, top: number, bottom: number): Int32Array {
  const counts = new Int32Array(width);
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
    countRow(values.subarray(y * width, (y + 1) * width), counts);
  return counts;
}

function countRow(row: Float32Array, counts: Int32Array): void {
  for (let x = 0; x < row.length; x++) if (row[x]! >= 0.5) counts[x]! += 1;
}

function countColumn({ width, values }: Plane, x: number): number {
  let count = 0;
  for (let i = Math.max(0, x); i < values.length; i += width) if (values[i]! >= 0.5) count++;
  return count;
}

function sum(counts: Int32Array): number {
  let total = 0;
  for (let i = 0; i < counts.length; i++) total += counts[i]!;
  return total;
}

const lengthOf = ({ left, right }: Extent): number => right - left;

/** Without the tips on both sides. An empty part counts as wide as the pet. */
function extentOf(counts: Int32Array): Extent {
  const tip = sum(counts) * TIP_SHARE;
  if (tip === 0) return { left: 0, right: counts.length };
  let [left, right] = [0, counts.length];
  for (let passed = counts[left]!; passed <= tip; passed += counts[left]!) left++;
  for (let passed = counts[right - 1]!; passed <= tip; passed += counts[right - 1]!) right--;
  return { left, right };
}

/** The sides of a mask's plane on which the photo's edge cuts the pet visibly. */
interface CutSides {
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
