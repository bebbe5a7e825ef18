import { jest } from '@jest/globals';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts-art';
import sharp from 'sharp';
import { pino } from 'pino';
import { petPhoto } from '@shop/art-engine/testing';
import type { Config } from '../../config.js';
import type { EngineArtwork, GenerationInput } from '../image-engine.js';
import { BuiltInEngine } from './built-in.engine.js';
import { RECIPES } from '@shop/art-engine';

// Drawn in worker threads, as in the service: inside Jest's own context the kernels run ten times slower.
jest.setTimeout(90_000);
const engine = new BuiltInEngine({ ART_CONCURRENCY: 2 } as Config, pino({ level: 'silent' }));
afterAll(() => engine.onApplicationShutdown());

const draw = (
  { photo, ...order }: Partial<GenerationInput> & { photo: Uint8Array },
  onProgress: (share: number) => void = () => undefined,
): Promise<EngineArtwork> =>
  engine.draw(
    {
      pets: [{ photo, cutOut: null }],
      background: 'style',
      styleKey: 'modern',
      promptTemplate: '',
      prompt: null,
      petName: null,
      printShape: null,
      seed: 7,
      ...order,
    },
    onProgress,
    new AbortController().signal,
  );

/** 48 × 48 × 3 bytes, to compare pictures by what is visible. */
const thumbnail = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).removeAlpha().resize(48, 48, { fit: 'fill' }).raw().toBuffer();

/** Mean difference per channel, 0…255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await thumbnail(one), await thumbnail(other)];
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

describe('drawArtwork', () => {
  let photo: Buffer;
  const drawn = new Map<StyleKey, EngineArtwork>();
  const shares = new Map<StyleKey, number[]>(STYLE_KEYS.map((styleKey) => [styleKey, []]));

  beforeAll(async () => {
    photo = await petPhoto(320, 240).jpeg().toBuffer();
    await Promise.all(
      STYLE_KEYS.map(async (styleKey) =>
        drawn.set(styleKey, await draw({ photo, styleKey }, (share) => shares.get(styleKey)!.push(share))),
      ),
    );
  });

  it('has a recipe for every style of the shop', () => {
    expect([...RECIPES.keys()].sort()).toEqual([...STYLE_KEYS].sort());
  });

  it.each(STYLE_KEYS)('returns an 8 bit sRGB PNG of 1024 px on its long side: %s', async (styleKey) => {
    const { png, width, height } = drawn.get(styleKey)!;
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width,
      height,
      channels: 3,
      depth: 'uchar',
      space: 'srgb',
    });
    expect(Math.max(width, height)).toBe(1024);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(818);
  });

  it('returns where the animal and the name are', async () => {
    const named = await draw({ photo, petName: 'Biscuit' });
    const [subject, name] = [named.subjectBox!, named.nameBox!];
    for (const { x, y, width, height } of [subject, name]) {
      expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
    }
    // The name changes the picture within its box and its outline only.
    const plain = drawn.get('modern')!;
    const size = { width: 512, height: 512 };
    const pixels = (png: Uint8Array) =>
      sharp(png)
        .resize({ ...size, fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer();
    const [one, other] = [await pixels(named.png), await pixels(plain.png)];
    const changed = [...one.keys()].filter((at) => Math.abs(one[at]! - other[at]!) > 40);
    const rows = changed.map((at) => Math.floor(at / 512) / 512);
    expect(changed.length).toBeGreaterThan(500);
    expect(Math.min(...rows)).toBeGreaterThan(name.y - 0.05);
    expect(Math.max(...rows)).toBeLessThan(name.y + name.height + 0.05);
    expect(plain.nameBox).toBeNull();
  });

  it('draws each style clearly different from the photo and from the other styles', async () => {
    const pictures = [photo, ...[...drawn.values()].map(({ png }) => png)];
    for (const [index, one] of pictures.entries()) {
      for (const other of pictures.slice(index + 1)) expect(await difference(one, other)).toBeGreaterThan(25);
    }
  });

  it.each<[string, StyleKey, () => Promise<Buffer>]>([
    ['a wide photo', 'abstract', () => petPhoto(750, 100).jpeg().toBuffer()],
    ['a photo with transparency', 'minimalistic', () => petPhoto(320, 240).ensureAlpha(0.4).png().toBuffer()],
    [
      'one pixel',
      'minimalistic',
      () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#ffffff' } })
          .png()
          .toBuffer(),
    ],
  ])('draws %s', async (_, styleKey, make) => {
    const { width, height } = await draw({ photo: await make(), styleKey });
    expect(Math.max(width, height)).toBe(1024);
  });

  it.each(STYLE_KEYS)('reports rising progress: %s', (styleKey) => {
    const reported = shares.get(styleKey)!;
    expect(reported.length).toBeGreaterThan(4);
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
  });

  it('rejects a style without a recipe, and a file that is no picture', async () => {
    await expect(draw({ photo, styleKey: 'baroque' })).rejects.toThrow('no recipe');
    await expect(draw({ photo: Buffer.from('no picture') })).rejects.toThrow();
  });
});
