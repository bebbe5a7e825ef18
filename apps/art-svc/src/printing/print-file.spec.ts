import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { DesignConfig } from '@shop/contracts/order';
import { PRINT_AREAS, type PrintArea } from '@shop/placement';
import { pino } from 'pino';
import sharp from 'sharp';
import { markerArtwork, previewOf } from '../../test/support/marker-artwork.js';
import { ssim } from '@shop/testing/ssim';
import type { Config } from '../config.js';
import { printLayout } from './print-layout.rules.js';
import { RenderThread } from './render-thread.js';
import type { RenderedPrint } from './rendering/render-print-file.js';

// Rendered in a thread as in the service: inside jest's own context the kernels run ten times slower.
jest.setTimeout(90_000);
const thread = new RenderThread({ PRINT_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));

/** A t-shirt's area at a tenth of its size, and an artwork at half of its: the same geometry, sooner. */
const SMALL: PrintArea = { widthPx: 450, heightPx: 540, shape: 'rectangle' };
const ARTWORK = { widthPx: 512, heightPx: 640 };
const middle: DesignConfig = { x: 50, y: 50, scale: 100, rotation: 0 };

describe('a print file', () => {
  let folder: string;
  let artwork: Buffer;
  let artworkPath: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-print-'));
    artwork = await markerArtwork(ARTWORK.widthPx, ARTWORK.heightPx);
    artworkPath = join(folder, 'artwork.png');
    await writeFile(artworkPath, artwork);
  });
  afterAll(async () => {
    await thread.onApplicationShutdown();
    await rm(folder, { recursive: true, force: true });
  });

  const print = (
    area: PrintArea,
    design: Partial<DesignConfig> = {},
    path = artworkPath,
    size = ARTWORK,
  ): Promise<RenderedPrint> => {
    const { canvas, onCanvas } = printLayout(area, size, { ...middle, ...design });
    return thread.print(
      { source: { kind: 'file', path }, canvas, place: onCanvas, dpi: 300 },
      new AbortController().signal,
    );
  };

  it.each([
    { x: 50, y: 50, scale: 100, rotation: 0 },
    { x: 50, y: 50, scale: 80, rotation: 90 },
    { x: 35, y: 70, scale: 45, rotation: 15 },
    { x: 0, y: 100, scale: 70, rotation: 45 },
    { x: 33.3, y: 66.6, scale: 123.4, rotation: 7.5 },
  ])('is what the preview showed: $x/$y, $scale %, $rotation°', async (design) => {
    const { png } = await print(SMALL, design);
    expect(await ssim(png, await previewOf(artwork, SMALL, design))).toBeGreaterThanOrEqual(0.98);
  });

  it('differs visibly from a placement that is a little off, or the comparison would prove nothing', async () => {
    const { png } = await print(SMALL, { x: 51, rotation: 15 });
    expect(await ssim(png, await previewOf(artwork, SMALL, { ...middle, rotation: 15 }))).toBeLessThan(0.98);
  });

  it('is a PNG in sRGB with alpha, and says 300 dpi in its own words', async () => {
    const { png } = await print(SMALL, { scale: 50 });
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      space: 'srgb',
      channels: 4,
      hasAlpha: true,
      depth: 'uchar',
      density: 300,
    });
    // pHYs (ISO 15948, 11.3.5.3): pixels per metre across and down, unit 1. 300 dpi are 11,811.02.
    const chunk = Buffer.from(png).indexOf('pHYs');
    expect([
      Buffer.from(png).readUInt32BE(chunk + 4),
      Buffer.from(png).readUInt32BE(chunk + 8),
      png[chunk + 12],
    ]).toEqual([11_811, 11_811, 1]);
    expect(Buffer.from(png).includes('iCCP')).toBe(true);
  });

  it('is transparent wherever the artwork is not, and the artwork’s own colours elsewhere', async () => {
    const { png } = await print(SMALL, { scale: 50 });
    const pixel = async (left: number, top: number): Promise<number[]> => [
      ...(await sharp(png).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    expect((await pixel(5, 5))[3]).toBe(0);
    // The artwork is 225 × 281.25 px in the middle: its red corner begins at 112.5, 129.4.
    expect(await pixel(130, 150)).toEqual([224, 0, 0, 255]);
    expect(await pixel(320, 150)).toEqual([0, 176, 0, 255]);
    expect(await pixel(130, 390)).toEqual([0, 32, 240, 255]);
  });

  it('keeps the artwork’s own transparency', async () => {
    const path = join(folder, 'glass.png');
    await sharp({ create: { width: 100, height: 100, channels: 4, background: { r: 200, g: 40, b: 0, alpha: 0.5 } } })
      .png()
      .toFile(path);
    const { png } = await print(SMALL, {}, path, { widthPx: 100, heightPx: 100 });
    const [red, green, blue, alpha] = [
      ...(await sharp(png).extract({ left: 225, top: 270, width: 1, height: 1 }).raw().toBuffer()),
    ];
    // Half transparent colours have half the steps.
    expect([Math.abs(red! - 200) <= 3, Math.abs(green! - 40) <= 3, blue, alpha]).toEqual([true, true, 0, 128]);
  });

  it('of a round tag has its bleed all around, corners left on', async () => {
    const { png } = await print(PRINT_AREAS['pet-tag'], { scale: 150 });
    expect(await sharp(png).metadata()).toMatchObject({ width: 338, height: 338 });
    const { data } = await sharp(png).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBe(255);
    const trimmed = await sharp(png).extract({ left: 19, top: 19, width: 300, height: 300 }).png().toBuffer();
    expect(
      await ssim(trimmed, await previewOf(artwork, PRINT_AREAS['pet-tag'], { ...middle, scale: 150 })),
    ).toBeGreaterThanOrEqual(0.97);
  });

  it('is empty, and yet a file, where the artwork was moved out of the area', async () => {
    const { png } = await print(SMALL, { x: 0, y: 0, scale: 20, rotation: 45 }, artworkPath, {
      widthPx: 512,
      heightPx: 512,
    });
    expect(await sharp(png).metadata()).toMatchObject({ width: 450, height: 540 });
  });

  it('stops when it is aborted', async () => {
    const { canvas, onCanvas } = printLayout(PRINT_AREAS.tshirt, ARTWORK, middle);
    const aborted = new AbortController();
    const rendering = thread.print(
      { source: { kind: 'file', path: artworkPath }, canvas, place: onCanvas, dpi: 300 },
      aborted.signal,
    );
    aborted.abort();
    await expect(rendering).rejects.toThrow();
  });
});

describe('the density of an artwork at its printed size', () => {
  it('is its own, not the file’s, and never said to be more than it is', () => {
    const artwork = { widthPx: 1024, heightPx: 1280 };
    const at = (scale: number): number => printLayout(PRINT_AREAS.tshirt, artwork, { ...middle, scale }).artworkDpi;
    expect([at(100), at(50), at(200)]).toEqual([68, 136, 34]);
  });
});
