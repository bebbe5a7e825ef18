import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { STYLE_KEYS } from '@shop/contracts-art';
import { petPhoto } from '@shop/art-engine/testing';
import { pino } from 'pino';
import sharp from 'sharp';
import type { Config } from '../../config.js';
import { RenderWorkerPool } from '../render-worker-pool.js';
import type { PrintSource } from './render-print-file.js';

// Renders in a worker thread as the service does: inside Jest's own context the kernels are ten times slower.
jest.setTimeout(120_000);
const workerPool = new RenderWorkerPool({ PRINT_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));
const { signal } = new AbortController();
const CANVAS = { widthPx: 300, heightPx: 360 };
const MIDDLE = { centreXPx: 150, centreYPx: 180 };
const ORANGE = [0xcc, 0x88, 0x44];

let folder: string;
let discPath: string;
let photoPath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-transparent-'));
  discPath = join(folder, 'disc.png');
  photoPath = join(folder, 'photo.png');
  const disc = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><circle cx="40" cy="40" r="28" fill="#c84"/></svg>',
  );
  await sharp(disc).png().toFile(discPath);
  await petPhoto(320, 240).png().toFile(photoPath);
});
afterAll(async () => {
  await workerPool.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });
});

async function print(source: PrintSource, place: { widthPx: number; heightPx: number; rotationDeg: number }) {
  const { png, view } = await workerPool.renderPrint(
    { source, canvas: CANVAS, place: { ...MIDDLE, ...place }, ground: null, dpi: 300 },
    signal,
  );
  return { png, view, pixels: await sharp(png).raw().toBuffer() };
}

/** The largest difference to the colour, 0…255, as it shows on cloth: weighted by the opacity. */
function visibleDeviation([red, green, blue]: readonly number[], pixels: Buffer): number {
  let most = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [pixels[at]! - red!, pixels[at + 1]! - green!, pixels[at + 2]! - blue!];
    most = Math.max(most, (Math.max(Math.abs(r), Math.abs(g), Math.abs(b)) * pixels[at + 3]!) / 255);
  }
  return most;
}

const shareOf = (pixels: Buffer, isCounted: (alpha: number) => boolean): number =>
  pixels.filter((value, at) => at % 4 === 3 && isCounted(value)).length / (pixels.length / 4);

/**
 * The share of the printed pixels that are half-transparent and more than 2 px from the outline, the contour of half the
 * opacity. A printer puts white ink under them.
 */
function shareOfHaze(pixels: Buffer, { widthPx, heightPx } = CANVAS): number {
  const alphaAt = (x: number, y: number): number => pixels[(y * widthPx + x) * 4 + 3] ?? 0;
  const isOn = (x: number, y: number): boolean => alphaAt(x, y) > 127;
  const offsets = Array.from({ length: 25 }, (_, n) => [(n % 5) - 2, Math.floor(n / 5) - 2] as const);
  let [printed, haze] = [0, 0];
  for (let y = 2; y < heightPx - 2; y++) {
    for (let x = 2; x < widthPx - 2; x++) {
      const alpha = alphaAt(x, y);
      if (alpha > 0) printed++;
      if (alpha === 0 || alpha === 255) continue;
      if (offsets.every(([dx, dy]) => isOn(x + dx, y + dy) === isOn(x, y))) haze++;
    }
  }
  return haze / printed;
}

describe('the print of a transparent artwork file', () => {
  it.each([
    ['enlarged', { widthPx: 300, heightPx: 300, rotationDeg: 0 }],
    ['enlarged and rotated', { widthPx: 240, heightPx: 240, rotationDeg: 17 }],
    ['made smaller', { widthPx: 50, heightPx: 50, rotationDeg: 0 }],
    ['made smaller and rotated', { widthPx: 50, heightPx: 50, rotationDeg: 45 }],
  ])('has no halo: each visible pixel has the artwork’s own colour, when it is %s', async (_, place) => {
    const { pixels } = await print({ kind: 'file', path: discPath }, place);
    expect(visibleDeviation(ORANGE, pixels)).toBeLessThan(4);
    const area = (Math.PI * (28 / 80) ** 2 * place.widthPx * place.heightPx) / (CANVAS.widthPx * CANVAS.heightPx);
    expect(shareOf(pixels, (alpha) => alpha > 127)).toBeCloseTo(area, 2);
  });

  it('keeps its alpha in the copy for web pages', async () => {
    const { view } = await print({ kind: 'file', path: discPath }, { widthPx: 300, heightPx: 300, rotationDeg: 0 });
    expect((await sharp(view.png).stats()).isOpaque).toBe(false);
  });
});

describe('the print of a recipe without a background', () => {
  const recipe = (styleKey: string, background: string): PrintSource => ({
    kind: 'recipe',
    recipe: { pets: [{ photo: photoPath, cutOut: null }], background, styleKey, prompt: '', petName: 'Rex', seed: 3 },
  });

  it.each(STYLE_KEYS)('is opaque or transparent apart from its outline, also rotated: %s', async (styleKey) => {
    for (const rotationDeg of [0, 10]) {
      const { pixels } = await print(recipe(styleKey, 'none'), { widthPx: 288, heightPx: 252, rotationDeg });
      expect(shareOf(pixels, (alpha) => alpha === 0)).toBeGreaterThan(0.3);
      expect(shareOf(pixels, (alpha) => alpha === 255)).toBeGreaterThan(0.1);
      expect(shareOfHaze(pixels)).toBeLessThan(0.02);
    }
  });

  it('is opaque on a plain background, up to its edge', async () => {
    const { pixels } = await print(recipe('modern', '#2a9d8f'), { widthPx: 300, heightPx: 360, rotationDeg: 0 });
    expect(shareOf(pixels, (alpha) => alpha === 255)).toBe(1);
    expect([...pixels.subarray(0, 4)]).toEqual([0x2a, 0x9d, 0x8f, 255]);
  });
});

describe('a mock-up with a transparent artwork', () => {
  it('shows the cloth around the animal: no box', async () => {
    const picture = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#101216' } })
      .png()
      .toBuffer();
    const { jpeg } = await workerPool.renderMockup(
      {
        artworkPath: discPath,
        picture,
        overlay: null,
        pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
        printArea: { widthPx: 300, heightPx: 300, shape: 'rectangle' },
        place: { centreXPx: 150, centreYPx: 150, widthPx: 300, heightPx: 300, rotationDeg: 0 },
        ground: null,
      },
      signal,
    );
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): number[] => {
      const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3;
      return [...data.subarray(from, from + 3)];
    };
    const distance = (one: readonly number[], other: readonly number[]): number =>
      Math.max(...one.map((value, n) => Math.abs(value - other[n]!)));
    for (const corner of [at(0.21, 0.21), at(0.79, 0.79), at(0.5, 0.23)])
      expect(distance(corner, [0x10, 0x12, 0x16])).toBeLessThan(4);
    expect(distance(at(0.5, 0.5), ORANGE)).toBeLessThan(4);
  });
});
