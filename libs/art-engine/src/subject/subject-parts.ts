import { boxBlur } from '../kernels/blur.js';
import { connectedComponents } from '../kernels/connected-components.js';
import { emptyPlane, type Plane } from '../kernels/plane.js';

/** A second animal has at least this share of the weight of the first one. */
const COMPANION_SHARE = 0.35;

/** Half the thickness below which a part is text, a leash or a bicycle's frame, as a share of √area. */
const THIN_SHARE = 0.035;

/** A ground that is visible through the animal is at least this share of it, and surely not the animal. */
const GAP_SHARE = 0.015;
const GAP_MEAN = 0.12;

/**
 * Keeps the parts that are animals: the largest connected part, and others that are nearly as large. Thin parts that
 * only touch them are left out. Holes are filled.
 *
 * @param map H × W, 0…1, 1 on what stands out
 * @returns the map with 0 outside of the animals, and 1 in their holes
 */
export function selectParts(map: Plane): Plane {
  const { width, height, values } = map;
  const on = emptyPlane(width, height);
  let area = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! >= 0.5) area += on.values[i] = 1;
  if (area === 0) return emptyPlane(width, height);
  const radius = Math.max(1, Math.round(Math.sqrt(area) * THIN_SHARE));
  const trunks = onlyOf(companions(connectedComponents(thickOf(on, radius), 1), map), on);
  // What a thick part lost at its outline comes back, and the map's soft edge with it.
  const reach = boxBlur(trunks, 2 * radius + 2);
  const body = emptyPlane(width, height);
  for (let i = 0; i < values.length; i++) if (reach.values[i]! > 1e-4) body.values[i] = on.values[i]!;
  const animal = onlyOf(companions(connectedComponents(body, 1), map), body);
  fillHoles(animal, map);
  return softened(animal, map, radius);
}

function companions(parts: readonly Int32Array[], map: Plane): Int32Array[] {
  const weighed = parts.map((part) => ({ part, weight: weightOf(part, map) }));
  const largest = Math.max(...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight >= COMPANION_SHARE * largest).map(({ part }) => part);
}

function weightOf(part: Int32Array, { values }: Plane): number {
  let sum = 0;
  for (const i of part) sum += values[i]! * values[i]!;
  return sum;
}

/** 1 where nearly all neighbours are 1. */
function thickOf(on: Plane, radius: number): Plane {
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
  for (const hole of connectedComponents(animal, 0)) {
    const touchesBorder = hole.some(
      (i) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1,
    );
    if (touchesBorder) continue;
    const mean = hole.reduce((sum, i) => sum + map.values[i]!, 0) / hole.length;
    if (hole.length > GAP_SHARE * area && mean < GAP_MEAN) continue;
    for (const i of hole) values[i] = 1;
  }
}

/** The map near the animal's outline, 1 in filled holes, 0 elsewhere. */
function softened(animal: Plane, map: Plane, radius: number): Plane {
  const near = boxBlur(animal, radius + 2);
  const out = emptyPlane(map.width, map.height);
  for (let i = 0; i < out.values.length; i++) {
    const value = map.values[i]!;
    if (animal.values[i] === 1) out.values[i] = Math.max(value, near.values[i]! > 0.99 ? 1 : 0.5);
    else if (near.values[i]! > 1e-4) out.values[i] = Math.min(value, 0.49);
  }
  return out;
}
