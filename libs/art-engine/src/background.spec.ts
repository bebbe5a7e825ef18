import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { STYLE_KEYS } from '@shop/contracts-art';
import { hardenAlpha } from './print/prepare-for-print.js';
import { petPhoto } from '../test/pet-photo.js';
import { smallArtworks, type SmallArtwork } from '../test/small-artworks.js';

jest.setTimeout(120_000);

/** Inks can mix it. */
const TEAL = '#2a9d8f';

/** The values of a pixel at a position in units. */
function pixelAt({ width, height, channels, pixels }: SmallArtwork, x: number, y: number): number[] {
  const perUnit = Math.max(width, height) / 1024;
  const clamp = (value: number, most: number): number => Math.min(most - 1, Math.max(0, Math.round(value * perUnit)));
  const at = (clamp(y, height) * width + clamp(x, width)) * channels;
  return [...pixels.subarray(at, at + channels)];
}

const cornersOf = (artwork: SmallArtwork): number[][] =>
  [0, 1024].flatMap((x) => [0, 1024].map((y) => pixelAt(artwork, x, y)));

const brightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

describe('the background of an artwork', () => {
  let folder: string;
  const drawn = new Map<string, SmallArtwork>();
  const shown = (styleKey: string, background: string, petName = ''): SmallArtwork =>
    drawn.get(`${styleKey} ${background} ${petName}`)!;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-background-'));
    const photo = join(folder, 'pet.png');
    await petPhoto(320, 240).png().toFile(photo);
    const orders = STYLE_KEYS.flatMap((styleKey) => [
      { photo, styleKey, background: 'style', petName: '' },
      { photo, styleKey, background: 'none', petName: '' },
      { photo, styleKey, background: 'none', petName: 'Biscuit' },
      { photo, styleKey, background: TEAL, petName: '' },
    ]);
    const artworks = await smallArtworks(orders.map((order) => ({ ...order, sidePx: 256 })));
    for (const [n, { styleKey, background, petName }] of orders.entries())
      drawn.set(`${styleKey} ${background} ${petName}`, artworks[n]!);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(STYLE_KEYS)('has alpha only without a background: %s', (styleKey) => {
    expect(['style', TEAL, 'none'].map((background) => shown(styleKey, background).channels)).toEqual([3, 3, 4]);
  });

  it.each(STYLE_KEYS)('is transparent around the animal, which is opaque: %s', (styleKey) => {
    const artwork = shown(styleKey, 'none');
    expect(cornersOf(artwork)).toEqual(Array(4).fill([0, 0, 0, 0]));
    const { box } = artwork;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
    expect(pixelAt(artwork, ...middle)[3]).toBe(255);
  });

  it.each(STYLE_KEYS)('has no haze, so that a mock-up shows what is printed: %s', (styleKey) => {
    const { width, height, pixels } = shown(styleKey, 'none');
    const hardened = Buffer.from(pixels);
    hardenAlpha({ width, height, pixels: hardened });
    const change = hardened.reduce((sum, value, at) => sum + (at % 4 === 3 ? Math.abs(value - pixels[at]!) : 0), 0);
    const opacity = pixels.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0);
    expect(change / opacity).toBeLessThan(0.02);
  });

  it.each(STYLE_KEYS)('is exactly the colour around the animal, which is drawn as without: %s', (styleKey) => {
    const [plain, free] = [shown(styleKey, TEAL), shown(styleKey, 'none')];
    expect(cornersOf(plain)).toEqual(Array(4).fill([0x2a, 0x9d, 0x8f]));
    const { box } = plain;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
    expect(pixelAt(plain, ...middle)).toEqual(pixelAt(free, ...middle).slice(0, 3));
  });

  it.each(STYLE_KEYS)('needs no ground below the name: it is light and dark, and opaque: %s', (styleKey) => {
    const [named, nameless] = [shown(styleKey, 'none', 'Biscuit'), shown(styleKey, 'none')];
    const inks: number[] = [];
    for (let at = 0; at < named.pixels.length; at += 4) {
      const isName = named.pixels[at + 3] === 255 && nameless.pixels[at + 3] === 0;
      if (isName) inks.push(brightness(named.pixels.subarray(at, at + 3) as unknown as number[]));
    }
    expect(inks.length).toBeGreaterThan(50);
    expect(Math.max(...inks) - Math.min(...inks)).toBeGreaterThan(120);
  });
});
