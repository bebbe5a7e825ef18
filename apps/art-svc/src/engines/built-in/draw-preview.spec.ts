import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { petPhoto } from '@shop/art-engine/testing';
import { type StyleKey } from '@shop/contracts-art';
import { pino } from 'pino';
import sharp from 'sharp';
import type { Config } from '../../config.js';
import { PreviewWorkerPool } from '../../previews/preview-worker-pool.js';
import { BuiltInEngine } from './built-in.engine.js';

jest.setTimeout(90_000);
const config = { ART_CONCURRENCY: 2, PREVIEW_CONCURRENCY: 1 } as Config;
const logger = pino({ level: 'silent' });
const never = new AbortController().signal;
const SEED = 7;

/** 48 × 48 × 3 bytes, to compare pictures by what is visible. */
const thumbnail = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).removeAlpha().resize(48, 48, { fit: 'fill' }).raw().toBuffer();

/** Mean difference per channel, 0…255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await thumbnail(one), await thumbnail(other)];
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

describe('drawPreview', () => {
  const threads = new PreviewWorkerPool(config, logger);
  const engine = new BuiltInEngine(config, logger);
  let folder: string;
  let photo: Buffer;
  let photoPath: string;

  const preview = (styleKey: string, path = photoPath, background = 'style'): Promise<Uint8Array> =>
    threads.draw({ pets: [{ photo: path, cutOut: null }], background, styleKey, seed: SEED }, never);
  const artwork = async (styleKey: StyleKey, background = 'style'): Promise<Uint8Array> =>
    (
      await engine.draw(
        {
          pets: [{ photo, cutOut: null }],
          background,
          styleKey,
          promptTemplate: '',
          prompt: null,
          petName: null,
          printShape: null,
          seed: SEED,
        },
        () => undefined,
        never,
      )
    ).png;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-preview-'));
    photo = await petPhoto(400, 300).jpeg().toBuffer();
    photoPath = join(folder, 'photo.jpg');
    await writeFile(photoPath, photo);
  });
  afterAll(async () => {
    await Promise.all([threads.onApplicationShutdown(), engine.onApplicationShutdown()]);
    await rm(folder, { recursive: true });
  });

  it('resembles the artwork of the same seed', async () => {
    const [small, large] = await Promise.all([preview('cyberpunk'), artwork('cyberpunk')]);
    const { width, height } = await sharp(small).metadata();
    expect(Math.max(width, height)).toBe(512);
    expect(await difference(small, large)).toBeLessThan(10);
    expect(await difference(small, photo)).toBeGreaterThan(15);
  });

  it.each([
    ['style', false],
    ['none', true],
  ])('has alpha, as the artwork has, only without a background: %s', async (background, hasAlpha) => {
    const files = await Promise.all([preview('modern', photoPath, background), artwork('modern', background)]);
    const found = await Promise.all(files.map(async (file) => (await sharp(file).metadata()).hasAlpha));
    expect(found).toEqual([hasAlpha, hasAlpha]);
  });

  it('draws the given photo after another one was drawn', async () => {
    const before = await preview('modern');
    const other = join(folder, 'other.png');
    await petPhoto(300, 400).negate().png().toFile(other);
    expect(await difference(await preview('modern', other), before)).toBeGreaterThan(10);
    expect(await preview('modern')).toEqual(before);
  });

  it('rejects a style without a recipe and a file that is no picture, and draws the next one', async () => {
    await expect(preview('baroque')).rejects.toThrow('no recipe');
    const broken = join(folder, 'broken.jpg');
    await writeFile(broken, 'no picture');
    await expect(preview('modern', broken)).rejects.toThrow();
    await petPhoto().jpeg().toFile(broken);
    expect((await preview('modern', broken)).length).toBeGreaterThan(1000);
  });

  it('rejects tasks beyond its queue', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => preview('baroque')));
    const reasons = asked.map((one) => (one.status === 'rejected' ? String(one.reason) : 'drawn'));
    expect(reasons.filter((reason) => reason.includes('no recipe')).length).toBeGreaterThanOrEqual(32);
    expect(reasons.filter((reason) => reason.includes('Too many')).length).toBeGreaterThan(20);
  });
});
