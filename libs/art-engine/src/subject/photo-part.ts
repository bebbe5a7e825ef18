import { emptyPlane, type Plane } from '../kernels/plane.js';

/** A rectangle of a photo, in whole pixels. */
export interface PhotoPart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle as shares of a photo's width and height, or in pixels or units where its name says so. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const wholeOf = ({ width, height }: { width: number; height: number }): PhotoPart => ({
  left: 0,
  top: 0,
  width,
  height,
});

/** The bounding box of values from 0.5, as shares of the plane's size. */
export function boxOf({ width, height, values }: Plane): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < 0.5) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { left: left / width, top: top / height, right: right / width, bottom: bottom / height };
}

/** A box in shares of a part of the photo, in pixels of the photo. */
export const scaleBox = (share: Box, part: PhotoPart): Box => ({
  left: part.left + share.left * part.width,
  top: part.top + share.top * part.height,
  right: part.left + share.right * part.width,
  bottom: part.top + share.bottom * part.height,
});

/** The part around a box in pixels, enlarged on each side by a share of the box, inside the photo. */
export function partAround(box: Box, paddingShare: number, whole: PhotoPart): PhotoPart {
  const [across, down] = [paddingShare * (box.right - box.left), paddingShare * (box.bottom - box.top)];
  const left = Math.max(0, Math.floor(box.left - across));
  const top = Math.max(0, Math.floor(box.top - down));
  const right = Math.min(whole.width, Math.ceil(box.right + across));
  const bottom = Math.min(whole.height, Math.ceil(box.bottom + down));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** A plane of any size that covers a part of the photo. */
export interface CoveredPart {
  readonly plane: Plane;
  readonly part: PhotoPart;
}

/** The plane over another part of the photo, interpolated linearly. Outside its own part its border is repeated. */
export function samplePart({ plane, part: own }: CoveredPart, part: PhotoPart, width: number, height: number): Plane {
  const out = emptyPlane(width, height);
  const columns = Array.from({ length: width }, (_, x) =>
    neighbours(
      ((part.left + ((x + 0.5) / width) * part.width - own.left) / own.width) * plane.width - 0.5,
      plane.width,
    ),
  );
  for (let y = 0; y < height; y++) {
    const row = neighbours(
      ((part.top + ((y + 0.5) / height) * part.height - own.top) / own.height) * plane.height - 0.5,
      plane.height,
    );
    sampleRow(plane, row, columns, out.values.subarray(y * width, (y + 1) * width));
  }
  return out;
}

function sampleRow(
  { width, values }: Plane,
  row: Interpolation,
  columns: readonly Interpolation[],
  out: Float32Array,
): void {
  const [upper, lower] = [row.first * width, row.second * width];
  for (let x = 0; x < out.length; x++) {
    const { first, second, share } = columns[x]!;
    const above = values[upper + first]! * (1 - share) + values[upper + second]! * share;
    const below = values[lower + first]! * (1 - share) + values[lower + second]! * share;
    out[x] = above * (1 - row.share) + below * row.share;
  }
}

/** Two pixels of a row, and the interpolation weight of the second. */
interface Interpolation {
  readonly first: number;
  readonly second: number;
  readonly share: number;
}

/** The two pixels around a position. */
function neighbours(place: number, length: number): Interpolation {
  const first = Math.floor(place);
  const inside = (pixel: number): number => Math.min(length - 1, Math.max(0, pixel));
  return { first: inside(first), second: inside(first + 1), share: place - first };
}
