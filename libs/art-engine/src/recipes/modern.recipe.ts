import { gaussianBlur } from '../kernels/blur.js';
import { buildRamp, hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, lineStrength, smoothAlong } from '../kernels/flow.js';
import { translate, planeField, cacheRows, type Field } from '../painting/field.js';
import { fill, paintRamp, stack, tint, masked, type Layer } from '../painting/layers.js';
import {
  aboveLimit,
  dotScreen,
  product,
  verticalField,
  toSteps,
  addFields,
  without,
} from '../painting/shaped-fields.js';
import { shapes, alphaShapes, type Area } from '../painting/shapes.js';
import { alphaLayer, type AlphaLayer } from '../painting/alpha-layers.js';
import { inMood } from '../wishes/wishes.js';
import { findFeatures, sharpenFeatures } from './features.js';
import { edgeInk, inDots, outlineField, ownTone, wholeness } from './free-animal.js';
import { motif } from './motifs.js';
import { pinkSkin } from './pink-skin.js';
import { groundRect, namePlate, plainGround, type Recipe, type RecipeInput, sceneSize } from './recipe.js';
import { standingShadow } from './standing-shadow.js';

interface Palette {
  /** From the darkest tone to the lightest. */
  readonly tones: readonly [Rgb, Rgb, Rgb, Rgb, Rgb];
  readonly ground: Rgb;
  readonly disc: Rgb;
}

const palette = (tones: readonly [string, string, string, string, string], ground: string, disc: string): Palette => ({
  tones: tones.map(rgb) as unknown as Palette['tones'],
  ground: rgb(ground),
  disc: rgb(disc),
});

/** Neighbouring tones have neighbouring hues: dots of one on the other must not turn grey. */
const PALETTES: readonly Palette[] = [
  palette(['#1d1145', '#5b2a9d', '#ff5a5f', '#ffb53c', '#fff6e3'], '#19b5a5', '#ffe08a'),
  palette(['#23103a', '#7a2a8f', '#ff5d73', '#ffb86b', '#fff5e6'], '#3d7dff', '#ffd9e0'),
  palette(['#0b2b3c', '#0f6e84', '#3bb6a6', '#ffd066', '#fff8e8'], '#f2545b', '#ffd8c9'),
  palette(['#2b1a12', '#8a3b1e', '#e2703a', '#f6b95b', '#fff3d9'], '#2a9d8f', '#e9f5db'),
];

/** Tongue and ears. */
const PINK = rgb('#ff8fa8');

/** Tone limits between the inks. */
const LIMITS = [0.15, 0.33, 0.54, 0.77];

/**
 * Modern: a screen-printed poster. Five flat colours with halftone dots between them, dark contours, a disc on a plain
 * ground.
 * Sources: tones smoothed along the flow after Kyprianidis & Kang 2011, contours after Winnemöller et al., "XDoG",
 * 2012.
 */
export const modern: Recipe = (input, report) => {
  const { scene, background } = input;
  const isFree = background !== 'style';
  const colours = choosePalette(input);
  report(0.1, 'Printing the ground');
  const below = isFree ? null : ground(input, colours);
  report(0.3, 'Mixing five inks');
  const { mask, unit } = scene;
  const tone = isFree ? ownTone(scene) : scene.tone;
  // Tones are smoothed along the fur, so that the flat areas get long, calm borders.
  const flow = edgeFlow(tone, 2.5 * unit);
  const blurred = gaussianBlur(tone, 1.2 * unit);
  report(0.5, 'Cutting the contour');
  const [calm, strength] = smoothAlong(
    [
      { plane: blurred, reachPx: 9 * unit },
      { plane: lineStrength(tone, 1.4 * unit), reachPx: 8 * unit },
    ],
    flow,
    mask,
  );
  const features = findFeatures({ ...scene, tone });
  const clear = sharpenFeatures(calm!, { ...scene, tone }, features);
  const flats = flatTones(planeField(clear, unit), colours);
  const contoured = addFields(planeField(strength!, unit), planeField(features, unit), -FEATURE_LINES);
  const contour = tint(colours.tones[0], aboveLimit(contoured, 0.036, 0.03), 0.92);
  const printed = [flats, tint(inMood(PINK, input.wishes.mood), pinkSkin(scene), 0.75), contour];
  const animal = crispMask(input);
  const shadow = translate(animal, SHADOW, SHADOW);
  return below
    ? {
        ...sceneSize(scene),
        picture: stack([
          ...below,
          ...standingShadow(scene, (field) => dottedShadow(field, colours)),
          tint(colours.tones[0], shadow, 0.9),
          masked(animal, printed),
          ...title(input, colours, shapes),
        ]),
      }
    : {
        ...sceneSize(scene),
        ground: plainGround(input),
        alphaLayers: [...freeAnimal(input, printed, colours), ...title(input, colours, alphaShapes)],
      };
};

/** The second ink in the dots of the ground's fade, which merge below the animal: dark legs stay visible on it. It covers the fade's own dots. */
const dottedShadow = (field: Field, { tones }: Palette): Layer[] => [
  tint(tones[1], aboveLimit(addFields(dotScreen(15, 0.78), field, 3), 0.52, 0.06), 0.97),
];

/** A contour must be stronger by this much to be drawn on a feature, which is drawn from the photo's tones. */
const FEATURE_LINES = 0.05;

/** Offset of the second print, in units. */
const SHADOW = 14;

/**
 * A cut-out print: the animal with an inked edge on its shadow. Where the photo cuts the animal, it dissolves in dots.
 */
function freeAnimal(input: RecipeInput, animal: readonly Layer[], { tones }: Palette): AlphaLayer[] {
  const edge = outlineField(input.scene, 2.5);
  const isThere = inDots(wholeness(input));
  const shape = aboveLimit(edge, 0.5, 0.16);
  return [
    alphaLayer([fill(tones[0])], product(translate(shape, SHADOW, SHADOW), isThere)),
    alphaLayer(
      [...animal, tint(edgeInk(input, tones[0], tones[4]), without(aboveLimit(edge, 0.87, 0.16)))],
      product(shape, isThere),
    ),
  ];
}

function choosePalette({ random, wishes: { colour, mood } }: RecipeInput): Palette {
  const { tones, ground, disc } = PALETTES[Math.floor(random() * PALETTES.length)]!;
  const felt = (one: Rgb): Rgb => inMood(one, mood);
  return { tones: tones.map(felt) as unknown as Palette['tones'], ground: colour ?? felt(ground), disc: felt(disc) };
}

/** The screen of dots mixes neighbouring flat colours. */
function flatTones(calm: Field, { tones }: Palette): Layer {
  return paintRamp(
    toSteps(addFields(calm, dotScreen(7, 0.4), 0.1), LIMITS, 0.02),
    buildRamp(tones.map((colour, n) => [n / 4, colour])),
  );
}

function ground(
  { scene, wishes, random, prepareLayer: begin }: RecipeInput,
  { ground, disc, tones }: Palette,
): Layer[] {
  const { width, height } = sceneSize(scene);
  const { box } = scene;
  // Four palettes alone would repeat the same poster soon.
  const radius = Math.min(width, height) * (0.39 + 0.07 * random());
  const cx = width / 2 + (width / 2 - (box.left + box.right) / 2) * 0.2 + (random() - 0.5) * 0.3 * radius;
  const cy = Math.max(radius * 1.08, Math.min(height * 0.46, box.top + radius * 0.86));
  const disced =
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${hex(disc)}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${radius * 1.06}" fill="none" stroke="${hex(tones[4])}" stroke-width="5"/>`;
  const wished =
    wishes.backdrop &&
    motif(wishes.backdrop, {
      width,
      height,
      random,
      colours: { far: hex(disc), near: hex(tones[3]), light: hex(tones[4]) },
    });
  const fade = addFields(
    verticalField((y) => (y / height - 0.98) * 0.9),
    dotScreen(15, 0.78),
    1,
  );
  return [
    begin(shapes(`${groundRect(hex(ground), { width, height })}${wished ?? disced}`)),
    tint(tones[0], aboveLimit(fade, 0, 0.06), 0.85),
  ];
}

/** A printed edge is hard: the matte's soft border is narrowed. */
const crispMask = ({ scene: { mask, unit } }: RecipeInput): Field =>
  cacheRows(aboveLimit(planeField(gaussianBlur(mask, 1.6 * unit), unit), 0.5, 0.16));

/** The name in block letters, with the offset shadow of a second print. */
function title<Part>(sitting: RecipeInput, { tones }: Palette, draw: (elements: string, area: Area) => Part): Part[] {
  const plate = namePlate(sitting, { face: 'archivo', tracking: 0.02, tall: 0.13, wide: 0.86 });
  if (!plate) return [];
  const { outline, around } = plate;
  const [ink, paper] = [hex(tones[0]), hex(tones[4])];
  const outlined = `<path ${outline} fill="${ink}" stroke="${ink}" stroke-width="12" stroke-linejoin="round"/>`;
  return [
    draw(`<g transform="translate(9 9)">${outlined}</g>${outlined}<path ${outline} fill="${paper}"/>`, around(24)),
  ];
}
