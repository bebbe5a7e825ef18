import type { Proportions } from './frame-animal.js';

/** From left to right, in pixels from the left edge of the silhouette's bounding box. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** What the layout needs to know of a pet's mask. */
export interface Silhouette {
  /** Size of the bounding box. */
  readonly width: number;
  readonly height: number;
  /** Number of the pet's pixels. */
  readonly area: number;
  /** The part with the head: the upper {@link Silhouette.upperShare} of the height. */
  readonly upper: Extent;
  readonly upperShare: number;
  /** The part below the head. */
  readonly lower: Extent;
  /** The sides on which the photo's edge cuts the pet. */
  readonly cut: { readonly left: boolean; readonly right: boolean; readonly top: boolean; readonly bottom: boolean };
}

/** The bounding box of one pet in the picture, in pixels of the picture. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface GroupLayout {
  readonly width: number;
  readonly height: number;
  /** In the given order. */
  readonly placements: readonly Placement[];
  /** Indices of the pets, the farthest first. */
  readonly backToFront: readonly number[];
}

/** Height of the smallest pet: sizes differ a little, so that a broad pet does not look larger than a slender one. */
const MIN_HEIGHT = 0.75;
/** The inner pets of three or four sit higher by one of these shares: by that which fills the picture best. */
const RAISES = [0.1, 0.2, 0.3, 0.4];
/** A whole pet is raised by this share of it, because its feet are visible. */
const WHOLE_RAISE = 0.6;
/** A pet with more head than this share of its height is a face alone. */
const MAX_BODIED_UPPER_SHARE = 0.75;
/** Share of the narrower of two neighbouring heads that may overlap, by the number of pets. */
const HEAD_OVERLAP = [0, 0, 0.08, 0.14, 0.2];
/** The same if one of them is raised by the full height of its head. */
const RAISED_HEAD_OVERLAP = 0.6;
/** A pet that the photo's edge cuts moves this share of its width farther behind its neighbour. */
const CUT_OVERLAP = 0.12;
/** The same for a pet that is cut on both sides: together the two neighbours hide two thirds of its head at most. */
const CUT_OVERLAP_OF_TWO = 0.08;
/** Share of the narrower of two neighbouring bodies that may overlap, and the same for a raised pet. */
const BODY_OVERLAP = 0.5;
const RAISED_BODY_OVERLAP = 0.65;
/** Share of a head that a neighbour's body may overlap. */
const HEAD_BY_BODY_OVERLAP = 0.25;
/** Margin around the group as a share of its height. */
const MARGIN = 0.09;
/** Space below the feet of a whole pet, next to one that is cut at the bottom. */
const FOOT_SPACE = 0.03;

interface Placed {
  readonly silhouette: Silhouette;
  readonly scale: number;
  left: number;
  top: number;
}

/**
 * Places several pets in one picture. Lengths of the input are pixels of each pet's own scene; inside this file the tallest pet has
 * height 1.
 *
 * The pets are in a row from left to right in the given order, alike in size, their heads in a line. The outer pets are
 * in front; the inner pets of three or four sit higher. A pet that the photo's edge cuts goes behind its neighbour
 * on that side, or to the edge of the picture. Pets cut at the bottom reach the bottom of the picture.
 *
 * @param sidePx long side of the picture
 */
export function layoutGroup(silhouettes: readonly Silhouette[], proportions: Proportions, sidePx: number): GroupLayout {
  const leftIsInFront = pairDepths(silhouettes);
  const [first, ...others] = RAISES.map((raise) => arrange(silhouettes, leftIsInFront, raise, proportions));
  const { pets, frame } = others.reduce((best, other) => (other.waste < best.waste - 1e-6 ? other : best), first!);
  const pixels = sidePx / Math.max(frame.width, frame.height);
  return {
    width: Math.round(frame.width * pixels),
    height: Math.round(frame.height * pixels),
    placements: pets.map(({ silhouette, scale, left, top }) => ({
      left: (left - frame.left) * pixels,
      top: (top - frame.top) * pixels,
      width: silhouette.width * scale * pixels,
      height: silhouette.height * scale * pixels,
    })),
    backToFront: sortByDepth(leftIsInFront),
  };
}

interface Arrangement {
  readonly pets: readonly Placed[];
  readonly frame: Frame;
  /** Share of the picture that is empty because of its proportions. */
  readonly waste: number;
}

function arrange(
  silhouettes: readonly Silhouette[],
  leftIsInFront: readonly boolean[],
  raise: number,
  proportions: Proportions,
): Arrangement {
  const heights = heightsOf(silhouettes);
  const raises = raisesOf(silhouettes, leftIsInFront, raise);
  const ground = Math.max(...raises) + 1;
  const footSpace = silhouettes.some(({ cut }) => cut.bottom) ? FOOT_SPACE : 0;
  const pets = silhouettes.map((silhouette, n): Placed => {
    const isBehind = (leftIsInFront[n - 1] ?? true) && !(leftIsInFront[n] ?? false);
    const foot = silhouette.cut.bottom ? 0 : footSpace;
    const height = heights[n]! - foot;
    // The feet of a whole pet behind its neighbours may be higher, so its head is in line with theirs.
    const headroom = isBehind && isWhole(silhouette) ? 0 : 1 - foot - height;
    return { silhouette, scale: height / silhouette.height, left: 0, top: ground - raises[n]! - 1 + headroom };
  });
  placeInRow(
    pets,
    leftIsInFront.map((isInFront, n) =>
      Math.max(0, isInFront ? raises[n + 1]! - raises[n]! : raises[n]! - raises[n + 1]!),
    ),
  );
  return { pets, ...frameAround(pets, ground, proportions) };
}

/**
 * The mean of equal heights of pets, of heads and equal areas. The tallest is 1.
 */
function heightsOf(silhouettes: readonly Silhouette[]): number[] {
  const wanted = silhouettes.map(
    ({ area, height, upperShare }) =>
      (height / Math.sqrt(Math.max(1, area))) ** 0.7 / Math.sqrt(Math.min(MAX_BODIED_UPPER_SHARE, upperShare)),
  );
  const tallest = Math.max(...wanted);
  return wanted.map((height) => Math.max(MIN_HEIGHT, height / tallest));
}

/** A face alone has no body that can be stretched or that a neighbour may hide. */
const isFace = ({ upperShare }: Silhouette): boolean => upperShare > MAX_BODIED_UPPER_SHARE;

/** For each pair of neighbours: true if the left pet is in front of the right one. */
function pairDepths(silhouettes: readonly Silhouette[]): boolean[] {
  const middle = (silhouettes.length - 1) / 2;
  return silhouettes.slice(1).map((right, n) => {
    const left = silhouettes[n]!;
    if (left.cut.right !== right.cut.left) return right.cut.left;
    if (isFace(left) !== isFace(right)) return isFace(left);
    const farther = Math.abs(n - middle) - Math.abs(n + 1 - middle);
    if (farther !== 0) return farther > 0;
    // The slender one in front hides less.
    return left.width / left.height <= right.width / right.height;
  });
}

const isWhole = ({ cut }: Silhouette): boolean => !cut.left && !cut.right && !cut.bottom;

/**
 * An inner pet is raised, unless its feet would be in the air in front of a neighbour that is not. A pet that the
 * photo's upper edge cuts is not raised, one that is cut only at a side, and a face alone, which would be stretched.
 */
function raisesOf(silhouettes: readonly Silhouette[], leftIsInFront: readonly boolean[], raise: number): number[] {
  const last = silhouettes.length - 1;
  const raised = silhouettes.map((silhouette, n) => {
    const { cut } = silhouette;
    return n > 0 && n < last && !cut.top && !isFace(silhouette) && (cut.bottom || isWhole(silhouette));
  });
  // Twice, because lowering the second inner pet may lower the first.
  for (const n of [...raised.keys(), ...raised.keys()]) {
    if (!raised[n] || silhouettes[n]!.cut.bottom) continue;
    raised[n] = (leftIsInFront[n - 1]! || raised[n - 1]!) && (!leftIsInFront[n]! || raised[n + 1]!);
  }
  return silhouettes.map(({ cut }, n) => (raised[n] ? raise * (cut.bottom ? 1 : WHOLE_RAISE) : 0));
}

/**
 * Moves each pet as close to the pets on its left as the overlaps allow.
 *
 * @param raises for each pair of neighbours, how much higher the pet behind is
 */
function placeInRow(pets: readonly Placed[], raises: readonly number[]): void {
  for (const [n, pet] of pets.entries()) {
    for (let other = 0; other < n; other++) {
      const distance =
        other === n - 1
          ? neighbourDistance(pets[other]!, pet, raises[other]!, HEAD_OVERLAP[pets.length]!)
          : distanceOf(pets[other]!, pet, { heads: 0, bodies: 0.15, headByBody: 0 });
      pet.left = Math.max(other === 0 ? -Infinity : pet.left, pets[other]!.left + distance);
    }
  }
}

function neighbourDistance(left: Placed, right: Placed, raise: number, headOverlap: number): number {
  const head = Math.min(
    ...[left, right].map(({ silhouette, scale }) => silhouette.upperShare * silhouette.height * scale),
  );
  const raised = Math.min(1, raise / head);
  const cut = cutOverlap(left.silhouette.cut, right.silhouette.cut);
  return distanceOf(left, right, {
    heads: headOverlap + cut + (RAISED_HEAD_OVERLAP - headOverlap) * raised,
    bodies: BODY_OVERLAP + (RAISED_BODY_OVERLAP - BODY_OVERLAP) * raised,
    headByBody: HEAD_BY_BODY_OVERLAP + cut,
  });
}

function cutOverlap(left: Silhouette['cut'], right: Silhouette['cut']): number {
  if (!left.right && !right.left) return 0;
  return (left.left && left.right) || (right.left && right.right) ? CUT_OVERLAP_OF_TWO : CUT_OVERLAP;
}

interface Overlaps {
  readonly heads: number;
  readonly bodies: number;
  readonly headByBody: number;
}

/** Smallest distance between the left edges of two pets. */
function distanceOf(left: Placed, right: Placed, { heads, bodies, headByBody }: Overlaps): number {
  const [leftUpper, rightUpper] = [scaled(left, 'upper'), scaled(right, 'upper')];
  const [leftLower, rightLower] = [scaled(left, 'lower'), scaled(right, 'lower')];
  const distances = [
    touching(leftUpper, rightUpper, heads * Math.min(lengthOf(leftUpper), lengthOf(rightUpper))),
    touching(leftLower, rightLower, bodies * Math.min(lengthOf(leftLower), lengthOf(rightLower))),
  ];
  if (bodyTop(left) < bodyTop(right))
    distances.push(touching(leftLower, rightUpper, headByBody * lengthOf(rightUpper)));
  if (bodyTop(right) < bodyTop(left)) distances.push(touching(leftUpper, rightLower, headByBody * lengthOf(leftUpper)));
  return Math.max(...distances);
}

const touching = (left: Extent, right: Extent, overlap: number): number => left.right - overlap - right.left;

const lengthOf = ({ left, right }: Extent): number => right - left;

const scaled = ({ silhouette, scale }: Placed, part: 'upper' | 'lower'): Extent => ({
  left: silhouette[part].left * scale,
  right: silhouette[part].right * scale,
});

const bodyTop = ({ silhouette: { upperShare, height }, scale, top }: Placed): number =>
  top + upperShare * height * scale;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The group with margins, except on sides where a pet is cut, in proportions within the limits. */
function frameAround(pets: readonly Placed[], ground: number, limits: Proportions): { frame: Frame; waste: number } {
  const [first, last] = [pets[0]!, pets.at(-1)!];
  const isFlush = {
    left: first.silhouette.cut.left && first.left <= leftOf(pets),
    right: last.silhouette.cut.right && rightOf(last) >= rightOfAll(pets),
    bottom: pets.some(({ silhouette }) => silhouette.cut.bottom),
  };
  const margin = MARGIN * ground;
  const height = ground + margin + (isFlush.bottom ? 0 : margin);
  const width = rightOfAll(pets) - leftOf(pets) + (isFlush.left ? 0 : margin) + (isFlush.right ? 0 : margin);
  const moreWidth = Math.max(0, height / limits.maxHeightByWidth - width);
  const moreHeight = Math.max(0, width / limits.maxWidthByHeight - height);
  if (isFlush.left && isFlush.right) spread(pets, moreWidth);
  const left = leftOf(pets) - (isFlush.left ? 0 : margin + (isFlush.right ? moreWidth : moreWidth / 2));
  const top = -margin - (isFlush.bottom ? moreHeight : moreHeight / 2);
  const frame = { left, top, width: width + moreWidth, height: height + moreHeight };
  return { frame, waste: 1 - (width * height) / (frame.width * frame.height) };
}

/** Moves the pets apart until the row is wider by the given length. */
function spread(pets: readonly Placed[], length: number): void {
  for (const [n, pet] of pets.entries()) pet.left += (length * n) / (pets.length - 1);
}

const leftOf = (pets: readonly Placed[]): number => Math.min(...pets.map(({ left }) => left));
const rightOf = ({ left, silhouette, scale }: Placed): number => left + silhouette.width * scale;
const rightOfAll = (pets: readonly Placed[]): number => Math.max(...pets.map(rightOf));

/** Indices, the farthest pet first. Only neighbours have to be in order. */
function sortByDepth(leftIsInFront: readonly boolean[]): number[] {
  const depths = [0];
  for (const [n, inFront] of leftIsInFront.entries()) depths.push(depths[n]! + (inFront ? -1 : 1));
  return depths.map((_, n) => n).sort((one, other) => depths[one]! - depths[other]!);
}
