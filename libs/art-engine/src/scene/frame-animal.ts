import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { boxOf, samplePart, scaleBox, wholeOf, type Box, type PhotoPart } from '../subject/photo-part.js';

/**
 * Largest height by width. It is the ratio of a hoodie's print area, 12 × 14 inches, the squarest portrait area, so
 * that nothing is cut off.
 */
const MAX_HEIGHT_BY_WIDTH = 14 / 12;
/** Largest width by height. */
const MAX_WIDTH_BY_HEIGHT = 1.25;
/** The crop keeps at least this share of the photo's short side: a distant animal has too few pixels. */
const MIN_CROP_SHARE = 0.4;
const MARGIN_SHARE = 0.16;
/** An animal touches a border if it covers at least this share of it. */
const TOUCHING_SHARE = 0.01;

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
export function frameAnimal(mask: Plane): Framing {
  const whole = wholeOf(mask);
  const box = scaleBox(boxOf(mask), whole);
  const [boxWidth, boxHeight] = [box.right - box.left, box.bottom - box.top];
  const margin = MARGIN_SHARE * Math.max(boxWidth, boxHeight);
  const least = MIN_CROP_SHARE * Math.min(whole.width, whole.height);
  const touches = touchedBorders(mask);
  const [across, down] = [
    rangeOf(touches.left, touches.right, whole.width),
    rangeOf(touches.top, touches.bottom, whole.height),
  ];
  let width = Math.max(least, boxWidth + margin * free(touches.left, touches.right));
  let height = Math.max(least, boxHeight + margin * free(touches.top, touches.bottom));
  width = Math.min(across.to - across.from, Math.max(width, height / MAX_HEIGHT_BY_WIDTH));
  height = Math.min(down.to - down.from, Math.max(height, width / MAX_WIDTH_BY_HEIGHT));
  width = Math.round(Math.min(width, height * MAX_WIDTH_BY_HEIGHT));
  height = Math.floor(Math.min(height, width * MAX_HEIGHT_BY_WIDTH));
  const left = place((box.left + box.right - width) / 2, width, across);
  // The head of an animal that is too tall matters more than its feet.
  const top = place(Math.min((box.top + box.bottom - height) / 2, box.top - margin / 4), height, down);
  return { box, frame: { left, top, width, height } };
}

/** The number of sides with a margin. */
const free = (touchesStart: boolean, touchesEnd: boolean): number => 2 - Number(touchesStart) - Number(touchesEnd);

interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeOf = (touchesStart: boolean, touchesEnd: boolean, length: number): Range => ({
  from: touchesStart ? 0 : -Infinity,
  to: touchesEnd ? length : Infinity,
});

const place = (wanted: number, length: number, { from, to }: Range): number =>
  Math.round(Math.max(from, Math.min(wanted, to - length)));

function touchedBorders(mask: Plane): { left: boolean; right: boolean; top: boolean; bottom: boolean } {
  const { width, height, values } = mask;
  const covers = (start: number, step: number, length: number): boolean => {
    let count = 0;
    for (let n = 0, i = start; n < length; n++, i += step) if (values[i]! >= 0.5) count++;
    return count > TOUCHING_SHARE * length;
  };
  return {
    left: covers(0, width, height),
    right: covers(width - 1, width, height),
    top: covers(0, 1, width),
    bottom: covers(width * (height - 1), 1, width),
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
