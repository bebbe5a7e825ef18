import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import type { DesignConfig } from '@shop/contracts/order';
import { PRINT_AREAS, type PrintArea } from '@shop/placement';
import { pino } from 'pino';
import sharp from 'sharp';
import { previewOf } from '../../test/support/marker-artwork.js';
import { petPhoto } from '../../test/support/pet-photo.js';
import { colourSsim, ssim } from '@shop/testing/ssim';
import type { Config } from '../config.js';
import { BuiltInEngine } from '../engines/built-in/built-in.engine.js';
import type { ArtworkOrder } from '../engines/built-in/draw-artwork.js';
import type { EngineArtwork } from '../engines/image-engine.js';
import { printLayout } from './print-layout.rules.js';
import { RenderThread } from './render-thread.js';
import type { RenderedPrint } from './rendering/render-print-file.js';

// In threads as in the service: inside jest's own context the kernels run ten times slower.
jest.setTimeout(120_000);
const config = { PRINT_CONCURRENCY: 1, ART_CONCURRENCY: 2 } as Config;
const logger = pino({ level: 'silent' });

/** A t-shirt's area at a fifth of its size: the same geometry, sooner. */
const SMALL: PrintArea = { widthPx: 900, heightPx: 1080, shape: 'rectangle' };
/** The middle of a t-shirt's area, as densely as it is printed. */
const PART: PrintArea = { widthPx: 1500, heightPx: 1500, shape: 'rectangle' };
const middle: DesignConfig = { x: 50, y: 50, scale: 100, rotation: 0 };
const onScreen = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).resize(450, 540, { fit: 'fill' }).png().toBuffer();

describe('a print file painted from its recipe', () => {
  const thread = new RenderThread(config, logger);
  const engine = new BuiltInEngine(config, logger);
  let folder: string;
  let photoPath: string;
  const artworks = new Map<StyleKey, EngineArtwork>();

  const recipeOf = (styleKey: StyleKey): ArtworkOrder => ({
    photo: photoPath,
    styleKey,
    prompt: 'under the stars',
    petName: 'Biscuit',
    seed: 11,
  });
  const artworkOf = (styleKey: StyleKey): EngineArtwork => artworks.get(styleKey)!;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-recipe-'));
    photoPath = join(folder, 'photo.jpg');
    const photo = await petPhoto(1600, 1200).jpeg().toBuffer();
    await writeFile(photoPath, photo);
    const never = new AbortController().signal;
    await Promise.all(
      STYLE_KEYS.map(async (styleKey) =>
        artworks.set(
          styleKey,
          await engine.draw(
            { ...recipeOf(styleKey), photo, promptTemplate: '', printShape: null },
            () => undefined,
            never,
          ),
        ),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all([thread.onApplicationShutdown(), engine.onApplicationShutdown()]);
    await rm(folder, { recursive: true, force: true });
  });

  function print(area: PrintArea, styleKey: StyleKey, design: Partial<DesignConfig> = {}): Promise<RenderedPrint> {
    const { width, height } = artworkOf(styleKey);
    const { canvas, onCanvas } = printLayout(area, { widthPx: width, heightPx: height }, { ...middle, ...design });
    return thread.print(
      { source: { kind: 'recipe', recipe: recipeOf(styleKey) }, canvas, place: onCanvas, dpi: 300 },
      new AbortController().signal,
    );
  }

  it.each(STYLE_KEYS)('is the artwork, only larger: %s', async (styleKey) => {
    const { png, width, height } = artworkOf(styleKey);
    const printed = await print({ widthPx: 2 * width, heightPx: 2 * height, shape: 'rectangle' }, styleKey);
    const shrunk = await sharp(printed.png).removeAlpha().resize(width, height, { fit: 'fill' }).png().toBuffer();
    expect(await colourSsim(shrunk, png)).toBeGreaterThanOrEqual(0.97);
  });

  // Each costs some six seconds: one of drawn shapes, and the one whose shapes are thrown.
  it.each<StyleKey>(['modern', 'abstract'])(
    'is the artwork in all its colours, at the size of a t-shirt’s print: %s',
    async (styleKey) => {
      const [photo, path, { signal }] = [
        await petPhoto(1200, 1440).jpeg().toBuffer(),
        join(folder, `${styleKey}.jpg`),
        new AbortController(),
      ];
      await writeFile(path, photo);
      const recipe = { ...recipeOf(styleKey), photo: path };
      const preview = await engine.draw(
        { ...recipe, photo, promptTemplate: '', printShape: null },
        () => undefined,
        signal,
      );
      const { canvas, onCanvas } = printLayout(
        PRINT_AREAS.tshirt,
        { widthPx: preview.width, heightPx: preview.height },
        middle,
      );
      const { png } = await thread.print(
        { source: { kind: 'recipe', recipe }, canvas, place: onCanvas, dpi: 300 },
        signal,
      );
      expect(await sharp(png).metadata()).toMatchObject({ width: 4500, height: 5400 });
      const height = Math.round(onCanvas.heightPx);
      const whole = sharp(png)
        .extract({ left: 0, top: Math.round((5400 - height) / 2), width: 4500, height })
        .removeAlpha();
      const shrunk = await whole.resize(preview.width, preview.height, { fit: 'fill' }).png().toBuffer();
      expect(await colourSsim(shrunk, preview.png)).toBeGreaterThanOrEqual(0.97);
    },
  );

  it.each<[StyleKey, Partial<DesignConfig>]>([
    ['modern', { x: 50, y: 50, scale: 100, rotation: 0 }],
    ['cyberpunk', { x: 35, y: 70, scale: 45, rotation: 15 }],
    ['abstract', { x: 65, y: 30, scale: 55, rotation: 330 }],
    ['minimalistic', { x: 50, y: 45, scale: 60, rotation: 180 }],
    ['modern', { x: 0, y: 100, scale: 70, rotation: 0 }],
    ['abstract', { x: 33.3, y: 66.6, scale: 123.4, rotation: 7.5 }],
    ['minimalistic', { x: 100, y: 0, scale: 200, rotation: 0 }],
  ])('is what the preview showed: %s %j', async (styleKey, design) => {
    const { png } = await print(SMALL, styleKey, design);
    const preview = await previewOf(Buffer.from(artworkOf(styleKey).png), SMALL, { ...middle, ...design });
    expect(await ssim(await onScreen(png), await onScreen(preview))).toBeGreaterThanOrEqual(0.98);
  });

  it('shows what the file of the artwork, enlarged, could not: edges as sharp as the press prints', async () => {
    const path = join(folder, 'artwork.png');
    const { png, width, height } = artworkOf('modern');
    await writeFile(path, png);
    const design = { ...middle, scale: (100 * PRINT_AREAS.tshirt.widthPx) / PART.widthPx };
    const { canvas, onCanvas } = printLayout(PART, { widthPx: width, heightPx: height }, design);
    const enlarged = await thread.print(
      { source: { kind: 'file', path }, canvas, place: onCanvas, dpi: 300 },
      new AbortController().signal,
    );
    const painted = await print(PART, 'modern', design);
    expect(await sharp(painted.png).metadata()).toMatchObject({
      width: PART.widthPx,
      height: PART.heightPx,
      channels: 4,
      density: 300,
    });
    expect(await steepest(painted.png)).toBeGreaterThan(2 * (await steepest(enlarged.png)));
  });

  it('comes out the same, to the byte, when it is made again', async () => {
    const [one, other] = [
      await print(SMALL, 'abstract', { rotation: 15 }),
      await print(SMALL, 'abstract', { rotation: 15 }),
    ];
    expect(other.sha256).toBe(one.sha256);
  });

  it('is transparent wherever the artwork is not, and smooth on its edge', async () => {
    const { png } = await print(SMALL, 'modern', { scale: 50.05 });
    const { data, info } = await sharp(png).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
    const row = [...data.subarray(540 * info.width, 541 * info.width)];
    expect([row[0], row[450], row.at(-1)]).toEqual([0, 255, 0]);
    expect(row.filter((alpha) => alpha > 0 && alpha < 255)).toHaveLength(2);
  });
});

/** The mean of the steepest thousandth of steps between neighbouring pixels. */
async function steepest(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const counts = new Uint32Array(256);
  for (let i = 0; i + 1 < data.length; i += info.channels)
    if ((i + 1) % info.width !== 0) counts[Math.abs(data[i + info.channels]! - data[i]!)]! += 1;
  const wanted = data.length / info.channels / 1000;
  let [left, sum] = [wanted, 0];
  for (let step = 255; step >= 0 && left > 0; step--) {
    const taken = Math.min(left, counts[step]!);
    sum += taken * step;
    left -= taken;
  }
  return sum / wanted;
}
