import { gaussianBlur } from '../kernels/blur.js';
import { hex, rgb, type Rgb } from '../kernels/colour.js';
import { edgeFlow, type Flow } from '../kernels/flow.js';
import { inkLines } from '../kernels/ink-lines.js';
import { lay, shine } from '../kernels/layers.js';
import { clamp01, emptyRaster, mapPlane, smoothstep, type Plane, type Raster } from '../kernels/plane.js';
import { paintRamp, rampOf } from '../kernels/ramp.js';
import type { Scene } from '../scene.js';
import { drawShapes } from './backdrop.js';
import type { Recipe } from './recipe.js';

/**
 * Cyberpunk: night, two neon lamps (one from each side), glowing outlines, a city behind.
 */
export const cyberpunk: Recipe = async (scene, report) => {
  const [left, right] = lamps(scene);
  report(0.1, 'Switching on the neon');
  const animal = lightFromBothSides(scene, left, right);
  report(0.4, 'Tracing glowing lines');
  const flow = edgeFlow(scene.tone, 2 * scene.unit);
  traceNeon(animal, scene, flow, left, right);
  report(0.65, 'Building the city');
  const picture = lay(await city(scene, left, right), animal, scene.mask);
  haloAround(picture, scene, left, right);
  report(0.9, 'Adding the screen');
  return screen(picture, scene);
};

function lamps({ wish, random }: Scene): [Rgb, Rgb] {
  const pairs: [Rgb, Rgb][] = [
    [rgb('#ff2bd6'), rgb('#16e0ff')],
    [rgb('#ff3d81'), rgb('#2de2ff')],
    [rgb('#c13bff'), rgb('#1ef2d0')],
  ];
  const [left, right] = pairs[Math.floor(random() * pairs.length)]!;
  return [left, wish ?? right];
}

const lampRamp = (lamp: Rgb): Uint8Array =>
  rampOf([
    [0, rgb('#070318')],
    [0.22, mix(rgb('#150a3c'), lamp, 0.12)],
    [0.5, mix(rgb('#2a1460'), lamp, 0.62)],
    [0.76, mix(lamp, rgb('#ffffff'), 0.3)],
    [1, mix(lamp, rgb('#ffffff'), 0.88)],
  ]);

const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** Which lamp lights a pixel follows from the shading's slope to left or right and from its place. */
function lightFromBothSides(scene: Scene, left: Rgb, right: Rgb): Raster {
  const { width, tone, unit, box } = scene;
  const form = gaussianBlur(tone, 9 * unit);
  const reach = Math.max(2, Math.round(8 * unit));
  const side = mapPlane(form, (_, i) => {
    const x = i % width;
    const slope = form.values[i - x + Math.min(width - 1, x + reach)]! - form.values[i - x + Math.max(0, x - reach)]!;
    const place = (x - (box.left + box.right) / 2) / Math.max(1, box.right - box.left);
    return smoothstep(-0.5, 0.5, 0.95 * place + 2.4 * slope);
  });
  const contrasted = mapPlane(tone, (value) => clamp01(0.06 + 0.94 * (value * value * (3 - 2 * value) * 0.55 + value * 0.45)));
  return lay(paintRamp(contrasted, lampRamp(left)), paintRamp(contrasted, lampRamp(right)), gaussianBlur(side, 3 * unit));
}

function traceNeon(animal: Raster, scene: Scene, flow: Flow, left: Rgb, right: Rgb): void {
  const { tone, unit, width, mask } = scene;
  const inverse = mapPlane(tone, (value) => 1 - value);
  const lines = inkLines(inverse, flow, { sigmaPx: 1.5 * unit, followPx: 7 * unit, threshold: 0.012, hardness: 16 });
  const held = mapPlane(lines, (value, i) => value * mask.values[i]!);
  const half = (sign: number): Plane => mapPlane(held, (value, i) => value * smoothstep(-0.25, 0.25, sign * ((i % width) / width - 0.5)));
  for (const [lamp, part] of [[right, half(-1)], [left, half(1)]] as const) {
    shine(animal, mix(lamp, rgb('#ffffff'), 0.35), part, 0.75);
    shine(animal, lamp, gaussianBlur(part, 5 * unit), 0.8);
  }
}

async function city(scene: Scene, left: Rgb, right: Rgb): Promise<Raster> {
  const { width, height, unit } = scene;
  const horizon = height * 0.74;
  const sun = `<circle cx="${width / 2}" cy="${height * 0.42}" r="${width * 0.36}" fill="url(#sun)"/>`;
  const shapes = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#05020f"/><stop offset="0.5" stop-color="#1a0b45"/><stop offset="0.78" stop-color="${hex(mix(rgb('#3a1070'), left, 0.35))}"/><stop offset="1" stop-color="#07031a"/></linearGradient>`,
    `<linearGradient id="sun" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd36b"/><stop offset="0.45" stop-color="#ff6a88"/><stop offset="1" stop-color="${hex(left)}"/></linearGradient>`,
    `<linearGradient id="fog" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hex(left)}" stop-opacity="0"/><stop offset="1" stop-color="${hex(left)}" stop-opacity="0.45"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    sun,
    ...slits(width, height),
    ...skyline(scene, horizon, { fill: '#120834', tallest: 0.5, lamp: right }),
    `<rect y="${horizon - height * 0.3}" width="${width}" height="${height * 0.3}" fill="url(#fog)"/>`,
    ...skyline(scene, horizon, { fill: '#07041c', tallest: 0.32, lamp: left }),
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="#08031c"/>`,
    ...grid(width, height, horizon, unit, hex(right)),
  ];
  return drawShapes(width, height, shapes.join(''));
}

/** One row of houses; `tallest` in shares of the sky. */
interface Row {
  readonly fill: string;
  readonly tallest: number;
  readonly lamp: Rgb;
}

/** Dark bars over the lower half of the sun, thicker downwards. */
function slits(width: number, height: number): string[] {
  return Array.from({ length: 6 }, (_, n) => {
    const y = height * (0.44 + n * 0.045);
    return `<rect x="0" y="${y}" width="${width}" height="${height * (0.004 + n * 0.003)}" fill="#1a0b45"/>`;
  });
}

function skyline({ width, unit, random }: Scene, horizon: number, { fill, tallest, lamp }: Row): string[] {
  const shapes: string[] = [];
  for (let x = -20 * unit; x < width; ) {
    const house = (46 + random() * 70) * unit;
    const tall = horizon * (0.14 + random() * tallest) * (0.75 + 0.5 * Math.abs(x / width - 0.5) * 2);
    shapes.push(`<rect x="${x}" y="${horizon - tall}" width="${house}" height="${tall}" fill="${fill}"/>`);
    for (let y = horizon - tall + 12 * unit; y < horizon - 8 * unit; y += 16 * unit) {
      for (let w = x + 8 * unit; w < x + house - 9 * unit; w += 13 * unit) {
        if (random() > 0.34) continue;
        const colour = random() < 0.25 ? '#ffd9a0' : hex(lamp);
        shapes.push(`<rect x="${w}" y="${y}" width="${5 * unit}" height="${7 * unit}" fill="${colour}" opacity="${0.25 + random() * 0.6}"/>`);
      }
    }
    x += house + random() * 10 * unit;
  }
  return shapes;
}

function grid(width: number, height: number, horizon: number, unit: number, colour: string): string[] {
  const line = (x1: number, y1: number, x2: number, y2: number, opacity: number): string =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${1.6 * unit}" opacity="${opacity}"/>`;
  const away = Array.from({ length: 25 }, (_, n) => line(width / 2 + (n - 12) * width * 0.05, horizon, width / 2 + (n - 12) * width * 0.28, height, 0.5));
  const across = Array.from({ length: 9 }, (_, n) => {
    const y = horizon + (height - horizon) * (n / 9) ** 2;
    return line(0, y, width, y, 0.35 + 0.05 * n);
  });
  return [...away, ...across];
}

function haloAround(picture: Raster, { mask, unit, width }: Scene, left: Rgb, right: Rgb): void {
  const wide = gaussianBlur(mask, 16 * unit);
  const narrow = gaussianBlur(mask, 3 * unit);
  for (const [lamp, sign] of [[left, -1], [right, 1]] as const) {
    const halo = mapPlane(mask, (value, i) => {
      const rim = 4 * narrow.values[i]! * (1 - narrow.values[i]!) * 0.55;
      return (rim + wide.values[i]! * (1 - value) * 0.7) * smoothstep(-0.35, 0.35, sign * ((i % width) / width - 0.5));
    });
    shine(picture, lamp, halo);
  }
}

/** A lens that parts red from blue a little, scan lines, and darker corners. */
function screen({ width, height, pixels }: Raster, { unit }: Scene): Raster {
  const out = emptyRaster(width, height);
  const shift = Math.max(1, Math.round(1.5 * unit));
  const period = Math.max(2, Math.round(4 * unit));
  for (let y = 0, p = 0; y < height; y++) {
    const line = y % period < period / 2 ? 1 : 0.94;
    for (let x = 0; x < width; x++, p += 3) {
      const row = y * width;
      const corner = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 1.1;
      const light = line * (1 - 0.75 * corner);
      out.pixels[p] = pixels[(row + Math.min(width - 1, x + shift)) * 3]! * light;
      out.pixels[p + 1] = pixels[p + 1]! * light;
      out.pixels[p + 2] = pixels[(row + Math.max(0, x - shift)) * 3 + 2]! * light;
    }
  }
  return out;
}
