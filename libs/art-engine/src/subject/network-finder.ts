import { emptyPlane, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import { contrastFinder } from './contrast-finder.js';
import { NETWORK_SIDE_PX } from './network-process.js';
import { boxOf, partAround, samplePart, scaleBox, wholeOf, type CoveredPart, type PhotoPart } from './photo-part.js';
import type { SubjectFinder } from './subject-finder.js';
import { selectParts } from './subject-parts.js';

/** The first look at the whole photo, and closer looks at the animal. */
const MOST_LOOKS = 3;

/** A closer look pays if the part around the animal has less than this share of the last look's area. */
const CLOSER_SHARE = 0.72;

/** The first look may miss a tail, so the next one sees more than the animal's box. */
const PADDING_SHARE = 0.18;

/** Weight of the earlier looks: they saw more of the photo, and a closer look takes other things for important. */
const EARLIER_WEIGHT = 0.3;

/** The network is sure of an animal: below this its map shows noise. */
const SURE_MAXIMUM = 0.5;

/** Most of the area where the map is undecided, relative to the animal's area: at the first look, and at the last. */
const MOST_VAGUE_FIRST = 2;
const MOST_VAGUE_LAST = 0.9;

/** A smaller share of the photo is a speck. */
const MIN_SHARE = 0.004;

/** Computes the network's map, see `network-process.ts`. */
export type Infer = (photo: Raster) => Promise<Plane>;

interface Look extends CoveredPart {
  readonly maximum: number;
  /** Undecided area relative to the animal's area. */
  readonly vagueness: number;
}

/** Finds the animal by a network whose map is only a prior: it looks closer, and keeps connected parts. */
export const networkFinder = (infer: Infer): SubjectFinder => ({
  source: 'network',
  find: async (photo) => {
    const looks = await lookCloser(photo, infer);
    const last = looks.at(-1)!;
    const hasSubject = standsOut(looks, photo);
    if (last.plane.values.some((value) => value >= 0.5)) return { prior: last, hasSubject };
    return { ...(await contrastFinder.find(photo)), hasSubject: false };
  },
});

async function lookCloser(photo: Raster, infer: Infer): Promise<Look[]> {
  const whole = wholeOf(photo);
  const looks = [await lookAt(photo, whole, infer, null)];
  while (looks.length < MOST_LOOKS) {
    const last = looks.at(-1)!;
    if (!last.plane.values.some((value) => value >= 0.5)) break;
    const part = partAround(scaleBox(boxOf(last.plane), last.part), PADDING_SHARE, whole);
    if (part.width * part.height > CLOSER_SHARE * last.part.width * last.part.height) break;
    looks.push(await lookAt(photo, part, infer, last));
  }
  return looks;
}

async function lookAt(photo: Raster, part: PhotoPart, infer: Infer, earlier: Look | null): Promise<Look> {
  const side = NETWORK_SIDE_PX;
  const copy = pipeline(photo).extract(part).resize(side, side, { fit: 'fill', kernel: 'cubic' });
  const map = await infer(await raw(copy));
  const maximum = map.values.reduce((most, value) => Math.max(most, value), 0);
  const scaled = scaleToOne(map);
  const before = earlier && samplePart(earlier, part, side, side);
  const mixed = before ? mix(before, scaled) : scaled;
  return { plane: selectParts(mixed), part, maximum, vagueness: vaguenessOf(mixed) };
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

function mix(earlier: Plane, later: Plane): Plane {
  const out = emptyPlane(later.width, later.height);
  for (let i = 0; i < out.values.length; i++)
    out.values[i] = EARLIER_WEIGHT * earlier.values[i]! + (1 - EARLIER_WEIGHT) * later.values[i]!;
  return out;
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
  return !isScenery(box, whole);
}

/** Mountains, a sea or a band of clouds: from the left border to the right one, without the photo's bottom. */
const isScenery = (box: { left: number; right: number; bottom: number }, whole: { width: number; height: number }) =>
  box.left < 0.02 * whole.width && box.right > 0.98 * whole.width && box.bottom < 0.97 * whole.height;
