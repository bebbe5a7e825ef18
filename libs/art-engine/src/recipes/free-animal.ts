/** The animal without its ground, for pictures with a plain ground or none. */
import { gaussianBlur } from '../kernels/blur.js';
import { toOklab, type Rgb } from '../kernels/colour.js';
import { emptyPlane, smoothstep, type Plane } from '../kernels/plane.js';
import { cacheRows, planeField, xOf, yOf, type Field } from '../painting/field.js';
import { aboveLimit, addFields, dotScreen } from '../painting/shaped-fields.js';
import type { Box } from '../subject/photo-part.js';
import type { Scene } from '../scene/compose-scene.js';
import { plainGround, sceneSize, type RecipeInput } from './recipe.js';

/** Reach of the near and the far neighbours that give their tone, in units. */
const NEAR = 3;
const FAR = 16;

/**
 * The tone with the animal's own tone continued over its edge. A pixel of a soft edge shows the animal and the ground;
 * on another ground the old one would be visible as a fringe.
 * Source: normalised convolution, H. Knutsson and C.-F. Westin, "Normalized and Differential Convolution", CVPR 1993.
 */
export function ownTone({ tone, mask, unit }: Pick<Scene, 'tone' | 'mask' | 'unit'>): Plane {
  const { width, height } = tone;
  const [certain, weighted] = [emptyPlane(width, height), emptyPlane(width, height)];
  for (let start = 0; start < tone.values.length; start += width)
    weightRow(tone.values, mask.values, certain.values, weighted.values, start, start + width);
  const [near, nearWeight] = [gaussianBlur(weighted, NEAR * unit), gaussianBlur(certain, NEAR * unit)];
  const [far, farWeight] = [gaussianBlur(weighted, FAR * unit), gaussianBlur(certain, FAR * unit)];
  const out = emptyPlane(width, height);
  for (let start = 0; start < tone.values.length; start += width)
    continueRow(
      { tone: tone.values, certain: certain.values },
      { near: near.values, nearWeight: nearWeight.values, far: far.values, farWeight: farWeight.values },
      out.values,
      start,
      start + width,
    );
  return out;
}

function weightRow(
  tone: Float32Array,
  mask: Float32Array,
  certain: Float32Array,
  weighted: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const weight = smoothstep(0.9, 1, mask[i]!);
    certain[i] = weight;
    weighted[i] = weight * tone[i]!;
  }
}

interface Neighbours {
  readonly near: Float32Array;
  readonly nearWeight: Float32Array;
  readonly far: Float32Array;
  readonly farWeight: Float32Array;
}

/** Far neighbours count where there are no near ones; a middle tone where there are none at all. */
function continueRow(
  { tone, certain }: { tone: Float32Array; certain: Float32Array },
  { near, nearWeight, far, farWeight }: Neighbours,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const distant = (far[i]! + 0.0005) / (farWeight[i]! + 0.001);
    const own = (near[i]! + 0.02 * distant) / (nearWeight[i]! + 0.02);
    out[i] = own + (tone[i]! - own) * certain[i]!;
  }
}

/**
 * The animal's outline for a drawn edge: 0.5 on the outline and the same slope everywhere, whether the mask is hard or
 * soft there.
 *
 * @param softness standard deviation of the slope in units
 */
export function outlineField({ mask, unit }: Pick<Scene, 'mask' | 'unit'>, softness: number): Field {
  const { width, height, values } = mask;
  const hard = emptyPlane(width, height);
  for (let start = 0; start < values.length; start += width) hardenRow(values, hard.values, start, start + width);
  return cacheRows(planeField(gaussianBlur(hard, softness * unit), unit));
}

function hardenRow(mask: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = smoothstep(0.35, 0.65, mask[i]!);
}

/** OKLab lightness below which a ground swallows dark ink. */
const DARK_GROUND = 0.45;

/** The ink for the edge of the animal: the light one on a dark plain ground, else the dark one. */
export function edgeInk(input: RecipeInput, dark: Rgb, light: Rgb): Rgb {
  const ground = plainGround(input);
  return ground && toOklab(ground)[0] < DARK_GROUND ? light : dark;
}

/** Sides at which the picture ends within the animal and dissolves it. */
export interface CutSides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** An ear that only touches the edge is not cut. */
const LEAST_CUT_SHARE = 0.03;

/** On a plain ground the animal may run out of the picture, which has edges of its own. */
export function findCutSides({ scene, background }: Pick<RecipeInput, 'scene' | 'background'>): CutSides {
  if (background !== 'none') return { left: false, top: false, right: false, bottom: false };
  const { width, height, values } = scene.mask;
  const isCut = (count: number, indexOf: (n: number) => number): boolean => {
    let covered = 0;
    for (let n = 0; n < count; n++) if (values[indexOf(n)]! > 0.5) covered++;
    return covered > LEAST_CUT_SHARE * count;
  };
  return {
    left: isCut(height, (y) => y * width),
    right: isCut(height, (y) => y * width + width - 1),
    top: isCut(width, (x) => x),
    bottom: isCut(width, (x) => (height - 1) * width + x),
  };
}

/** Units over which the animal dissolves towards a side that cuts it. */
const DISSOLVE = { beside: 60, below: 110 };

/**
 * Distance from the sides that cut the animal: 0 at a cut side, 1 where the picture is whole. A straight cut would look
 * like the edge of a box.
 */
export function wholeness(input: RecipeInput): Field {
  const cut = findCutSides(input);
  return insideFrame(input, {
    left: cut.left ? DISSOLVE.beside : 0,
    top: cut.top ? DISSOLVE.beside : 0,
    right: cut.right ? DISSOLVE.beside : 0,
    bottom: cut.bottom ? DISSOLVE.below : 0,
  });
}

/** Pitch in units and angle of the dots in which a picture dissolves. */
const DOTS = { pitch: 15, angleRad: 0.78 };

/**
 * Dots that merge where the field is 1 and vanish where it is 0. Cloth needs dots: printers put white ink under
 * half-transparent colour.
 */
export const inDots = (field: Field, { pitch, angleRad } = DOTS): Field =>
  aboveLimit(addFields(dotScreen(pitch, angleRad), field, 1.2), 0.55, 0.06);

/**
 * 0 at the picture's edges and rising to 1 over the given units; 0 units mean 1 up to the edge.
 *
 * @param reach units, as a box's sides
 */
export function insideFrame({ scene }: Pick<RecipeInput, 'scene'>, reach: Box): Field {
  const { width, height } = sceneSize(scene);
  const share = (distance: number, units: number): number => (units === 0 ? 1 : Math.max(0, distance / units));
  return (view) => {
    const across = Float32Array.from({ length: view.widthPx }, (_, column) => {
      const x = xOf(view, column);
      return Math.min(1, share(x, reach.left), share(width - x, reach.right));
    });
    return (row, out, from, to) => {
      const y = yOf(view, row);
      leastRow(out, across, Math.min(share(y, reach.top), share(height - y, reach.bottom)), from, to);
    };
  };
}

function leastRow(out: Float32Array, across: Float32Array, down: number, from: number, to: number): void {
  for (let column = from; column < to; column++) out[column] = Math.min(across[column]!, down);
}
