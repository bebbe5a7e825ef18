import { gaussianBlur } from '../kernels/blur.js';
import { hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, smoothAlong, type Flow } from '../kernels/flow.js';
import { inkLines } from '../kernels/ink-lines.js';
import { lay, tint } from '../kernels/layers.js';
import { emptyPlane, mapPlane, smoothstep, type Plane, type Raster } from '../kernels/plane.js';
import { flatTone, paintRamp, rampOf } from '../kernels/ramp.js';
import type { Scene } from '../scene.js';
import { drawShapes } from './backdrop.js';
import type { Recipe } from './recipe.js';

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

const PALETTES: readonly Palette[] = [
  palette(['#141b41', '#2f4bb5', '#ff6b5e', '#ffc24b', '#fff6e3'], '#19b5a5', '#ffe08a'),
  palette(['#23103a', '#7a2a8f', '#ff5d73', '#ffb86b', '#fff5e6'], '#3d7dff', '#ffd9e0'),
  palette(['#0f2a3d', '#0e7c86', '#f2545b', '#ffb347', '#fff8e8'], '#ffcf3f', '#fff1c2'),
];

/**
 * Modern: a screen-printed poster. Five flat colours with halftone dots between them, dark contour, a disc on a plain ground.
 */
export const modern: Recipe = async (scene, report) => {
  const colours = choosePalette(scene);
  report(0.1, 'Mixing five inks');
  const flow = edgeFlow(scene.tone, 2.5 * scene.unit);
  const animal = printFlatTones(scene, flow, colours);
  report(0.5, 'Cutting the contour');
  tint(animal, colours.tones[0], inkLines(scene.tone, flow, { sigmaPx: 1.4 * scene.unit, followPx: 8 * scene.unit, threshold: 0.022, hardness: 30 }), 0.92);
  report(0.75, 'Printing the ground');
  const ground = await printGround(scene, colours);
  const mask = crisp(scene.mask, scene.unit);
  castShadow(ground, mask, scene, colours.tones[0]);
  return lay(ground, animal, mask);
};

function choosePalette({ random, wish }: Scene): Palette {
  const chosen = PALETTES[Math.floor(random() * PALETTES.length)]!;
  return wish ? { ...chosen, ground: wish } : chosen;
}

/** Tones are smoothed along the fur first, so that the flats get long, calm borders; the screen of dots mixes neighbours. */
function printFlatTones({ tone, unit }: Scene, flow: Flow, { tones }: Palette): Raster {
  const calm = smoothAlong(gaussianBlur(tone, 1.2 * unit), flow, Math.round(9 * unit));
  const dots = halftone(tone.width, tone.height, 7 * unit, 0.4);
  const printed = mapPlane(calm, (value, i) => flatTone(value + (dots.values[i]! - 0.5) * 0.1, [0.17, 0.36, 0.58, 0.8], 0.02));
  return paintRamp(printed, rampOf(tones.map((colour, n) => [n / 4, colour])));
}

/** A turned screen of round dots, H × W, 0 between them and 1 in their middle. */
function halftone(width: number, height: number, pitchPx: number, angle: number): Plane {
  const out = emptyPlane(width, height);
  const [cos, sin] = [(Math.cos(angle) * Math.PI) / pitchPx, (Math.sin(angle) * Math.PI) / pitchPx];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      out.values[i] = 0.5 + 0.25 * (Math.cos(2 * (x * cos + y * sin)) + Math.cos(2 * (y * cos - x * sin)));
    }
  }
  return out;
}

async function printGround({ width, height, box, unit }: Scene, { ground, disc, tones }: Palette): Promise<Raster> {
  const radius = Math.min(width, height) * 0.43;
  const cx = width / 2 + (width / 2 - (box.left + box.right) / 2) * 0.2;
  const cy = Math.max(radius * 1.08, Math.min(height * 0.46, box.top + radius * 0.86));
  const shapes = [
    `<rect width="${width}" height="${height}" fill="${hex(ground)}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${hex(disc)}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${radius * 1.06}" fill="none" stroke="${hex(tones[4])}" stroke-width="${5 * unit}"/>`,
  ];
  const printed = await drawShapes(width, height, shapes.join(''));
  const dots = halftone(width, height, 15 * unit, 0.78);
  const fade = mapPlane(dots, (value, i) => {
    const y = Math.floor(i / width) / height;
    return smoothstep(0.47, 0.53, value + (y - 0.98) * 0.9);
  });
  tint(printed, tones[0], fade, 0.85);
  return printed;
}

/** A printed edge is hard: the matte's soft border is narrowed. */
const crisp = (mask: Plane, unit: number): Plane => mapPlane(gaussianBlur(mask, 1.6 * unit), (value) => smoothstep(0.42, 0.58, value));

/** The animal's shape once more, moved down to the right, as a second print. */
function castShadow(ground: Raster, mask: Plane, { unit, width, height }: Scene, ink: Rgb): void {
  const offset = Math.round(14 * unit);
  const shadow = mapPlane(mask, (_, i) => {
    const [x, y] = [(i % width) - offset, Math.floor(i / width) - offset];
    return x < 0 || y < 0 || y >= height ? 0 : mask.values[y * width + x]!;
  });
  tint(ground, ink, shadow, 0.9);
}
