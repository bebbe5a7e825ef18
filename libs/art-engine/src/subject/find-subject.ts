import { boxBlur } from '../kernels/blur.js';
import { labPlanes, type LabPlanes } from '../kernels/colour.js';
import { clamp01, connectedComponents, emptyPlane, normalise, type Plane, type Raster } from '../kernels/plane.js';
import { cutGround, grabCut, type CutGround } from './grab-cut.js';
import { boxOf, type Box } from './photo-part.js';
import { saliency } from './saliency.js';

/** The animal in the small copy of the photo. */
export interface Subject {
  /** H × W, 1 on the animal, soft at its edge. */
  readonly mask: Plane;
  /** The animal's bounding box as shares of the photo's width and height. */
  readonly box: Box;
  /** False: no outline is clear, so the mask is a guess. */
  readonly isClear: boolean;
}

/** `share`: share of the photo that is the animal. `separation`: colour difference across its outline, see below. */
interface Candidate {
  readonly mask: Plane;
  readonly share: number;
  readonly separation: number;
}

/** An outline with less separation crosses fur instead of following its edge. */
const CLEAR_SEPARATION = 0.2;

/** With less separation, nothing stands out: a wall or a sky. */
const LEAST_SEPARATION = 0.05;

/**
 * A distant subject smaller than this share of the close one is a scene; a larger one may be the face of an animal that
 * fills the frame.
 */
const SCENE_SHARE = 0.3;

/** A smaller distant subject is an eye or a toy. */
const MIN_DISTANT_SHARE = 0.05;

/** A second animal has at least this share of the first one's weight. */
const COMPANION_SHARE = 0.4;

/** Half the minimum thickness of the trunk, as a share of the square root of its area. */
const TRUNK_SHARE = 0.13;

/** An animal that fills the frame has no clear outline: its edge fades over about three times this width. */
const FADE_PX = 4;

/**
 * Long side of the copy in which the animal is searched: enough for its outline, and the cut takes a tenth of a second.
 */
export const SUBJECT_SIDE_PX = 144;

/**
 * Finds the animal. If the result is implausible (almost nothing or almost everything), it returns the middle of the
 * frame, so that every recipe has a foreground and a background.
 *
 * @param small photo with a long side of {@link SUBJECT_SIDE_PX}, H × W × 3 sRGB
 */
export function findSubject(small: Raster): Subject {
  const lab = labPlanes(small);
  const { close, distant } = saliency(lab);
  const ground = cutGround(lab);
  const distantCandidate = findCandidate(lab, ground, normalise(distant), 0.5, 9);
  const closeCandidate = findCandidate(lab, ground, normalise(close), 0.33, 8);
  if (isPlausible(distantCandidate) && isDistant(distantCandidate, closeCandidate))
    return { mask: distantCandidate.mask, box: boxOf(distantCandidate.mask), isClear: true };
  const whole = isPlausible(closeCandidate) ? closeCandidate.mask : middleOfFrame(small.width, small.height);
  const mask = boxBlur(boxBlur(whole, FADE_PX), FADE_PX);
  return {
    mask,
    box: boxOf(mask),
    isClear: isPlausible(closeCandidate) && closeCandidate.separation >= LEAST_SEPARATION,
  };
}

/**
 * True if the animal stands alone in its photo: its outline is clear, and clearer than the outline of the close
 * subject.
 */
function isDistant(free: Candidate, filling: Candidate): boolean {
  if (free.separation < CLEAR_SEPARATION || free.share < MIN_DISTANT_SHARE) return false;
  if (!isPlausible(filling)) return true;
  return free.separation >= filling.separation * (free.share < SCENE_SHARE * filling.share ? 0.9 : 1.25);
}

const isPlausible = ({ share }: Candidate): boolean => share > 0.03 && share < 0.92;

/** One candidate: the cut for this saliency, and the separation of its outline. */
function findCandidate(lab: LabPlanes, ground: CutGround, score: Plane, middle: number, steepness: number): Candidate {
  const likelihood = emptyPlane(score.width, score.height);
  for (let start = 0; start < score.values.length; start += score.width)
    likelihoodRow(score.values, middle, steepness, likelihood.values, start, start + score.width);
  const mask = mainBody(grabCut(ground, likelihood), score);
  return { mask, share: areaOf(mask.values) / mask.values.length, separation: parting(lab, mask) };
}

/** The logistic function. */
function likelihoodRow(
  score: Float32Array,
  middle: number,
  steepness: number,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) out[i] = 1 / (1 + Math.exp(-(score[i]! - middle) * steepness));
}

/** The number of pixels with value 1. */
function areaOf(mask: Float32Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i]!;
  return count;
}

/** Mean colour difference between the two sides of the outline, three pixels inside and outside. */
function parting(lab: LabPlanes, mask: Plane): number {
  const found = { sum: 0, count: 0 };
  for (let y = OUTLINE_PX; y < mask.height - OUTLINE_PX; y++) partRow(lab, mask, y, found);
  return found.count === 0 ? 0 : found.sum / found.count;
}

const OUTLINE_PX = 3;

function partRow(
  { lightness, a, b }: LabPlanes,
  { width, values }: Plane,
  y: number,
  found: { sum: number; count: number },
): void {
  for (let i = y * width + OUTLINE_PX; i < (y + 1) * width - OUTLINE_PX; i++) {
    for (let reach = OUTLINE_PX; reach <= OUTLINE_PX * width; reach *= width) {
      const [one, other] = [i - reach, i + reach];
      if (values[one] === values[other]) continue;
      found.sum += Math.hypot(
        lightness.values[one]! - lightness.values[other]!,
        2 * (a.values[one]! - a.values[other]!),
        2 * (b.values[one]! - b.values[other]!),
      );
      found.count++;
    }
  }
}

/**
 * Keeps the trunk (the thick component with the most saliency) and other animals (components nearly as salient). Short
 * attachments (ears) and attachments below (legs, tail) are kept. Attachments that rise above belong to the background.
 */
function mainBody(mask: Uint8Array, score: Plane): Plane {
  const { width, height } = score;
  const plane: Plane = { width, height, values: new Float32Array(mask) };
  const radius = Math.min(8, Math.max(3, Math.round(Math.sqrt(areaOf(plane.values)) * TRUNK_SHARE)));
  const thick = connectedComponents(thickOf(plane, radius), 1)
    .map((piece) => ({ piece, weight: weightOf(piece, score) }))
    .sort((one, other) => other.weight - one.weight);
  if (!thick[0]) return plane;
  const least = thick[0].weight * COMPANION_SHARE;
  const trunks = thick.filter(({ weight }) => weight >= least).map(({ piece }) => piece);
  const body = onlyOf(trunks, plane);
  const middle = middleRow(trunks, width);
  const reach = boxBlur(body, radius + 1);
  const limbs = emptyPlane(width, height);
  for (let i = 0; i < mask.length; i++) {
    body.values[i] = reach.values[i]! > 0.02 ? mask[i]! : 0;
    limbs.values[i] = mask[i]! - body.values[i]!;
  }
  for (const limb of connectedComponents(limbs, 1))
    if (limb.every((i) => Math.floor(i / width) > middle)) for (const i of limb) body.values[i] = 1;
  const parts = connectedComponents(body, 1).sort((one, other) => other.length - one.length);
  return fillHoles(
    onlyOf(
      parts.filter((part) => part.length >= parts[0]!.length * COMPANION_SHARE),
      body,
    ),
  );
}

/** 1 where nearly all neighbours are 1. */
function thickOf(plane: Plane, radius: number): Plane {
  const thick = boxBlur(plane, radius);
  for (let i = 0; i < thick.values.length; i++) thick.values[i] = thick.values[i]! > 0.86 ? 1 : 0;
  return thick;
}

function weightOf(piece: Int32Array, score: Plane): number {
  let sum = 0;
  for (const i of piece) sum += score.values[i]! ** 3;
  return sum;
}

function middleRow(trunks: readonly Int32Array[], width: number): number {
  let [sum, count] = [0, 0];
  for (const trunk of trunks) {
    for (const i of trunk) sum += Math.floor(i / width);
    count += trunk.length;
  }
  return sum / count;
}

/** 1 on the components. */
function onlyOf(wanted: readonly Int32Array[], { width, height }: Plane): Plane {
  const alone = emptyPlane(width, height);
  for (const piece of wanted) for (const i of piece) alone.values[i] = 1;
  return alone;
}

/** The plane with its holes filled. */
function fillHoles(plane: Plane): Plane {
  const { width, height, values } = plane;
  for (const hole of connectedComponents(plane, 0)) {
    const touchesBorder = hole.some(
      (i) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1,
    );
    if (!touchesBorder) for (const i of hole) values[i] = 1;
  }
  return plane;
}

function middleOfFrame(width: number, height: number): Plane {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const dx = ((i % width) / width - 0.5) / 0.42;
    const dy = (Math.floor(i / width) / height - 0.52) / 0.46;
    values[i] = clamp01((1.15 - Math.hypot(dx, dy)) * 5);
  }
  return { width, height, values };
}
