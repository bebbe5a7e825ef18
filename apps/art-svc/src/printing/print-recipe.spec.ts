import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { ArtworkRequest } from '@shop/art-engine';
import { petPhoto } from '@shop/art-engine/testing';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts-art';
import type { DesignConfig } from '@shop/contracts-order';
import { type PrintArea } from '@shop/placement';
import { colourSsim, ssim } from '@shop/testing/ssim';
import { pino } from 'pino';
import sharp from 'sharp';
import { renderPreview } from '../../test/support/marker-artwork.js';
import type { Config } from '../config.js';
import { BuiltInEngine } from '../engines/built-in/built-in.engine.js';
import type { EngineArtwork } from '../engines/image-engine.js';
import { computePrintLayout } from './print-layout.js';
import { RenderWorkerPool } from './render-worker-pool.js';
import type { PrintSource, RenderedPrint } from './rendering/render-print-file.js';

// Draws in worker threads as the service does: inside Jest's own context the kernels are ten times slower.
jest.setTimeout(120_000);
const config = { PRINT_CONCURRENCY: 1, ART_CONCURRENCY: 2 } as Config;
const logger = pino({ level: 'silent' });
const { signal } = new AbortController();

/** A t-shirt's print area at a fifth of its size: the same geometry, faster. */
const SMALL: PrintArea = { widthPx: 900, heightPx: 1080, shape: 'rectangle' };
const MIDDLE: DesignConfig = { x: 50, y: 50, scale: 100, rotation: 0 };
const onScreen = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).resize(450, 540, { fit: 'fill' }).png().toBuffer();

describe('a print file that is painted from its recipe', () => {
  const workerPool = new RenderWorkerPool(config, logger);
  const engine = new BuiltInEngine(config, logger);
  let folder: string;
  let photo: Buffer;
  let photoPath: string;
  const artworks = new Map<StyleKey, EngineArtwork>();

  const recipeOf = (styleKey: StyleKey): ArtworkRequest => ({
    pets: [{ photo: photoPath, cutOut: null }],
    background: 'style',
    styleKey,
    prompt: 'under the stars',
    petName: 'Biscuit',
    seed: 11,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-recipe-'));
    photoPath = join(folder, 'photo.jpg');
    photo = await petPhoto(400, 480).jpeg().toBuffer();
    await writeFile(photoPath, photo);
    for (const styleKey of STYLE_KEYS) {
      const input = {
        ...recipeOf(styleKey),
        pets: [{ photo, cutOut: null }],
        promptTemplate: '',
        printShape: null,
      } as const;
      artworks.set(styleKey, await engine.draw(input, () => undefined, signal));
    }
  });
  afterAll(async () => {
    await Promise.all([workerPool.onApplicationShutdown(), engine.onApplicationShutdown()]);
    await rm(folder, { recursive: true, force: true });
  });

  function print(
    area: PrintArea,
    styleKey: StyleKey,
    design: Partial<DesignConfig> = {},
    source: PrintSource = { kind: 'recipe', recipe: recipeOf(styleKey) },
  ): Promise<RenderedPrint> {
    const { width, height } = artworks.get(styleKey)!;
    const { canvas, onCanvas } = computePrintLayout(
      area,
      { widthPx: width, heightPx: height },
      { ...MIDDLE, ...design },
      'whole-artwork',
    );
    return workerPool.renderPrint({ source, canvas, place: onCanvas, ground: null, dpi: 300 }, signal);
  }

  it.each<[StyleKey, Partial<DesignConfig>]>([
    ['modern', { x: 0, y: 100, scale: 70, rotation: 0 }],
    ['cyberpunk', { x: 35, y: 70, scale: 45, rotation: 15 }],
    ['abstract', { x: 33.3, y: 66.6, scale: 123.4, rotation: 7.5 }],
    ['minimalistic', { x: 50, y: 45, scale: 60, rotation: 180 }],
  ])('matches the preview in all its colors, with the same bytes each time: %s %j', async (styleKey, design) => {
    const { png, sha256 } = await print(SMALL, styleKey, design);
    const [printed, preview] = [
      await onScreen(png),
      await onScreen(await renderPreview(Buffer.from(artworks.get(styleKey)!.png), SMALL, { ...MIDDLE, ...design })),
    ];
    expect(await ssim(printed, preview)).toBeGreaterThanOrEqual(0.98);
    expect(await colourSsim(printed, preview)).toBeGreaterThanOrEqual(0.97);
    if (styleKey === 'abstract') expect((await print(SMALL, styleKey, design)).sha256).toBe(sha256);
  });

  it('has sharper edges than the enlarged file of the artwork', async () => {
    const part: PrintArea = { widthPx: 600, heightPx: 600, shape: 'rectangle' };
    const design = { scale: (100 * PRINT_AREAS.tshirt.widthPx) / part.widthPx };
    const path = join(folder, 'artwork.png');
    await writeFile(path, artworks.get('modern')!.png);
    const enlarged = await print(part, 'modern', design, { kind: 'file', path });
    const painted = await print(part, 'modern', design);
    expect(await measureSharpness(painted.png)).toBeGreaterThan(2 * (await measureSharpness(enlarged.png)));
  });

  it('is transparent beside the artwork, and smooth on its edge', async () => {
    const { png } = await print(SMALL, 'modern', { scale: 50.05 });
    const { data, info } = await sharp(png).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
    const row = [...data.subarray(540 * info.width, 541 * info.width)];
    expect([row[0], row[450], row.at(-1)]).toEqual([0, 255, 0]);
    expect(row.filter((alpha) => alpha > 0 && alpha < 255)).toHaveLength(2);
  });
});

/** Mean of the steepest thousandth of the steps between neighbouring pixels. */
async function measureSharpness(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const steps: number[] = [];
  for (let i = 0; i + info.channels < data.length; i += info.channels)
    if ((i / info.channels + 1) % info.width !== 0) steps.push(Math.abs(data[i + info.channels]! - data[i]!));
  const top = steps.sort((one, other) => other - one).slice(0, Math.ceil(steps.length / 1000));
  return top.reduce((sum, step) => sum + step, 0) / top.length;
}
