/** A tongue, which stays pink in any palette. */
import { gaussianBlur } from '../kernels/blur.js';
import { labPlanes } from '../kernels/colour.js';
import { connectedComponents, emptyPlane, type Plane } from '../kernels/plane.js';
import { enlarge, shrink } from '../kernels/scale.js';
import { cacheRows, planeField, type Field } from '../painting/field.js';
import { aboveLimit, product } from '../painting/shaped-fields.js';
import type { Scene } from '../scene/compose-scene.js';

const FACTOR = 2;

/** OKLCH, hues in degrees. A red coat is more orange, and the mouth is darker. */
interface Pink {
  readonly chroma: number;
  readonly hueFrom: number;
  readonly hueTo: number;
  readonly lightness: number;
}
/** A tongue has a part that is certainly pink, and ends where nothing is. */
const CERTAIN: Pink = { chroma: 0.055, hueFrom: -35, hueTo: 14, lightness: 0.38 };
const LIKELY: Pink = { chroma: 0.03, hueFrom: -45, hueTo: 22, lightness: 0.3 };

/**
 * A tongue is one compact shape inside of the animal. Red light on fur spreads along the outline, and reddish fur is
 * ragged. Shares of the animal; of the shape; of its bounding box; of its border that lies on the animal's outline; and
 * the border's length against that of a square. Calibrated with 24 photos, of which three have a pink tongue and two
 * have pink fur.
 */
const TONGUE = { leastCertain: 0.0008, largest: 0.1, certainShare: 0.2, fill: 0.4, onOutline: 0.3, ragged: 5 };

/** Units: a gap smaller than this is a highlight. */
const SOFTNESS = 3;

/** Where the animal has a tongue: a field with hard edges. */
export function pinkSkin({ photo, mask, unit }: Pick<Scene, 'photo' | 'mask' | 'unit'>): Field {
  const small = findTongues(photo, shrink(mask, FACTOR));
  const soft = enlarge(gaussianBlur(small, (SOFTNESS * unit) / FACTOR), mask.width, mask.height, FACTOR);
  return cacheRows(
    product(aboveLimit(planeField(soft, unit), 0.45, 0.1), aboveLimit(planeField(mask, unit), 0.5, 0.3)),
  );
}

function findTongues(photo: Scene['photo'], mask: Plane): Plane {
  const lab = labPlanes(photo);
  const [lightness, a, b] = [lab.lightness, lab.a, lab.b].map((plane) => gaussianBlur(shrink(plane, FACTOR), 1));
  const [likely, certain, out] = [0, 0, 0].map(() => emptyPlane(mask.width, mask.height));
  const planes = { mask, lightness: lightness!, a: a!, b: b! };
  for (let start = 0; start < mask.values.length; start += mask.width) {
    pinkRow(planes, LIKELY, likely!.values, start, start + mask.width);
    pinkRow(planes, CERTAIN, certain!.values, start, start + mask.width);
  }
  const animal = mask.values.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0);
  for (const shape of connectedComponents(likely!, 1))
    if (isTongue(shape, { mask, likely: likely!, certain: certain! }, animal))
      for (const i of shape) out!.values[i] = 1;
  return out!;
}

interface PinkPlanes {
  readonly mask: Plane;
  readonly lightness: Plane;
  readonly a: Plane;
  readonly b: Plane;
}

function pinkRow(
  { mask, lightness, a, b }: PinkPlanes,
  { chroma, hueFrom, hueTo, lightness: least }: Pink,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    if (mask.values[i]! <= 0.5 || lightness.values[i]! < least) continue;
    const hue = (Math.atan2(b.values[i]!, a.values[i]!) * 180) / Math.PI;
    if (Math.hypot(a.values[i]!, b.values[i]!) >= chroma && hue >= hueFrom && hue <= hueTo) out[i] = 1;
  }
}

function isTongue(
  shape: Int32Array,
  { mask, likely, certain }: { mask: Plane; likely: Plane; certain: Plane },
  animal: number,
): boolean {
  const { width } = mask;
  let sure = 0;
  for (const i of shape) sure += certain.values[i]!;
  if (sure < TONGUE.leastCertain * animal || sure < TONGUE.certainShare * shape.length) return false;
  let [left, right, border, outline] = [width, 0, 0, 0];
  for (const i of shape) {
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    for (const step of [1, -1, width, -width]) {
      if (likely.values[i + step]) continue;
      border++;
      if (!(mask.values[i + OUTLINE_PX * step]! > 0.5)) outline++;
    }
  }
  const [top, bottom] = rowsOf(shape, width);
  return (
    shape.length <= TONGUE.largest * animal &&
    shape.length >= TONGUE.fill * (right - left + 1) * (bottom - top + 1) &&
    outline <= TONGUE.onOutline * border &&
    border * border <= TONGUE.ragged * 16 * shape.length
  );
}

/** A shape's border lies on the outline if the animal ends within this many pixels. */
const OUTLINE_PX = 3;

function rowsOf(shape: Int32Array, width: number): readonly [top: number, bottom: number] {
  let [top, bottom] = [Infinity, 0];
  for (const i of shape) {
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  return [top, bottom];
}
