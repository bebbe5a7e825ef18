import { gaussianBlur } from '../kernels/blur.js';
import { fromOklch, hex, toOklab, type Rgb } from '../kernels/colour.js';
import { coverage, scatter, triangulate, type Point } from '../kernels/facets.js';
import { edgeFlow } from '../kernels/flow.js';
import { emptyPlane, percentiles, smoothstep, type Plane } from '../kernels/plane.js';
import { shrink } from '../kernels/scale.js';
import { facets, alphaFacets } from '../painting/facets.js';
import { stack } from '../painting/layers.js';
import { shapes, alphaShapes, type Area } from '../painting/shapes.js';
import type { Scene } from '../scene/compose-scene.js';
import { inMood, type Mood } from '../wishes/wishes.js';
import { findFeatures, sharpenFeatures } from './features.js';
import { animalColour, freeGlass, type Scheme } from './free-glass.js';
import { namePlate, plainGround, type Recipe, type RecipeInput, sceneSize } from './recipe.js';
import { findStandingShadow, shadowAt, type StandingShadow, tightenInShadow } from './standing-shadow.js';

/** Smaller facets (in units) would look like noise in print. */
const CLOSEST = 6.5;
/** Except on eyes, nose and mouth. */
const FINEST = 3.4;

/** Most distance in units between the points of the animal's shadow. */
const SHADOW_SPACING = 34;

const SCHEMES: readonly Scheme[] = [
  { shadow: 285, middle: 20, light: 85, ground: 200 },
  { shadow: 265, middle: 330, light: 70, ground: 165 },
  { shadow: 250, middle: 35, light: 95, ground: 300 },
];

/**
 * Abstract: cut glass. The animal in facets that are smaller where it has more detail, in hues from cool shadow to warm
 * light; large calm facets in the background.
 * Sources: points by Cook's dart throwing, 1986, triangles by Bowyer and Watson, 1981; hues in Ottosson's OKLCH.
 */
export const abstract: Recipe = (whole, report) => {
  const { random } = whole;
  const scheme = chooseScheme(whole);
  report(0.1, 'Finding what matters');
  const features = findFeatures(whole.scene);
  const scene = { ...whole.scene, tone: sharpenFeatures(whole.scene.tone, whole.scene, features) };
  const input = { ...whole, scene };
  const spaced = spacing(scene, features);
  const shadow = input.background === 'style' ? findStandingShadow(scene) : null;
  if (shadow) tightenInShadow(spaced, shadow, scene.unit / 2, (SHADOW_SPACING * scene.unit) / 2);
  const points = scatter(spaced, (FINEST * scene.unit) / 2, random).map(([x, y]): Point => [2 * x, 2 * y]);
  report(0.3, 'Cutting facets');
  const triangles = triangulate(points);
  report(0.6, 'Coloring glass');
  const owner = coverage(points, triangles, scene.width, scene.height);
  const inUnits = points.map(([x, y]) => [x / scene.unit, y / scene.unit] as const);
  if (input.background !== 'style') {
    const { colours, opacities } = freeGlass(input, scheme, owner, triangles);
    return {
      ...sceneSize(scene),
      ground: plainGround(input),
      alphaLayers: [alphaFacets(inUnits, triangles, colours, opacities), ...title(input, scheme, alphaShapes)],
    };
  }
  const colours = colourFacets(input, scheme, owner, triangles.length, shadow);
  return {
    ...sceneSize(scene),
    picture: stack([facets(inUnits, triangles, colours), ...title(input, scheme, shapes)]),
  };
};

function chooseScheme({ random, wishes: { colour } }: RecipeInput): Scheme {
  const scheme = SCHEMES[Math.floor(random() * SCHEMES.length)]!;
  if (!colour) return scheme;
  const [, a, b] = toOklab(colour);
  return { ...scheme, ground: (Math.atan2(b, a) * 180) / Math.PI };
}

/**
 * Distances between points at half resolution: large in flat areas, small on eyes, nose and outline. Detail counts
 * relative to the animal's mean detail, so that a tabby's coat does not dissolve into small facets.
 */
function spacing({ tone, mask, unit }: Scene, features: Plane): Plane {
  const halfUnit = unit / 2;
  const detail = gaussianBlur(edgeFlow(tone, 2 * unit).strength, 5 * halfUnit);
  const half = shrink(mask, 2);
  const rim = gaussianBlur(half, 2 * halfUnit);
  const { width } = half;
  const onAnimal = emptyPlane(width, half.height);
  for (let start = 0; start < half.values.length; start += width)
    takeWithin(half.values, detail.values, onAnimal.values, start, start + width);
  const [usual, much] = percentiles(onAnimal, [0.6, 0.985]);
  const clues: Cues = {
    mask: half.values,
    rim: rim.values,
    detail: detail.values,
    features: shrink(features, 2).values,
    from: usual! * 0.5,
    to: Math.max(much!, usual! * 0.5 + 1e-4),
  };
  const spaced = emptyPlane(width, half.height);
  for (let start = 0; start < half.values.length; start += width)
    spaceRow(clues, halfUnit, spaced.values, start, start + width);
  return spaced;
}

function takeWithin(mask: Float32Array, detail: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = mask[i]! > 0.5 ? detail[i]! : 0;
}

interface Cues {
  readonly mask: Float32Array;
  /** The blurred mask. */
  readonly rim: Float32Array;
  readonly detail: Float32Array;
  readonly features: Float32Array;
  /** Range of detail that affects the spacing. */
  readonly from: number;
  readonly to: number;
}

function spaceRow(
  { mask, rim, detail, features, from, to }: Cues,
  halfUnit: number,
  out: Float32Array,
  first: number,
  end: number,
): void {
  for (let i = first; i < end; i++) {
    const inside = smoothstep(0.2, 0.7, mask[i]!);
    const outline = 4 * rim[i]! * (1 - rim[i]!);
    const busy = inside * smoothstep(from, to, detail[i]!);
    const calm = 120 - 100 * inside;
    const usual = Math.max(CLOSEST, calm * (1 - 0.78 * busy) * (1 - 0.5 * outline));
    out[i] = halfUnit * (usual + (FINEST - usual) * features[i]!);
  }
}

/** Sums over each facet: number of pixels, tone, mask, red, green, blue, and position as shares of the picture. */
const SUMS = 8;

/** Mean tone of each facet, then its colour. */
function colourFacets(
  { scene, random, wishes }: RecipeInput,
  scheme: Scheme,
  owner: Int32Array,
  count: number,
  shadow: StandingShadow | null,
): Uint8Array {
  const sums = new Float64Array(count * SUMS);
  for (let y = 0; y < scene.height; y++) sumRow(scene, owner, y, sums);
  const colours = new Uint8Array(count * 3);
  const { width, height } = sceneSize(scene);
  for (let facet = 0; facet < count; facet++) {
    const own = sums.subarray(facet * SUMS, (facet + 1) * SUMS);
    const shade = shadow ? shadowAt(shadow, (own[6]! / own[0]!) * width, (own[7]! / own[0]!) * height) : 0;
    const colour = colourOf(own, scheme, wishes.mood, (random() - 0.5) * 0.09, shade);
    colours[facet * 3] = colour[0];
    colours[facet * 3 + 1] = colour[1];
    colours[facet * 3 + 2] = colour[2];
  }
  return colours;
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
    sums[s]! += 1;
    sums[s + 1]! += tone.values[i]!;
    sums[s + 2]! += mask.values[i]!;
    sums[s + 3]! += pixels[i * 3]!;
    sums[s + 4]! += pixels[i * 3 + 1]!;
    sums[s + 5]! += pixels[i * 3 + 2]!;
    sums[s + 6]! += x / width;
    sums[s + 7]! += y / height;
  }
}

function colourOf(sums: Float64Array, scheme: Scheme, mood: Mood | null, sparkle: number, shade: number): Rgb {
  const area = Math.max(1, sums[0]!);
  const animal = animalColour(scheme, sums[1]! / area, [sums[3]! / area, sums[4]! / area, sums[5]! / area], sparkle);
  const ground = inMood(groundColour(scheme, sums[6]! / area, sums[7]! / area, sparkle, shade), mood);
  const share = smoothstep(0.35, 0.6, sums[2]! / area);
  return [
    ground[0] + (animal[0] - ground[0]) * share,
    ground[1] + (animal[1] - ground[1]) * share,
    ground[2] + (animal[2] - ground[2]) * share,
  ];
}

/** @param shade 1 in the middle of the animal's shadow */
function groundColour(
  { ground }: Scheme,
  x: number,
  y: number,
  sparkle: number,
  shade: number,
): [number, number, number] {
  return fromOklch(
    0.42 + 0.4 * (1 - y) * (0.7 + 0.3 * x) + sparkle - 0.19 * smoothstep(0, 0.35, shade),
    0.105 + sparkle * 0.3,
    ground + 70 * (x - 0.5) + 40 * (y - 0.5) + sparkle * 260,
  );
}

/** The name in tall letters of clear glass with lead outlines. */
function title<Part>(sitting: RecipeInput, { ground }: Scheme, draw: (elements: string, area: Area) => Part): Part[] {
  const plate = namePlate(sitting, { face: 'bebas', tracking: 0.06, tall: 0.14, wide: 0.84 });
  if (!plate) return [];
  const { outline, around } = plate;
  const lead = hex(fromOklch(0.24, 0.06, ground));
  return [
    draw(
      `<path ${outline} fill="${lead}" stroke="${lead}" stroke-width="13" stroke-linejoin="miter"/><path ${outline} fill="#fff8ec"/>`,
      around(30),
    ),
  ];
}
