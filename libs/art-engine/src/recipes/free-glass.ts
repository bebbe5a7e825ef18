/** Colours of glass, and cut glass in the shape of the animal, without the glass behind it. */
import { fromOklch, type Rgb, toOklab } from '../kernels/colour.js';
import type { Triangle } from '../kernels/facets.js';
import { clamp01, smoothstep } from '../kernels/plane.js';
import type { Scene } from '../scene/compose-scene.js';
import { findCutSides } from './free-animal.js';
import type { RecipeInput } from './recipe.js';

export interface Scheme {
  /** Hues in degrees (OKLCH) from shadow to light. */
  readonly shadow: number;
  readonly middle: number;
  readonly light: number;
  readonly ground: number;
}

/**
 * The lightness of a facet comes from the animal. Its hue runs from shadow over middle to light, shifted towards the
 * fur's own colour.
 */
export function animalColour(scheme: Scheme, tone: number, fur: Rgb, sparkle: number): [number, number, number] {
  const [, a, b] = toOklab(fur);
  const hue =
    tone < 0.5 ? between(scheme.shadow, scheme.middle, tone * 2) : between(scheme.middle, scheme.light, tone * 2 - 1);
  const angle = (hue * Math.PI) / 180;
  const chroma = 0.05 + 0.13 * Math.sin(Math.PI * clamp01(0.12 + tone * 0.8));
  const mixedA = chroma * Math.cos(angle) * 0.75 + a * 0.6;
  const mixedB = chroma * Math.sin(angle) * 0.75 + b * 0.6;
  const lightness = 0.2 + 0.76 * tone ** 0.9 + sparkle * 0.7;
  return fromOklch(lightness, Math.hypot(mixedA, mixedB), (Math.atan2(mixedB, mixedA) * 180) / Math.PI);
}

/** Interpolates between two hues in the shorter direction. */
function between(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * share;
}

export interface FreeGlass {
  /** Three bytes for each triangle, sRGB. */
  readonly colours: Uint8Array;
  /** A byte for each triangle: 255 on the animal, 0 elsewhere. */
  readonly opacities: Uint8Array;
}

/** Sums over each facet: pixels, mask; then weighted by the mask: weight, tone, red, green, blue, x and y in shares. */
const SUMS = 9;

/**
 * A facet belongs to the animal as a whole or not at all, because glass has no soft edge. Pixels count by how much of
 * the animal they show, so that a facet at the edge has no colour of the ground.
 */
export function freeGlass(
  input: RecipeInput,
  scheme: Scheme,
  owner: Int32Array,
  triangles: readonly Triangle[],
): FreeGlass {
  const { scene, random } = input;
  const sums = new Float64Array(triangles.length * SUMS);
  for (let y = 0; y < scene.height; y++) sumRow(scene, owner, y, sums);
  const [colours, opacities] = [new Uint8Array(triangles.length * 3), new Uint8Array(triangles.length)];
  const isBroken = findBroken(input);
  for (let facet = 0; facet < triangles.length; facet++) {
    const [pixels, mask, weight, tone, red, green, blue, x, y] = sums.subarray(facet * SUMS, (facet + 1) * SUMS);
    const sparkle = (random() - 0.5) * 0.09;
    if (mask! < 0.5 * Math.max(1, pixels!) || isBroken(x! / weight!, y! / weight!)) continue;
    const fur = [red! / weight!, green! / weight!, blue! / weight!] as const;
    colours.set(animalColour(scheme, tone! / weight!, fur, sparkle).map(Math.round), facet * 3);
    opacities[facet] = 255;
  }
  continueColours(triangles, colours, opacities);
  return { colours, opacities };
}

function sumRow(
  { width, height, tone, mask, photo: { pixels } }: Scene,
  owner: Int32Array,
  y: number,
  sums: Float64Array,
): void {
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const facet = owner[i]!;
    if (facet < 0) continue;
    const s = facet * SUMS;
    const weight = smoothstep(0.5, 1, mask.values[i]!) + 1e-6;
    sums[s]! += 1;
    sums[s + 1]! += mask.values[i]!;
    sums[s + 2]! += weight;
    sums[s + 3]! += weight * tone.values[i]!;
    sums[s + 4]! += weight * pixels[i * 3]!;
    sums[s + 5]! += weight * pixels[i * 3 + 1]!;
    sums[s + 6]! += weight * pixels[i * 3 + 2]!;
    sums[s + 7]! += (weight * x) / width;
    sums[s + 8]! += (weight * y) / height;
  }
}

/** Share of the picture that is broken off at a side that cuts the animal: a straight edge looks like a box. */
const BROKEN = { least: 0.01, most: 0.06 };

/** Whether the glass at a position (in shares of the picture) is missing: its broken edge runs up and down. */
function findBroken(input: RecipeInput): (x: number, y: number) => boolean {
  const cut = findCutSides(input);
  const phases = [input.random(), input.random()].map((turn) => turn * 2 * Math.PI);
  const depth = (along: number): number => {
    const wave = Math.sin(along * 23 + phases[0]!) + Math.sin(along * 61 + phases[1]!);
    return BROKEN.least + (BROKEN.most - BROKEN.least) * (0.5 + wave / 4);
  };
  return (x, y) =>
    (cut.left && x < depth(y)) ||
    (cut.right && 1 - x < depth(y)) ||
    (cut.top && y < depth(x)) ||
    (cut.bottom && 1 - y < depth(x));
}

/** Facets outside take the mean colour of their neighbours inside, which smooth edges show a little of. */
function continueColours(triangles: readonly Triangle[], colours: Uint8Array, opacities: Uint8Array): void {
  const points = triangles.reduce((most, corners) => Math.max(most, ...corners), 0) + 1;
  const sums = new Float64Array(points * 4);
  for (const [facet, corners] of triangles.entries()) {
    if (opacities[facet] === 0) continue;
    for (const corner of corners) {
      for (let channel = 0; channel < 3; channel++) sums[corner * 4 + channel]! += colours[facet * 3 + channel]!;
      sums[corner * 4 + 3]! += 1;
    }
  }
  for (const [facet, corners] of triangles.entries()) {
    if (opacities[facet] !== 0) continue;
    const count = corners.reduce((sum, corner) => sum + sums[corner * 4 + 3]!, 0);
    for (let channel = 0; count > 0 && channel < 3; channel++)
      colours[facet * 3 + channel] = corners.reduce((sum, corner) => sum + sums[corner * 4 + channel]!, 0) / count;
  }
}
