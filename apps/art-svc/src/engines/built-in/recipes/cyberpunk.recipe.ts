import { gaussianBlur } from '../kernels/blur.js';
import { hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, smoothAlong } from '../kernels/flow.js';
import { lineStrength } from '../kernels/ink-lines.js';
import { clamp01, mapPlane, smoothstep } from '../kernels/plane.js';
import { rampOf, type Ramp } from '../kernels/ramp.js';
import { above, planeField, shared } from '../painting/field.js';
import { paintRamp, shineAcross, stack, within, type Layer } from '../painting/layers.js';
import { dim, partColours } from '../painting/lens.js';
import { shapes } from '../painting/shapes.js';
import { inMood } from '../wishes/mood.js';
import { namePlate } from './name-plate.js';
import { mix, nightScene } from './night-scene.js';
import { sizeOf, type Recipe, type Sitting } from './recipe.js';

/** Two neon lamps, one on each side of the picture. */
export interface Lamps {
  readonly left: Rgb;
  readonly right: Rgb;
}

const LAMPS: readonly (readonly [left: string, right: string])[] = [
  ['#ff2bd6', '#16e0ff'],
  ['#ff3d81', '#2de2ff'],
  ['#c13bff', '#1ef2d0'],
];
const WHITE = rgb('#ffffff');

/**
 * Cyberpunk: night, two neon lamps (one from each side), glowing outlines, a city behind.
 * Sources: outlines after Winnemöller et al., "XDoG", 2012, on the inverted brightness, where lines are light.
 */
export const cyberpunk: Recipe = (sitting, report) => {
  const { scene } = sitting;
  const lamps = chooseLamps(sitting);
  report(0.1, 'Switching on the neon');
  const lit = lightFromBothSides(sitting, lamps);
  report(0.4, 'Tracing glowing lines');
  const neon = neonLines(sitting, lamps);
  report(0.65, 'Building the city');
  const behind = shapes(nightScene(sitting, lamps));
  const animal = above(planeField(scene.mask, scene.unit), 0.5, 0.7);
  return { ...sizeOf(scene), picture: stack([behind, within(animal, [...lit, ...neon]), halo(sitting, lamps), ...neonSign(sitting, lamps), ...screen(sitting)]) };
};

function chooseLamps({ random, wishes: { colour, mood } }: Sitting): Lamps {
  const [left, right] = LAMPS[Math.floor(random() * LAMPS.length)]!;
  // Neon goes with no mood that darkens or greys it.
  const felt = mood === 'warm' || mood === 'cool' || mood === 'pastel' ? mood : null;
  return { left: inMood(rgb(left), felt), right: colour ?? inMood(rgb(right), felt) };
}

const lampRamp = (lamp: Rgb): Ramp =>
  rampOf([
    [0, rgb('#070318')],
    [0.22, mix(rgb('#150a3c'), lamp, 0.12)],
    [0.5, mix(rgb('#2a1460'), lamp, 0.62)],
    [0.76, mix(lamp, WHITE, 0.3)],
    [1, mix(lamp, WHITE, 0.88)],
  ]);

/** Which lamp lights a place follows from the shading's slope to left or right and from where it is. */
function lightFromBothSides({ scene }: Sitting, { left, right }: Lamps): Layer[] {
  const { width, tone, unit, box } = scene;
  const form = gaussianBlur(tone, 9 * unit);
  const reach = Math.max(2, Math.round(8 * unit));
  const side = mapPlane(form, (_, i) => {
    const x = i % width;
    const slope = form.values[i - x + Math.min(width - 1, x + reach)]! - form.values[i - x + Math.max(0, x - reach)]!;
    const place = (x / unit - (box.left + box.right) / 2) / Math.max(1, box.right - box.left);
    return smoothstep(-0.5, 0.5, 0.95 * place + 2.4 * slope);
  });
  const contrasted = shared(planeField(mapPlane(tone, (value) => clamp01(0.06 + 0.94 * (value * value * (3 - 2 * value) * 0.5 + value * 0.5) ** 0.95)), unit));
  const fromRight = planeField(gaussianBlur(side, 3 * unit), unit);
  return [paintRamp(contrasted, lampRamp(left)), within(fromRight, [paintRamp(contrasted, lampRamp(right))])];
}

function neonLines({ scene }: Sitting, { left, right }: Lamps): Layer[] {
  const { tone, unit, mask } = scene;
  const { width } = sizeOf(scene);
  const strength = smoothAlong(lineStrength(mapPlane(tone, (value) => 1 - value), 1.5 * unit), edgeFlow(tone, 2 * unit), 7 * unit, mask);
  const held = mapPlane(strength, (value, i) => value * mask.values[i]!);
  const glowing = mapPlane(held, (value) => Math.tanh(Math.max(0, (value - 0.012) * 16)));
  const tube = above(planeField(held, unit), 0.04, 0.055);
  const glow = planeField(gaussianBlur(glowing, 5 * unit), unit);
  // Lines glow in the colour of the lamp across the picture.
  const leftShare = (x: number): number => smoothstep(-0.25, 0.25, x / width - 0.5);
  return [shineAcross(mix(right, WHITE, 0.35), mix(left, WHITE, 0.35), leftShare, tube, 0.75), shineAcross(right, left, leftShare, glow, 0.8)];
}

function halo({ scene }: Sitting, { left, right }: Lamps): Layer {
  const { mask, unit } = scene;
  const { width } = sizeOf(scene);
  const wide = gaussianBlur(mask, 16 * unit);
  const light = mapPlane(gaussianBlur(mask, 3 * unit), (narrow, i) => 2.2 * narrow * (1 - narrow) + 0.7 * wide.values[i]! * (1 - mask.values[i]!));
  return shineAcross(left, right, (x) => smoothstep(-0.35, 0.35, x / width - 0.5), planeField(light, unit));
}

/** The name as a bent tube: glow in ever narrower, ever stronger strokes, and a white core. */
function neonSign(sitting: Sitting, { left, right }: Lamps): Layer[] {
  const outline = namePlate(sitting, { face: 'orbitron', tracking: 0.08, tall: 0.1, wide: 0.8 });
  if (!outline) return [];
  const stroke = (colour: string, width: number, opacity: number): string =>
    `<path ${outline} fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round"/>`;
  const night = `<path ${outline} fill="#05020f" stroke="#05020f" stroke-width="40" stroke-opacity="0.55" stroke-linejoin="round"/>`;
  const glow = [34, 26, 19, 13].map((width) => stroke(hex(left), width, 0.13));
  return [shapes([night, ...glow, stroke(hex(left), 7, 1), `<path ${outline} fill="${hex(right)}" fill-opacity="0.28"/>`, stroke('#ffffff', 2.4, 0.95)].join(''))];
}

/** A lens that parts red from blue a little, scan lines, and darker corners. */
function screen({ scene }: Sitting): Layer[] {
  return [partColours(1.5), dim(sizeOf(scene), 0.825, (y) => 0.97 + 0.03 * Math.cos((y * Math.PI) / 2.5))];
}
