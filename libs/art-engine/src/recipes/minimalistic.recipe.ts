import { gaussianBlur } from '../kernels/blur.js';
import { hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, lineStrength, smoothAlong } from '../kernels/flow.js';
import type { Plane } from '../kernels/plane.js';
import { planeField, cacheRows, type Field } from '../painting/field.js';
import { fill, stack, tint, type Layer } from '../painting/layers.js';
import { aboveLimit, addFields, product, smoothThreshold, without } from '../painting/shaped-fields.js';
import { shapes, alphaShapes, type Area } from '../painting/shapes.js';
import { alphaLayer, type AlphaLayer } from '../painting/alpha-layers.js';
import { inMood } from '../wishes/wishes.js';
import { findFeatures, sharpenFeatures } from './features.js';
import { edgeInk, inDots, outlineField, ownTone, wholeness } from './free-animal.js';
import { motif } from './motifs.js';
import { pinkSkin } from './pink-skin.js';
import { groundRect, namePlate, plainGround, type Recipe, type RecipeInput, sceneSize } from './recipe.js';
import { standingShadow } from './standing-shadow.js';

const PAPER = rgb('#f7f2e9');
const INK = rgb('#2b2a2f');
/** The animal's paper. */
const WHITE = rgb('#fdfaf4');
/** Tongue and ears. */
const PINK = rgb('#e79aa6');
const ACCENTS: readonly Rgb[] = [rgb('#e2a184'), rgb('#a9bfa4'), rgb('#e5c07b'), rgb('#9fb8cc'), rgb('#d9a5a8')];

/**
 * Minimalistic: mostly paper, one quiet disc, the animal as a few brush lines and two washes of one colour.
 * Sources: as {@link modern}'s.
 */
export const minimalistic: Recipe = (input, report) => {
  const { scene, background, random, wishes } = input;
  const isFree = background !== 'style';
  const accent = wishes.colour ?? inMood(ACCENTS[Math.floor(random() * ACCENTS.length)]!, wishes.mood);
  report(0.1, 'Choosing one color');
  const below = isFree ? null : input.prepareLayer(paper(input, accent));
  report(0.3, 'Leaving things out');
  const { mask, unit } = scene;
  const tone = ownTone(scene);
  const soft = gaussianBlur(tone, 1.7 * unit);
  const flow = edgeFlow(soft, 4 * unit);
  const blurred = gaussianBlur(soft, 2.4 * unit);
  report(0.65, 'Drawing the lines');
  const [calm, strength] = smoothAlong(
    [
      { plane: blurred, reachPx: 7 * unit },
      { plane: lineStrength(soft, 2.2 * unit), reachPx: 12 * unit },
    ],
    flow,
    mask,
  );
  const features = findFeatures({ ...scene, tone });
  const clear = sharpenFeatures(calm!, { ...scene, tone }, features);
  const animal = [...washes(input, clear, accent), lines(input, strength!, features)];
  return below
    ? {
        ...sceneSize(scene),
        picture: stack([
          below,
          ...standingShadow(scene, flatShadow(accent)),
          ...animal,
          edge(input, accent),
          ...signature(input, shapes),
        ]),
      }
    : {
        ...sceneSize(scene),
        ground: plainGround(input),
        alphaLayers: [freeAnimal(input, animal, clear), ...signature(input, alphaShapes)],
      };
};

function paper({ scene, random, wishes }: RecipeInput, accent: Rgb): Layer {
  const { width, height } = sceneSize(scene);
  const { box } = scene;
  const radius = Math.min(width, height) * 0.36;
  const side = random() < 0.5 ? -1 : 1;
  const cx = (box.left + box.right) / 2 + side * radius * (0.18 + 0.2 * random());
  const cy = Math.max(radius * 1.12, Math.min(height * 0.5, box.top + radius * 0.8));
  const tone = hex(accent);
  const behind = wishes.backdrop
    ? `<g opacity="0.4">${motif(wishes.backdrop, { width, height, random, colours: { far: hex(PAPER), near: tone, light: tone } })}</g>`
    : `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${tone}" opacity="0.55"/>`;
  return shapes(`${groundRect(hex(PAPER), { width, height })}${behind}`);
}

/** A sheet of paper in the shape of the animal, with a brush line along its edge, thicker in the shadow. */
function freeAnimal(input: RecipeInput, animal: readonly Layer[], calm: Plane): AlphaLayer {
  const edge = outlineField(input.scene, 3);
  const inside = aboveLimit(addFields(edge, planeField(calm, input.scene.unit), 0.25), 0.95, 0.15);
  return alphaLayer(
    [fill(WHITE), ...animal, tint(edgeInk(input, INK, WHITE), without(inside), 0.9)],
    product(aboveLimit(edge, 0.5, 0.15), inDots(wholeness(input))),
  );
}

/** One flat wash, darker than the disc. */
const flatShadow =
  (accent: Rgb) =>
  (shadow: Field): Layer[] => [tint(accent, aboveLimit(shadow, 0.03, 0.02), 0.75)];

/** Paper in the light tones, the accent's shade in the middle tones, ink in the darkest tones. */
function washes({ scene }: RecipeInput, smoothed: Plane, accent: Rgb): Layer[] {
  const { mask, unit } = scene;
  const calm = cacheRows(planeField(smoothed, unit));
  const shape = cacheRows(aboveLimit(planeField(gaussianBlur(mask, 2 * unit), unit), 0.5, 0.3));
  const shade = shadeOf(accent);
  const below = (limit: number): Field => product(shape, without(aboveLimit(calm, limit, 0.03)));
  return [
    tint(WHITE, shape),
    tint(PINK, pinkSkin(scene), 0.8),
    tint(accent, below(0.62), 0.42),
    tint(shade, below(0.43), 0.75),
    tint(INK, below(0.24), 0.94),
  ];
}

const shadeOf = (accent: Rgb): Rgb => [
  accent[0] * 0.62 + INK[0] * 0.2,
  accent[1] * 0.62 + INK[1] * 0.2,
  accent[2] * 0.62 + INK[2] * 0.2,
];

/** A thin line along the animal's edge, without which white fur has no shape on the paper. */
function edge({ scene }: RecipeInput, accent: Rgb): Layer {
  const outline = outlineField(scene, 1.6);
  return tint(shadeOf(accent), product(aboveLimit(outline, 0.3, 0.2), without(aboveLimit(outline, 0.8, 0.2))), 0.8);
}

/** Where features are drawn from the photo's tones, a brush line would hide them. */
function lines({ scene: { mask, unit } }: RecipeInput, strength: Plane, features: Plane): Layer {
  const inside = smoothThreshold(planeField(mask, unit), 0.15, 0.6);
  const brushed = addFields(planeField(strength, unit), planeField(features, unit), -FEATURE_LINES);
  return tint(INK, product(inside, aboveLimit(brushed, 0.048, 0.03)), 0.9);
}

/** A line must be stronger by this much to be drawn on a feature. */
const FEATURE_LINES = 0.05;

/** The name, small and widely spaced; a rim of paper keeps it legible on the animal. */
function signature<Part>(sitting: RecipeInput, draw: (elements: string, area: Area) => Part): Part[] {
  const plate = namePlate(sitting, { face: 'josefin', tracking: 0.22, tall: 0.05, wide: 0.7 });
  if (!plate) return [];
  const { outline, around } = plate;
  const rim = `<path ${outline} fill="${hex(PAPER)}" stroke="${hex(PAPER)}" stroke-width="22" stroke-linejoin="round"/>`;
  return [draw(`${rim}<path ${outline} fill="${hex(INK)}"/>`, around(13))];
}
