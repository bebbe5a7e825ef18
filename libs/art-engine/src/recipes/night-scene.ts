import { hex, rgb, type Rgb } from '../kernels/colour.js';
import type { Lamps } from './cyberpunk.recipe.js';
import { motif } from './motifs.js';
import { groundRect, sceneSize, type RecipeInput } from './recipe.js';

export const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/**
 * A city under a setting sun on a glowing grid, or the background that the customer wishes for, at night. SVG in units.
 */
export function nightScene({ scene, wishes, random }: RecipeInput, { left, right }: Lamps): string {
  const { width, height } = sceneSize(scene);
  const horizon = height * 0.74;
  const sky =
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#05020f"/><stop offset="0.5" stop-color="#1a0b45"/><stop offset="0.78" stop-color="${hex(mix(rgb('#3a1070'), left, 0.35))}"/><stop offset="1" stop-color="#07031a"/></linearGradient>` +
    `<linearGradient id="sun" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd36b"/><stop offset="0.45" stop-color="#ff6a88"/><stop offset="1" stop-color="${hex(left)}"/></linearGradient>` +
    `<linearGradient id="fog" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hex(left)}" stop-opacity="0"/><stop offset="1" stop-color="${hex(left)}" stop-opacity="0.45"/></linearGradient></defs>` +
    groundRect('url(#sky)', { width, height });
  if (wishes.backdrop && wishes.backdrop !== 'city') {
    const colours = {
      far: hex(mix(rgb('#1a0b45'), left, 0.3)),
      near: hex(mix(rgb('#0d0630'), right, 0.22)),
      light: hex(mix(right, rgb('#ffffff'), 0.25)),
    };
    return sky + motif(wishes.backdrop, { width, height, random, colours });
  }
  const row = (fill: string, tallest: number, lamp: Rgb): string =>
    skyline({ width, horizon, random, fill, tallest, lamp });
  return [
    sky,
    `<circle cx="${width / 2}" cy="${height * 0.42}" r="${width * 0.36}" fill="url(#sun)"/>`,
    ...slits(width, height),
    row('#120834', 0.5, right),
    `<rect y="${horizon - height * 0.3}" width="${width}" height="${height * 0.3}" fill="url(#fog)"/>`,
    row('#07041c', 0.32, left),
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="#08031c"/>`,
    ...grid(width, height, horizon, hex(right)),
  ].join('');
}

/** Dark bars over the lower half of the sun, thicker towards the bottom. */
function slits(width: number, height: number): string[] {
  return Array.from({ length: 6 }, (_, n) => {
    const y = height * (0.44 + n * 0.045);
    return `<rect x="0" y="${y}" width="${width}" height="${height * (0.004 + n * 0.003)}" fill="#1a0b45"/>`;
  });
}

/** One row of houses; `tallest` is a share of the sky. */
interface Row {
  readonly width: number;
  readonly horizon: number;
  readonly random: () => number;
  readonly fill: string;
  readonly tallest: number;
  readonly lamp: Rgb;
}

/**
 * Brightness levels of windows. All windows of one level are one shape: drawing thousands of shapes takes a tenth of a
 * second.
 */
const WINDOW_LIGHTS = 4;

function skyline({ width, horizon, random, fill, tallest, lamp }: Row): string {
  const houses: string[] = [];
  const windows = new Map<string, string[]>();
  for (let x = -20; x < width;) {
    const house = 46 + random() * 70;
    const tall = horizon * (0.14 + random() * tallest) * (0.75 + 0.5 * Math.abs(x / width - 0.5) * 2);
    houses.push(`M${x} ${horizon - tall}h${house}v${tall}h${-house}z`);
    for (let y = horizon - tall + 12; y < horizon - 8; y += 16) {
      for (let w = x + 8; w < x + house - 9; w += 13) {
        if (random() > 0.34) continue;
        const colour = random() < 0.25 ? '#ffd9a0' : hex(lamp);
        const light = `fill="${colour}" opacity="${(0.3 + Math.floor(random() * WINDOW_LIGHTS) * 0.15).toFixed(2)}"`;
        const alike = windows.get(light);
        if (alike) alike.push(`M${w} ${y}h5v7h-5z`);
        else windows.set(light, [`M${w} ${y}h5v7h-5z`]);
      }
    }
    x += house + random() * 10;
  }
  const lit = [...windows].map(([light, each]) => `<path d="${each.join('')}" ${light}/>`);
  return `<path d="${houses.join('')}" fill="${fill}"/>${lit.join('')}`;
}

function grid(width: number, height: number, horizon: number, colour: string): string[] {
  const line = (x1: number, y1: number, x2: number, y2: number, opacity: number): string =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="1.6" opacity="${opacity}"/>`;
  const away = Array.from({ length: 25 }, (_, n) =>
    line(width / 2 + (n - 12) * width * 0.05, horizon, width / 2 + (n - 12) * width * 0.28, height, 0.5),
  );
  const across = Array.from({ length: 9 }, (_, n) => {
    const y = horizon + (height - horizon) * (n / 9) ** 2;
    return line(0, y, width, y, 0.35 + 0.05 * n);
  });
  return [...away, ...across];
}
