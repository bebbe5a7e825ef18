import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { boxOf, samplePart, scaleBox, wholeOf, type Box, type PhotoPart } from '../subject/photo-part.js';

/** Limits of a picture's proportions. */
export interface Proportions {
  readonly maxHeightByWidth: number;
  readonly maxWidthByHeight: number;
}

/**
 * The largest height is the ratio of a hoodie's print area, 12 × 14 inches, the squarest portrait area, so that nothing
 * is cut off.
 */
export const PICTURE_PROPORTIONS: Proportions = { maxHeightByWidth: 14 / 12, maxWidthByHeight: 1.25 };
/** A pet of a group is framed whole; the group has the limits. */
export const ANY_PROPORTIONS: Proportions = { maxHeightByWidth: Infinity, maxWidthByHeight: Infinity };
/** The crop keeps at least this share of the photo's short side: a distant animal has too few pixels. */
const MIN_CROP_SHARE = 0.4;
const MARGIN_SHARE = 0.16;
/** An animal touches a border if it covers at least this share of it. */
const TOUCHING_SHARE = 0.01;
/**
 * A line this near to a border, as a share of the photo, cuts an animal that ends there along a large share of its width
 * or height: a frame around the photo, or the mask's own edge.
 */
const NEAR_SHARE = 0.015;
const FLAT_SHARE = 0.35;

export interface Framing {
  /** The animal's bounding box in pixels of the photo. */
  readonly box: Box;
  /** In pixels of the photo. It may go beyond the photo where the animal does not touch the border. */
  readonly frame: PhotoPart;
}

/**
 * The frame around the animal. It goes beyond the photo where that gives the animal a margin, because recipes draw their
 * own ground there. It never goes beyond a border that cuts the animal.
 *
 * @param mask H × W of the photo, 1 on the animal
 */
export function frameAnimal(
  mask: Plane,
  { maxHeightByWidth, maxWidthByHeight }: Proportions = PICTURE_PROPORTIONS,
): Framing {
  const whole = wholeOf(mask);
  const box = scaleBox(boxOf(mask), whole);
  const [boxWidth, boxHeight] = [box.right - box.left, box.bottom - box.top];
  const margin = MARGIN_SHARE * Math.max(boxWidth, boxHeight);
  const least = MIN_CROP_SHARE * Math.min(whole.width, whole.height);
  const cuts = findCuts(mask, boxWidth, boxHeight);
  const [across, down] = [rangeOf(cuts.left, cuts.right, whole.width), rangeOf(cuts.top, cuts.bottom, whole.height)];
  let width = Math.max(least, boxWidth + margin * free(cuts.left, cuts.right));
  let height = Math.max(least, boxHeight + margin * free(cuts.top, cuts.bottom));
  width = Math.min(across.to - across.from, Math.max(width, height / maxHeightByWidth));
  height = Math.min(down.to - down.from, Math.max(height, width / maxWidthByHeight));
  width = Math.round(Math.min(width, height * maxWidthByHeight));
  height = Math.floor(Math.min(height, width * maxHeightByWidth));
  const left = place((box.left + box.right - width) / 2, width, across);
  // The head of an animal that is too tall matters more than its feet.
  const top = place(Math.min((box.top + box.bottom - height) / 2, box.top - margin / 4), height, down);
  return { box, frame: { left, top, width, height } };
}

/** The number of sides with a margin. */
const free = (start: number | null, end: number | null): number => Number(start === null) + Number(end === null);

interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeOf = (start: number | null, end: number | null, length: number): Range => ({
  from: start ?? -Infinity,
  to: end === null ? Infinity : length - end,
});

const place = (wanted: number, length: number, { from, to }: Range): number =>
  Math.round(Math.max(from, Math.min(wanted, to - length)));

/** Pixels between the photo's border and the line that cuts the animal there, by side; null where nothing cuts it. */
interface Cuts {
  readonly left: number | null;
  readonly top: number | null;
  readonly right: number | null;
  readonly bottom: number | null;
}

function findCuts(mask: Plane, boxWidth: number, boxHeight: number): Cuts {
  const { width, height, values } = mask;
  const covered = (start: number, step: number, length: number): number => {
    let count = 0;
    for (let n = 0, i = start; n < length; n++, i += step) if (values[i]! >= 0.5) count++;
    return count;
  };
  const findCut = (depth: number, length: number, boxLength: number, covers: (n: number) => number): number | null => {
    if (covers(0) > TOUCHING_SHARE * length) return 0;
    for (let n = 1; n <= NEAR_SHARE * depth; n++) if (covers(n) > FLAT_SHARE * boxLength) return n;
    return null;
  };
  const row = (y: number): number => covered(y * width, 1, width);
  const column = (x: number): number => covered(x, width, height);
  return {
    left: findCut(width, height, boxHeight, column),
    right: findCut(width, height, boxHeight, (n) => column(width - 1 - n)),
    top: findCut(height, width, boxWidth, row),
    bottom: findCut(height, width, boxWidth, (n) => row(height - 1 - n)),
  };
}

/** The framed photo, scaled to this size. Beyond the photo, its border is repeated. */
export async function cropPhoto(photo: Raster, frame: PhotoPart, width: number, height: number): Promise<Raster> {
  const inside = insideOf(frame, photo);
  const extended = pipeline(photo)
    .extract(inside)
    .extend({
      left: inside.left - frame.left,
      top: inside.top - frame.top,
      right: frame.left + frame.width - inside.left - inside.width,
      bottom: frame.top + frame.height - inside.top - inside.height,
      extendWith: 'copy',
    });
  return raw(pipeline(await raw(extended)).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
}

/** The framed mask, scaled to this size. Beyond the photo it is 0. */
export function cropMask(mask: Plane, frame: PhotoPart, width: number, height: number): Plane {
  const whole = wholeOf(mask);
  const inside = insideOf(frame, mask);
  const [scaleX, scaleY] = [width / frame.width, height / frame.height];
  const left = Math.round((inside.left - frame.left) * scaleX);
  const top = Math.round((inside.top - frame.top) * scaleY);
  const right = Math.round((inside.left + inside.width - frame.left) * scaleX);
  const bottom = Math.round((inside.top + inside.height - frame.top) * scaleY);
  const sampled = samplePart({ plane: mask, part: whole }, frame, width, height);
  const out = emptyPlane(width, height);
  for (let y = top; y < bottom; y++)
    out.values.set(sampled.values.subarray(y * width + left, y * width + right), y * width + left);
  return out;
}

function insideOf(frame: PhotoPart, photo: { width: number; height: number }): PhotoPart {
  const [left, top] = [Math.max(0, frame.left), Math.max(0, frame.top)];
  return {
    left,
    top,
    width: Math.min(photo.width, frame.left + frame.width) - left,
    height: Math.min(photo.height, frame.top + frame.height) - top,
  };
}
