import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { contrastFinder, type SubjectFinder } from './contrast-finder.js';
import { decideByColour } from './decide-by-colour.js';
import { NETWORK_SIDE_PX } from './network-process.js';
import { boxOf, partAround, samplePart, scaleBox, wholeOf, type CoveredPart, type PhotoPart } from './photo-part.js';
import { removeHanging, selectParts, suspectedBox, trunkBox } from './subject-parts.js';

/** The first look at the whole photo, and closer or wider looks at the animal. */
const MOST_LOOKS = 4;

/** A closer look pays if the part around the animal has less than this share of the last look's area. */
const CLOSER_SHARE = 0.85;

/** The first look may miss a tail, so the next one sees more than the animal's box. */
const PADDING_SHARE = 0.3;

/** A look whose border cuts the animal is widened by this share of its width or height on that side. */
const WIDER_SHARE = 0.4;

/** Cells of the map's border that show the animal; fewer are noise. */
const CUT_CELLS = 3;

/** Weight of the earlier looks: they saw more of the photo, and a closer look takes other things for important. */
const EARLIER_WEIGHT = 0.42;

/** Mean of the bytes, 0…1, of a well exposed photo, and the smallest exponent for a darker one. */
const USUAL_BRIGHTNESS = 0.42;
const MOST_BRIGHTENING = 0.68;

/** The network is sure of an animal: below this its map shows noise. */
const SURE_MAXIMUM = 0.5;

/** A first look that is vaguer than this may have joined the animal with something else. */
const VAGUE = 0.35;

/** Most of the area where the map is undecided, relative to the animal's area: at the first look, and at the last. */
const MOST_VAGUE_FIRST = 2;
const MOST_VAGUE_LAST = 0.9;

/** A light is brighter than this, and more even. */
const LIGHT_BRIGHTNESS = 0.7;
const LIGHT_DEVIATION = 0.06;

/** A smaller share of the photo is a speck. */
const MIN_SHARE = 0.004;

/** Computes the network's map, see `network-process.ts`. */
export type Infer = (photo: Raster) => Promise<Plane>;

interface Look extends CoveredPart {
  /** The part of the photo, as large as the map. */
  readonly copy: Raster;
  /** The map before the animal's parts are selected. */
  readonly map: Plane;
  readonly maximum: number;
  /** Undecided area relative to the animal's area. */
  readonly vagueness: number;
  /** It shows more than the look before. */
  readonly isWide: boolean;
}

/** Finds the animal by a network whose map is only a prior: it looks closer, and keeps connected parts. */
export const networkFinder = (infer: Infer): SubjectFinder => ({
  source: 'network',
  find: async (photo) => {
    const looks = await lookCloser(photo, infer);
    const last = looks.at(-1)!;
    const hasSubject = standsOut(looks, photo);
    const decided = await decideByColour(last.map, last.copy);
    if (last.part.top === 0) removeHanging(decided, last.map);
    const plane = selectParts(decided, last.isWide);
    if (plane.values.some((value) => value >= 0.5)) return { prior: { plane, part: last.part }, hasSubject };
    return { ...(await contrastFinder.find(photo)), hasSubject: false };
  },
});

async function lookCloser(photo: Raster, infer: Infer): Promise<Look[]> {
  const whole = wholeOf(photo);
  const looks = [await lookAt(photo, whole, infer, null)];
  let isWidened = false;
  while (looks.length < MOST_LOOKS) {
    const last = looks.at(-1)!;
    const wider = widerPart(last, whole);
    // A closer look after a wider one would cut the same part again.
    const part = wider ?? (isWidened ? null : closerPart(last, looks.length === 1, whole));
    if (!part) break;
    isWidened ||= wider !== null;
    // Only the first look saw what is beside the last one.
    looks.push(
      wider ? await lookWider(photo, wider, infer, [looks[0]!, last]) : await lookAt(photo, part, infer, last),
    );
  }
  return looks;
}

/** The part with what is beside it, where its border cuts the animal; null if only the photo's border does. */
function widerPart({ plane, part }: Look, whole: PhotoPart): PhotoPart | null {
  const { width, height } = plane;
  const isCut = (start: number, step: number, length: number): boolean => {
    let count = 0;
    for (let n = 0; n < length; n++) if (plane.values[start + n * step]! >= 0.5) count++;
    return count >= CUT_CELLS;
  };
  const across = (start: number): number => (isCut(start, width, height) ? WIDER_SHARE : 0);
  const down = (start: number): number => (isCut(start, 1, width) ? WIDER_SHARE : 0);
  const box = { left: -across(0), top: -down(0), right: 1 + across(width - 1), bottom: 1 + down(width * (height - 1)) };
  const wider = partAround(scaleBox(box, part), 0, whole);
  return wider.width > part.width || wider.height > part.height ? wider : null;
}

/** Null if a closer look would see the same. */
function closerPart({ plane, map, part: seen, vagueness }: Look, isFirst: boolean, whole: PhotoPart): PhotoPart | null {
  if (!plane.values.some((value) => value >= 0.5)) return null;
  // A tail that the first look only suspects is seen by the closer look.
  const boxes = [isFirst ? suspectedBox(map, plane) : boxOf(plane), ...(vagueness > VAGUE ? [trunkBox(map)] : [])];
  const parts = boxes.map((box) => partAround(scaleBox(box, seen), PADDING_SHARE, whole));
  return parts.find((part) => part.width * part.height <= CLOSER_SHARE * seen.width * seen.height) ?? null;
}

async function lookAt(photo: Raster, part: PhotoPart, infer: Infer, earlier: Look | null): Promise<Look> {
  const side = NETWORK_SIDE_PX;
  const copy = await raw(pipeline(photo).extract(part).resize(side, side, { fit: 'fill', kernel: 'cubic' }));
  const answer = await infer(brighten(copy));
  const maximum = answer.values.reduce((most, value) => Math.max(most, value), 0);
  const scaled = scaleToOne(answer);
  const map = earlier ? mix(earlier, scaled, part) : scaled;
  return { ...select(map), copy, part, maximum, isWide: false };
}

const select = (map: Plane, withFaint = false): Pick<Look, 'plane' | 'map' | 'vagueness'> => ({
  plane: selectParts(map, withFaint),
  map,
  vagueness: vaguenessOf(map),
});

/** What the closer look is sure of remains: it saw the animal larger. */
async function lookWider(
  photo: Raster,
  part: PhotoPart,
  infer: Infer,
  [first, closer]: readonly [Look, Look],
): Promise<Look> {
  const look = await lookAt(photo, part, infer, first);
  const { map } = look;
  const known = samplePart({ plane: closer.map, part: closer.part }, part, map.width, map.height);
  const isInside = (at: number, from: number, length: number): boolean => at >= from && at < from + length;
  for (let y = 0, i = 0; y < map.height; y++)
    for (let x = 0; x < map.width; x++, i++)
      if (
        isInside(part.left + ((x + 0.5) / map.width) * part.width, closer.part.left, closer.part.width) &&
        isInside(part.top + ((y + 0.5) / map.height) * part.height, closer.part.top, closer.part.height)
      )
        map.values[i] = Math.max(map.values[i]!, known.values[i]!);
  return { ...look, ...select(map, true), isWide: true };
}

/** Min-max scaling, as in the network's training code. */
function scaleToOne({ width, height, values }: Plane): Plane {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const out = emptyPlane(width, height);
  const range = Math.max(1e-6, most - least);
  for (let i = 0; i < values.length; i++) out.values[i] = (values[i]! - least) / range;
  return out;
}

/** A vague earlier look counts less. */
function mix({ map, part: seen, vagueness }: Look, later: Plane, part: PhotoPart): Plane {
  const weight = EARLIER_WEIGHT * Math.max(0, 1 - vagueness);
  const earlier = samplePart({ plane: map, part: seen }, part, later.width, later.height);
  const out = emptyPlane(later.width, later.height);
  for (let i = 0; i < out.values.length; i++)
    out.values[i] = weight * earlier.values[i]! + (1 - weight) * later.values[i]!;
  return out;
}

/** A dark photo becomes brighter: black fur in shadow is lost otherwise. */
function brighten({ width, height, pixels }: Raster): Raster {
  const mean = pixels.reduce((sum, value) => sum + value, 0) / (255 * pixels.length);
  if (mean >= USUAL_BRIGHTNESS || mean === 0) return { width, height, pixels };
  const gamma = Math.max(MOST_BRIGHTENING, Math.log(USUAL_BRIGHTNESS) / Math.log(mean));
  const curve = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** gamma));
  return { width, height, pixels: pixels.map((value) => curve[value]!) };
}

function vaguenessOf({ values }: Plane): number {
  let [vague, on] = [0, 0];
  for (const value of values) {
    if (value > 0.1 && value < 0.9) vague++;
    if (value >= 0.5) on++;
  }
  return vague / Math.max(1, on);
}

/** False for a sunset, a landscape or a wall: the network is unsure, or what it shows spans the photo. */
function standsOut(looks: readonly Look[], whole: { width: number; height: number }): boolean {
  const [first, last] = [looks[0]!, looks.at(-1)!];
  if (Math.max(first.maximum, last.maximum) < SURE_MAXIMUM) return false;
  if (first.vagueness > MOST_VAGUE_FIRST || last.vagueness > MOST_VAGUE_LAST) return false;
  const box = scaleBox(boxOf(last.plane), last.part);
  const area = last.plane.values.reduce((sum, value) => sum + (value >= 0.5 ? 1 : 0), 0) / last.plane.values.length;
  if ((area * last.part.width * last.part.height) / (whole.width * whole.height) < MIN_SHARE) return false;
  return !isScenery(box, whole) && !isLight(last);
}

/** The sun or a lamp: bright, and without the shades of fur. */
function isLight({ plane, copy }: Look): boolean {
  let [count, sum, squares] = [0, 0, 0];
  for (let i = 0; i < plane.values.length; i++) {
    if (plane.values[i]! < 0.9) continue;
    const brightness = (copy.pixels[3 * i]! + copy.pixels[3 * i + 1]! + copy.pixels[3 * i + 2]!) / (3 * 255);
    count++;
    sum += brightness;
    squares += brightness * brightness;
  }
  const mean = sum / Math.max(1, count);
  return mean > LIGHT_BRIGHTNESS && squares / Math.max(1, count) - mean * mean < LIGHT_DEVIATION * LIGHT_DEVIATION;
}

/** Mountains, a sea or a band of clouds: from the left border to the right one, without the photo's bottom. */
const isScenery = (box: { left: number; right: number; bottom: number }, whole: { width: number; height: number }) =>
  box.left < 0.02 * whole.width && box.right > 0.98 * whole.width && box.bottom < 0.97 * whole.height;
