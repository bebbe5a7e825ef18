/** A tongue, the inside of an ear: skin that stays pink in any palette. */
import { gaussianBlur } from '../kernels/blur.js';
import { toOklab } from '../kernels/colour.js';
import { emptyPlane, smoothstep, type Plane } from '../kernels/plane.js';
import { enlarge } from '../kernels/scale.js';
import { cacheRows, planeField, type Field } from '../painting/field.js';
import type { Scene } from '../scene/compose-scene.js';
import { aboveLimit, product } from '../painting/shaped-fields.js';

const FACTOR = 2;

/** OKLCH: pink has more colour than a warm light on fur, and is less orange than a red coat. Hues in degrees. */
const CHROMA = { from: 0.045, to: 0.07 };
const HUE = { middle: -6, inside: 16, outside: 24 };
/** Darker than this is a shadow, or the mouth. */
const LIGHTNESS = { from: 0.35, to: 0.5 };

/** Where the animal is pink: a field with hard edges. */
export function pinkSkin({ photo, mask, unit }: Pick<Scene, 'photo' | 'mask' | 'unit'>): Field {
  const small = emptyPlane(Math.ceil(photo.width / FACTOR), Math.ceil(photo.height / FACTOR));
  for (let y = 0; y < small.height; y++) pinkRow(photo.pixels, photo.width, y, small);
  const soft = enlarge(gaussianBlur(small, (SOFTNESS * unit) / FACTOR), mask.width, mask.height, FACTOR);
  return cacheRows(product(aboveLimit(planeField(soft, unit), 0.5, 0.1), aboveLimit(planeField(mask, unit), 0.5, 0.3)));
}

/** Units: a patch smaller than this is noise. */
const SOFTNESS = 2.5;

function pinkRow(pixels: Uint8Array, width: number, y: number, { width: columns, values }: Plane): void {
  for (let x = 0, p = FACTOR * y * width * 3; x < columns; x++, p += FACTOR * 3) {
    const [lightness, a, b] = toOklab([pixels[p]!, pixels[p + 1]!, pixels[p + 2]!]);
    const away = Math.abs((Math.atan2(b, a) * 180) / Math.PI - HUE.middle);
    values[y * columns + x] =
      smoothstep(CHROMA.from, CHROMA.to, Math.hypot(a, b)) *
      (1 - smoothstep(HUE.inside, HUE.outside, away)) *
      smoothstep(LIGHTNESS.from, LIGHTNESS.to, lightness);
  }
}
