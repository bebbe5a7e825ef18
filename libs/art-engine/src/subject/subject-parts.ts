import { boxBlur } from '../kernels/blur.js';
import { connectedComponents, emptyPlane, type Plane } from '../kernels/plane.js';
import { boxOf, type Box } from './photo-part.js';

/** Legs and tails in shadow are less sure than the rest of the animal. */
const ON = 0.4;

/** A thin part such as a leg needs more certainty than a thick one. */
const SURE = 0.75;

const SUSPECTED = 0.12;

/** A wing or tail that the map hardly shows, as a share of the animal's area; smaller ones are its soft outline. */
const FAINT = 0.15;
const FAINT_SHARE = 0.01;

/** A second animal has at least this share of the weight of the first one. */
const COMPANION_SHARE = 0.35;

/** Mean of the squared map on a wing. A bicycle behind the animal is less sure. */
const SURE_LIMB = 0.5;

/** Half the thickness below which a part is text, a leash or a bicycle's frame, as a share of √area. */
const THIN_SHARE = 0.035;

/**
 * A ground that is visible between the legs is at least this share of the animal, surely not the animal, and in the
 * lower part of it: this share of its height is above.
 */
const GAP_SHARE = 0.005;
const GAP_MEAN = 0.12;
const GAP_FROM = 0.6;

/** What hangs from the upper border above a head, such as a curtain: less sure than the head, thick, and a small part. */
const HANGING_BELOW = 0.8;
const HANGING_SHARE = 0.06;
const HANGING_PX = 3;

/**
 * Keeps the parts that are animals: the largest connected part, and others that are nearly as large. Thin parts that
 * only touch them are left out. Holes are filled.
 *
 * @param map H × W, 0…1, 1 on what stands out
 * @param withFaint keeps also what the map hardly shows beside the animal, such as a tail
 * @returns the map with 0 outside of the animals, and 1 in their holes
 */
export function selectParts(map: Plane, withFaint = false): Plane {
  const { width, height, values } = map;
  const { on, radius, thick, main } = trunksOf(map, withFaint);
  if (main.length === 0) return emptyPlane(width, height);
  const trunks = onlyOf([...main, ...limbs(thick, main, on, map)], on);
  // What a thick part lost at its outline comes back, and all that the map is sure of, such as long legs.
  const reach = boxBlur(trunks, 2 * radius + 2);
  const body = emptyPlane(width, height);
  for (let i = 0; i < values.length; i++)
    if (reach.values[i]! > 1e-4 || values[i]! >= SURE) body.values[i] = on.values[i]!;
  const animal = onlyOf(companions(connectedComponents(body, 1), map), body);
  fillHoles(animal, map);
  return softened(animal, map, radius);
}

interface Trunks {
  /** 1 where the map shows an animal or something else. */
  readonly on: Plane;
  /** Half the thickness of a thick part in pixels. */
  readonly radius: number;
  readonly thick: readonly Int32Array[];
  /** The thick parts that are animals. */
  readonly main: readonly Int32Array[];
}

function trunksOf(map: Plane, withFaint = false): Trunks {
  const on = emptyPlane(map.width, map.height);
  let area = 0;
  for (let i = 0; i < map.values.length; i++) if (map.values[i]! >= ON) area += on.values[i] = 1;
  const radius = Math.max(1, Math.round(Math.sqrt(area) * THIN_SHARE));
  if (withFaint) addFaintParts(on, map, radius, FAINT_SHARE * area);
  const thick = connectedComponents(thickOf(on, radius), 1);
  return { on, radius, thick, main: companions(thick, map) };
}

/** Adds what the map shows faintly beyond the outline of the sure parts, in place. */
function addFaintParts(on: Plane, map: Plane, radius: number, leastArea: number): void {
  const near = boxBlur(on, radius);
  const faint = emptyPlane(map.width, map.height);
  const beyond = emptyPlane(map.width, map.height);
  for (let i = 0; i < map.values.length; i++) {
    if (map.values[i]! < FAINT) continue;
    faint.values[i] = 1;
    if (near.values[i]! < 1e-4) beyond.values[i] = 1;
  }
  const large = connectedComponents(beyond, 1).filter((part) => part.length >= leastArea);
  if (large.length === 0) return;
  // What lies between the part and the sure outline belongs to it.
  const reach = boxBlur(onlyOf(large, map), radius + 1);
  for (let i = 0; i < map.values.length; i++) if (faint.values[i] === 1 && reach.values[i]! > 1e-4) on.values[i] = 1;
}

/** The box of the animals' trunks in shares, without all that is joined with them, such as a bicycle. */
export function trunkBox(map: Plane): Box {
  return boxOf(onlyOf(trunksOf(map).main, map));
}

/** The box of all that the map suspects to be connected with the animal, such as a tail in shadow, in shares. */
export function suspectedBox(map: Plane, animal: Plane): Box {
  const suspected = emptyPlane(map.width, map.height);
  for (let i = 0; i < map.values.length; i++)
    suspected.values[i] = map.values[i]! > SUSPECTED || animal.values[i]! >= 0.5 ? 1 : 0;
  const parts = connectedComponents(suspected, 1).filter((part) => part.some((i) => animal.values[i]! >= 0.5));
  return boxOf(onlyOf(parts, map));
}

/** The largest part and its companions. A companion that comes in from above is a person's leg, not an animal. */
function companions(parts: readonly Int32Array[], map: Plane): Int32Array[] {
  const weighed = parts
    .map((part) => ({ part, weight: weightOf(part, map), fromAbove: comesFromAbove(part, map) }))
    .sort((one, other) => other.weight - one.weight);
  const fromBelow = weighed.filter(({ fromAbove }) => !fromAbove);
  const [largest, candidate] = [weighed[0]?.weight ?? 0, fromBelow[0]?.weight ?? 0];
  const animals = candidate >= COMPANION_SHARE * largest ? fromBelow : weighed.slice(0, 1);
  const least = COMPANION_SHARE * (animals[0]?.weight ?? 0);
  return animals.filter(({ weight }) => weight >= least).map(({ part }) => part);
}

/** Thick and sure parts that a thin joint connects with a trunk: wings, heads on long necks. */
function limbs(thick: readonly Int32Array[], trunks: readonly Int32Array[], on: Plane, map: Plane): Int32Array[] {
  const isTrunk = onlyOf(trunks, on).values;
  const joined = connectedComponents(on, 1).filter((part) => part.some((i) => isTrunk[i] === 1));
  const reachable = onlyOf(joined, on).values;
  return thick.filter(
    (part) => !trunks.includes(part) && reachable[part[0]!] === 1 && weightOf(part, map) > SURE_LIMB * part.length,
  );
}

/** True if the part touches the upper border and not the lower one. */
function comesFromAbove(part: Int32Array, { width, height }: Plane): boolean {
  let [above, below] = [false, false];
  for (const i of part) {
    if (i < width) above = true;
    if (i >= width * (height - 1)) below = true;
  }
  return above && !below;
}

function weightOf(part: Int32Array, { values }: Plane): number {
  let sum = 0;
  for (const i of part) sum += values[i]! * values[i]!;
  return sum;
}

/**
 * Removes in place what hangs from the upper border above a head. A head that the border cuts is surer.
 *
 * @param map H × W, 0…1, whose upper border is that of the photo
 * @param sure the same before its undecided parts were decided
 */
export function removeHanging(map: Plane, sure: Plane): void {
  const vague = emptyPlane(map.width, map.height);
  let area = 0;
  for (let i = 0; i < map.values.length; i++) {
    if (map.values[i]! < ON) continue;
    area++;
    if (sure.values[i]! < HANGING_BELOW) vague.values[i] = 1;
  }
  const hanging = connectedComponents(thickOf(vague, HANGING_PX), 1).filter(
    (part) => part.length < HANGING_SHARE * area && part.some((i) => i < map.width),
  );
  const removed = nearOf(onlyOf(hanging, map), vague, HANGING_PX);
  for (let i = 0; i < map.values.length; i++) if (removed.values[i] === 1) map.values[i] = 0;
}

/** The plane near parts that were found by {@link thickOf}, with what these lost at their outline. */
export function nearOf(parts: Plane, { values }: Plane, radius: number): Plane {
  const near = boxBlur(parts, radius + 2);
  for (let i = 0; i < values.length; i++) near.values[i] = near.values[i]! > 1e-4 ? values[i]! : 0;
  return near;
}

/** 1 where nearly all neighbours are 1. */
export function thickOf(on: Plane, radius: number): Plane {
  const thick = boxBlur(on, radius);
  for (let i = 0; i < thick.values.length; i++) thick.values[i] = thick.values[i]! > 0.9 ? 1 : 0;
  return thick;
}

/** 1 on the parts. */
function onlyOf(parts: readonly Int32Array[], { width, height }: Plane): Plane {
  const plane = emptyPlane(width, height);
  for (const part of parts) for (const i of part) plane.values[i] = 1;
  return plane;
}

/** Fills the holes in place, except a large gap where the map is sure of the ground. */
function fillHoles(animal: Plane, map: Plane): void {
  const { width, height, values } = animal;
  const area = values.reduce((sum, value) => sum + value, 0);
  const { top, bottom } = boxOf(animal);
  const gapsFrom = (top + GAP_FROM * (bottom - top)) * height;
  for (const hole of connectedComponents(animal, 0)) {
    const touchesBorder = hole.some(
      (i) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1,
    );
    if (touchesBorder) continue;
    const mean = hole.reduce((sum, i) => sum + map.values[i]!, 0) / hole.length;
    const middle = hole.reduce((sum, i) => sum + Math.floor(i / width), 0) / hole.length;
    if (hole.length > GAP_SHARE * area && mean < GAP_MEAN && middle > gapsFrom) continue;
    for (const i of hole) values[i] = 1;
  }
}

/** On the animal at least 0.5 at its outline and 1 inside; the map's soft edge outside; 0 far away. */
function softened(animal: Plane, map: Plane, radius: number): Plane {
  const inside = boxBlur(animal, 2);
  const near = boxBlur(animal, radius + 2);
  const out = emptyPlane(map.width, map.height);
  for (let i = 0; i < out.values.length; i++) {
    const value = map.values[i]!;
    if (animal.values[i] === 1) out.values[i] = Math.max(0.5, value, inside.values[i]!);
    else out.values[i] = Math.min(value, 0.49) * Math.min(1, 4 * near.values[i]!);
  }
  return out;
}
