import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { DesignConfig } from '@shop/contracts-order';
import { type PrintArea } from '@shop/placement';
import { ssim } from '@shop/testing/ssim';
import { pino } from 'pino';
import sharp from 'sharp';
import { markerArtwork, renderPreview } from '../../test/support/marker-artwork.js';
import type { Config } from '../config.js';
import { drawGround } from '@shop/art-engine/draw-ground';
import { computePrintLayout } from './print-layout.js';
import { RenderWorkerPool } from './render-worker-pool.js';
import type { RenderedPrint } from './rendering/render-print-file.js';

// Renders in a worker thread as the service does: inside Jest's own context the kernels are ten times slower.
jest.setTimeout(90_000);
const workerPool = new RenderWorkerPool({ PRINT_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));

/** A t-shirt's print area at a tenth of its size, and an artwork at half of its size: the same geometry, faster. */
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
    await workerPool.onApplicationShutdown();
    await rm(folder, { recursive: true, force: true });
  });

  const print = (
    area: PrintArea,
    design: Partial<DesignConfig> = {},
    path = artworkPath,
    size = ARTWORK,
  ): Promise<RenderedPrint> => {
    const { canvas, onCanvas } = computePrintLayout(area, size, { ...middle, ...design }, 'whole-artwork');
    return workerPool.renderPrint(
      { source: { kind: 'file', path }, canvas, place: onCanvas, ground: null, dpi: 300 },
      new AbortController().signal,
    );
  };

  it.each([
    { x: 50, y: 50, scale: 100, rotation: 0 },
    { x: 50, y: 50, scale: 80, rotation: 90 },
    { x: 35, y: 70, scale: 45, rotation: 15 },
    { x: 0, y: 100, scale: 70, rotation: 45 },
    { x: 33.3, y: 66.6, scale: 123.4, rotation: 7.5 },
  ])('matches the preview: $x/$y, $scale %, $rotation°', async (design) => {
    const { png } = await print(SMALL, design);
    expect(await ssim(png, await renderPreview(artwork, SMALL, design))).toBeGreaterThanOrEqual(0.98);
  });

  it('is an sRGB PNG with alpha that declares 300 dpi', async () => {
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

  it('is transparent outside the artwork and has the artwork’s colours inside', async () => {
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

  it('has bleed on all sides and keeps the corners for a round tag', async () => {
    const { png } = await print(PRINT_AREAS['pet-tag'], { scale: 200 });
    expect(await sharp(png).metadata()).toMatchObject({ width: 338, height: 338 });
    expect((await sharp(png).stats()).isOpaque).toBe(true);
    const trimmed = await sharp(png).extract({ left: 19, top: 19, width: 300, height: 300 }).png().toBuffer();
    expect(
      await ssim(trimmed, await renderPreview(artwork, PRINT_AREAS['pet-tag'], { ...middle, scale: 200 })),
    ).toBeGreaterThanOrEqual(0.97);
  });

  it('prints a phone case all over, with the ground where the artwork does not reach', async () => {
    const area = PRINT_AREAS['phone-case'];
    const { canvas, onCanvas, groundOnCanvas } = computePrintLayout(area, ARTWORK, middle, 'whole-artwork');
    const ground = { png: (await drawGround(artworkPath, 'continued'))!, place: groundOnCanvas };
    const { png } = await workerPool.renderPrint(
      { source: { kind: 'file', path: artworkPath }, canvas, place: onCanvas, ground, dpi: 300 },
      new AbortController().signal,
    );
    expect((await sharp(png).stats()).isOpaque).toBe(true);
    const { top, height } = { top: Math.ceil(onCanvas.centreYPx - onCanvas.heightPx / 2), height: 1000 };
    const part = { left: 0, top, width: area.widthPx, height };
    const [printed, preview] = [
      await sharp(png).extract(part).png().toBuffer(),
      await sharp(await renderPreview(artwork, area, middle))
        .extract(part)
        .png()
        .toBuffer(),
    ];
    expect(await ssim(printed, preview)).toBeGreaterThanOrEqual(0.97);
  });

  it('prints a round tag to the end of its bleed, with the whole artwork on its ground', async () => {
    const area = PRINT_AREAS['pet-tag'];
    const { canvas, onCanvas, groundOnCanvas } = computePrintLayout(area, ARTWORK, middle, 'whole-artwork');
    const ground = { png: (await drawGround(artworkPath, 'continued'))!, place: groundOnCanvas };
    const { png } = await workerPool.renderPrint(
      { source: { kind: 'file', path: artworkPath }, canvas, place: onCanvas, ground, dpi: 300 },
      new AbortController().signal,
    );
    expect(await sharp(png).metadata()).toMatchObject({ width: 338, height: 338 });
    expect((await sharp(png).stats()).isOpaque).toBe(true);
  });

  it('is an empty picture when the artwork is outside the print area', async () => {
    const { png } = await print(SMALL, { x: 0, y: 0, scale: 20, rotation: 45 }, artworkPath, {
      widthPx: 512,
      heightPx: 512,
    });
    expect(await sharp(png).metadata()).toMatchObject({ width: 450, height: 540 });
  });

  it('stops rendering when it is aborted', async () => {
    const { canvas, onCanvas } = computePrintLayout(PRINT_AREAS.tshirt, ARTWORK, middle, 'whole-artwork');
    const aborted = new AbortController();
    const rendering = workerPool.renderPrint(
      { source: { kind: 'file', path: artworkPath }, canvas, place: onCanvas, ground: null, dpi: 300 },
      aborted.signal,
    );
    aborted.abort();
    await expect(rendering).rejects.toThrow();
  });
});

describe('artworkDpi', () => {
  it('prints a t-shirt at 4500 × 5400 pixels', () => {
    const { canvas } = computePrintLayout(PRINT_AREAS.tshirt, ARTWORK, middle, 'whole-artwork');
    expect(canvas).toEqual({ widthPx: 4500, heightPx: 5400 });
  });

  it('is the density of the artwork itself at its printed size, which is 18 inches high, rounded down', () => {
    const artwork = { widthPx: 1024, heightPx: 1280 };
    const at = (scale: number): number =>
      computePrintLayout(PRINT_AREAS.tshirt, artwork, { ...middle, scale }, 'whole-artwork').artworkDpi;
    expect([at(100), at(50), at(200)]).toEqual([71, 142, 35]);
  });
});
