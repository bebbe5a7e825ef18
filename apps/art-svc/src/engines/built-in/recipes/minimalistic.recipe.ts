import { gaussianBlur } from '../kernels/blur.js';
import { hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, smoothAlong, type Flow } from '../kernels/flow.js';
import { inkLines } from '../kernels/ink-lines.js';
import { tint } from '../kernels/layers.js';
import { mapPlane, smoothstep, type Plane, type Raster } from '../kernels/plane.js';
import type { Scene } from '../scene.js';
import { drawShapes } from './backdrop.js';
import type { Recipe } from './recipe.js';

const PAPER = rgb('#f7f2e9');
const INK = rgb('#2b2a2f');
const ACCENTS: readonly Rgb[] = [rgb('#e2a184'), rgb('#a9bfa4'), rgb('#e5c07b'), rgb('#9fb8cc'), rgb('#d9a5a8')];

/**
 * Minimalistic: much paper, one quiet disc, the animal as a few brushed lines and two washes of the same colour.
 */
export const minimalistic: Recipe = async (scene, report) => {
  const accent = scene.wish ?? ACCENTS[Math.floor(scene.random() * ACCENTS.length)]!;
  report(0.1, 'Choosing one colour');
  const sheet = await prepareSheet(scene, accent);
  report(0.3, 'Leaving things out');
  const flow = edgeFlow(gaussianBlur(scene.tone, 1.5 * scene.unit), 4 * scene.unit);
  const calm = smoothAlong(gaussianBlur(scene.tone, 4 * scene.unit), flow, Math.round(10 * scene.unit));
  layWashes(sheet, scene, calm, accent);
  report(0.65, 'Drawing the lines');
  drawLines(sheet, scene, flow);
  return sheet;
};

function prepareSheet({ width, height, box, random }: Scene, accent: Rgb): Promise<Raster> {
  const radius = Math.min(width, height) * 0.36;
  const side = random() < 0.5 ? -1 : 1;
  const cx = (box.left + box.right) / 2 + side * radius * 0.28;
  const cy = Math.max(radius * 1.12, Math.min(height * 0.5, box.top + radius * 0.8));
  return drawShapes(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${hex(PAPER)}"/><circle cx="${cx}" cy="${cy}" r="${radius}" fill="${hex(accent)}" opacity="0.55"/>`,
  );
}

/** Paper where the animal is light, the accent's shade in the middle tones, ink in the darkest. */
function layWashes(sheet: Raster, { mask, unit }: Scene, calm: Plane, accent: Rgb): void {
  const shape = mapPlane(gaussianBlur(mask, 2 * unit), (value) => smoothstep(0.35, 0.65, value));
  const shade: Rgb = [accent[0] * 0.62 + INK[0] * 0.2, accent[1] * 0.62 + INK[1] * 0.2, accent[2] * 0.62 + INK[2] * 0.2];
  const below = (limit: number): Plane => mapPlane(calm, (value, i) => shape.values[i]! * (1 - smoothstep(limit - 0.015, limit + 0.015, value)));
  tint(sheet, rgb('#fdfaf4'), shape, 1);
  tint(sheet, accent, below(0.62), 0.42);
  tint(sheet, shade, below(0.4), 0.75);
  tint(sheet, INK, below(0.2), 0.94);
}

function drawLines(sheet: Raster, { tone, mask, unit }: Scene, flow: Flow): void {
  const lines = inkLines(gaussianBlur(tone, 2 * unit), flow, { sigmaPx: 2.2 * unit, followPx: 12 * unit, threshold: 0.034, hardness: 34 });
  const held = mapPlane(lines, (value, i) => value * smoothstep(0.15, 0.6, mask.values[i]!));
  tint(sheet, INK, held, 0.9);
}
