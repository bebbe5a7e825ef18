import { gaussianBlur } from '../kernels/blur.js';
import { applyCurve, buildRamp, hex, type Ramp, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, lightLineStrength, smoothAlong } from '../kernels/flow.js';
import { clamp01, emptyPlane, smoothstep, multiply, type Plane } from '../kernels/plane.js';
import { shrink } from '../kernels/scale.js';
import { planeField, type Field } from '../painting/field.js';
import { fill, paintRamps, addLight, stack, tint, masked, type Layer } from '../painting/layers.js';
import { dim, partColours } from '../painting/lens.js';
import type { Painting } from '../painting/painting.js';
import { aboveLimit, product, smoothThreshold, softEdge, verticalField } from '../painting/shaped-fields.js';
import { shapes, alphaShapes } from '../painting/shapes.js';
import { alphaLayer, type AlphaLayer } from '../painting/alpha-layers.js';
import { inMood } from '../wishes/wishes.js';
import type { Scene } from '../scene/compose-scene.js';
import { inDots, insideFrame, ownTone, wholeness } from './free-animal.js';
import { namePlate, plainGround, type Recipe, type RecipeInput, type ReportProgress, sceneSize } from './recipe.js';
import { standingShadow } from './standing-shadow.js';
import { mix, nightScene } from './night-scene.js';
import { pinkSkin } from './pink-skin.js';

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
/** Tongue and ears. */
const PINK = rgb('#ff6fae');
const WHITE = rgb('#ffffff');
const BLACK = rgb('#000000');
const NIGHT = rgb('#05020f');

/**
 * Cyberpunk: night, two neon lamps (one from each side), glowing outlines, a city in the background.
 * Sources: outlines after Winnemöller et al., "XDoG", 2012, for light lines.
 */
export const cyberpunk: Recipe = (input, report) => {
  if (input.background !== 'style') return freeCyberpunk(input, report);
  const { scene } = input;
  const lamps = chooseLamps(input);
  report(0.1, 'Building the city');
  const behind = input.prepareLayer(shapes(nightScene(input, lamps)));
  report(0.3, 'Switching on the neon');
  const lit = lightFromBothSides(input, lamps);
  report(0.55, 'Tracing glowing lines');
  const neon = neonLines(input, lamps);
  const animal = aboveLimit(planeField(scene.mask, scene.unit), 0.5, 0.7);
  return {
    ...sceneSize(scene),
    picture: stack([
      behind,
      ...standingShadow(scene, (field) => litShadow(input, lamps, field)),
      masked(animal, [lit, pink(scene), ...neon]),
      halo(input, lamps, haloField(input)),
      ...neonSign(input, lamps),
      ...screen(input),
    ]),
  };
};

/** Night below the animal, in a pool of the lamps' light. */
const litShadow = (input: RecipeInput, { left, right }: Lamps, field: Field): Layer[] => [
  addLight(left, right, lampShare(input), smoothThreshold(field, 0, 0.5), 0.4),
  tint(NIGHT, smoothThreshold(field, 0.08, 0.5), 0.9),
];

/**
 * Without the night: the lit animal with its lines and its rim, in a glow of the lamps that needs no dark ground. The
 * corners are not darkened.
 */
function freeCyberpunk(input: RecipeInput, report: ReportProgress): Painting {
  const scene = { ...input.scene, tone: ownTone(input.scene) };
  const free = { ...input, scene };
  const lamps = chooseLamps(free);
  report(0.3, 'Switching on the neon');
  const lit = lightFromBothSides(free, lamps);
  report(0.55, 'Tracing glowing lines');
  const neon = neonLines(free, lamps);
  const isThere = inDots(wholeness(free));
  const light = haloField(free);
  const scanned = dim(sceneSize(scene), 0, scanLine);
  const animal = softEdge(planeField(scene.mask, scene.unit), 0.5, 0.7);
  return {
    ...sceneSize(scene),
    ground: plainGround(input),
    alphaLayers: [
      alphaLayer(
        [
          fill(BLACK),
          halo(
            free,
            lamps,
            verticalField(() => 1),
          ),
        ],
        product(inDots(glowField(free), GLOW_DOTS), isThere),
      ),
      alphaLayer(
        [lit, pink(scene), ...neon, halo(free, lamps, light), partColours(LENS), scanned],
        product(animal, isThere),
      ),
      ...freeNeonSign(free, lamps),
    ],
  };
}

/** A glow that reaches the picture's edge would draw the edge. */
const GLOW_FADE = { left: 40, top: 40, right: 40, bottom: 40 };

/** Finer than the dots in which the animal dissolves. */
const GLOW_DOTS = { pitch: 9, angleRad: 0.4 };

/** The light around the animal. */
function glowField(input: RecipeInput): Field {
  const { scene } = input;
  const softUnit = scene.unit / SOFT_FACTOR;
  const wide = gaussianBlur(shrink(scene.mask, SOFT_FACTOR), 16 * softUnit);
  const glow = smoothThreshold(planeField(wide, softUnit), 0, 0.9);
  return product(glow, smoothThreshold(insideFrame(input, GLOW_FADE), 0, 1));
}

function chooseLamps({ random, wishes: { colour, mood } }: RecipeInput): Lamps {
  const [left, right] = LAMPS[Math.floor(random() * LAMPS.length)]!;
  // Neon ignores moods that darken or desaturate it.
  const felt = mood === 'warm' || mood === 'cool' || mood === 'pastel' ? mood : null;
  return { left: inMood(rgb(left), felt), right: colour ?? inMood(rgb(right), felt) };
}

const pink = (scene: Scene): Layer => tint(PINK, pinkSkin(scene), 0.5);

const lampRamp = (lamp: Rgb): Ramp =>
  applyCurve(
    buildRamp([
      [0, rgb('#070318')],
      [0.22, mix(rgb('#150a3c'), lamp, 0.12)],
      [0.5, mix(rgb('#2a1460'), lamp, 0.62)],
      [0.76, mix(lamp, WHITE, 0.3)],
      [1, mix(lamp, WHITE, 0.88)],
    ]),
    moreContrast,
  );

const moreContrast = (tone: number): number =>
  clamp01(0.06 + 0.94 * (tone * tone * (3 - 2 * tone) * 0.5 + tone * 0.5) ** 0.95);

/** Light is soft, so its planes are smaller than the scene's by this factor. */
const SOFT_FACTOR = 2;

/** The lamp that lights a pixel follows from the horizontal slope of the shading and from its position. */
function lightFromBothSides({ scene: { tone, unit, box } }: RecipeInput, { left, right }: Lamps): Layer {
  const softUnit = unit / SOFT_FACTOR;
  const form = gaussianBlur(shrink(tone, SOFT_FACTOR), 9 * softUnit);
  const side = emptyPlane(form.width, form.height);
  const reach = Math.max(1, Math.round(10 * softUnit));
  const [middle, spread] = [(box.left + box.right) / 2, Math.max(1, box.right - box.left)];
  const across = Float64Array.from({ length: form.width }, (_, x) => (0.95 * (x / softUnit - middle)) / spread);
  for (let start = 0; start < side.values.length; start += form.width)
    lightRow(form.values, start, reach, across, side.values);
  const fromRight = planeField(gaussianBlur(side, 3 * softUnit), softUnit);
  return paintRamps(planeField(tone, unit), [lampRamp(left), lampRamp(right)], fromRight);
}

/** @param across additional light from the right, by column */
function lightRow(form: Float32Array, start: number, reach: number, across: Float64Array, out: Float32Array): void {
  const last = across.length - 1;
  for (let x = 0, i = start; x <= last; x++, i++) {
    const slope = form[i + Math.min(last - x, reach)]! - form[i - Math.min(x, reach)]!;
    out[i] = smoothstep(-0.5, 0.5, across[x]! + 2 * slope);
  }
}

function neonLines({ scene }: RecipeInput, { left, right }: Lamps): Layer[] {
  const { tone, unit, mask } = scene;
  const { width } = sceneSize(scene);
  const [lines] = smoothAlong(
    [{ plane: lightLineStrength(tone, 1.5 * unit), reachPx: 7 * unit }],
    edgeFlow(tone, 2 * unit),
    mask,
  );
  const onSubject = multiply(lines!, mask);
  const tube = aboveLimit(planeField(onSubject, unit), 0.04, 0.055);
  const softUnit = unit / SOFT_FACTOR;
  const glow = planeField(gaussianBlur(glowing(onSubject), 5 * softUnit), softUnit);
  // Lines glow in the colour of the opposite lamp.
  const leftShare = (x: number): number => smoothstep(-0.25, 0.25, x / width - 0.5);
  return [
    addLight(mix(right, WHITE, 0.35), mix(left, WHITE, 0.35), leftShare, tube, 0.75),
    addLight(right, left, leftShare, glow, 0.8),
  ];
}

/** The light of the lines, at reduced size. */
function glowing(onSubject: Plane): Plane {
  const out = emptyPlane(Math.ceil(onSubject.width / SOFT_FACTOR), Math.ceil(onSubject.height / SOFT_FACTOR));
  for (let y = 0; y < onSubject.height; y++) addGlow(onSubject, y, out);
  return out;
}

/**
 * A strong line gives hardly more light than a medium one: an approximation of tanh by Padé's fraction, which reaches 1
 * at 3.
 */
function addGlow({ width, values }: Plane, y: number, out: Plane): void {
  const row = Math.floor(y / SOFT_FACTOR) * out.width;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const strength = Math.min(3, 16 * (values[i]! - 0.012));
    if (strength > 0)
      out.values[row + Math.floor(x / SOFT_FACTOR)]! +=
        (strength * (27 + strength * strength)) / (27 + 9 * strength * strength) / SOFT_FACTOR ** 2;
  }
}

const lampShare =
  ({ scene }: RecipeInput): ((x: number) => number) =>
  (x) =>
    smoothstep(-0.35, 0.35, x / sceneSize(scene).width - 0.5);

function halo(input: RecipeInput, { left, right }: Lamps, light: Field): Layer {
  return addLight(left, right, lampShare(input), light);
}

function haloField({ scene }: RecipeInput): Field {
  const softUnit = scene.unit / SOFT_FACTOR;
  const mask = shrink(scene.mask, SOFT_FACTOR);
  const [light, wide] = [gaussianBlur(mask, 3 * softUnit), gaussianBlur(mask, 16 * softUnit)];
  for (let start = 0; start < mask.values.length; start += mask.width)
    haloRow(light.values, wide.values, mask.values, start, start + mask.width);
  return planeField(light, softUnit);
}

/** @param light the slightly blurred mask; receives the halo */
function haloRow(light: Float32Array, wide: Float32Array, mask: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const narrow = light[i]!;
    light[i] = 2.2 * narrow * (1 - narrow) + 0.7 * wide[i]! * (1 - mask[i]!);
  }
}

const SIGN = { face: 'orbitron', tracking: 0.08, tall: 0.1, wide: 0.8 } as const;

const strokeOf = (outline: string, colour: string, width: number, opacity: number): string =>
  `<path ${outline} fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round"/>`;

const tubeOf = (outline: string, { left, right }: Lamps): string[] => [
  strokeOf(outline, hex(left), 7, 1),
  `<path ${outline} fill="${hex(right)}" fill-opacity="0.28"/>`,
  strokeOf(outline, '#ffffff', 2.4, 0.95),
];

/** The name as a neon tube: glow in narrower and stronger strokes, and a white core. */
function neonSign(sitting: RecipeInput, { left, right }: Lamps): Layer[] {
  const plate = namePlate(sitting, SIGN);
  if (!plate) return [];
  const { outline, around } = plate;
  const night = `<path ${outline} fill="#05020f" stroke="#05020f" stroke-width="40" stroke-opacity="0.55" stroke-linejoin="round"/>`;
  const glow = [34, 26, 19, 13].map((width) => strokeOf(outline, hex(left), width, 0.13));
  return [shapes([night, ...glow, ...tubeOf(outline, { left, right })].join(''), around(22))];
}

/**
 * The tube on a dark rim of its own, legible on any ground.
 */
function freeNeonSign(sitting: RecipeInput, { left, right }: Lamps): AlphaLayer[] {
  const plate = namePlate(sitting, SIGN);
  if (!plate) return [];
  const { outline, around } = plate;
  const rim = `<path ${outline} fill="#05020f" stroke="#05020f" stroke-width="20" stroke-linejoin="round"/>`;
  return [alphaShapes([rim, ...tubeOf(outline, { left, right })].join(''), around(22))];
}

/** A lens effect that separates red from blue slightly, scan lines, and darker corners. */
function screen({ scene }: RecipeInput): Layer[] {
  return [partColours(LENS), dim(sceneSize(scene), 0.825, scanLine)];
}

/** Shift of red and blue, in units. */
const LENS = 1.5;

const scanLine = (y: number): number => 0.97 + 0.03 * Math.cos((y * Math.PI) / 2.5);
