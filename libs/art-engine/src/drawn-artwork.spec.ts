import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { STYLE_KEYS } from '@shop/contracts-art';
import { petPhoto } from '../test/pet-photo.js';
import { smallArtworks, type SmallArtwork, type SmallOrder } from '../test/small-artworks.js';

jest.setTimeout(120_000);

/** Mean difference per channel, 0…255, of the rows between two shares of the height. */
function difference(one: SmallArtwork, other: SmallArtwork, from = 0, to = 1): number {
  const [start, end] = [from, to].map((share) => Math.round(share * one.height) * one.width * 3);
  const part = one.pixels.subarray(start, end);
  return part.reduce((sum, value, i) => sum + Math.abs(value - other.pixels[start! + i]!), 0) / part.length;
}

function expectAllToDiffer(pictures: readonly SmallArtwork[]): void {
  for (const [n, one] of pictures.entries())
    for (const other of pictures.slice(n + 1)) expect(difference(one, other)).toBeGreaterThan(0.25);
}

const UNKNOWN_WISH = 'please draw him as good as you can, thanks';
const MOODS = ['night', 'pastel', 'vivid', 'muted', 'warm', 'cool'];
/** Neon is vivid and dark already and ignores muted moods. wishes.spec.ts tests what a mood does to a colour. */
const moodsOf = (styleKey: string): string[] =>
  styleKey === 'modern' ? MOODS : styleKey === 'cyberpunk' ? ['pastel', 'warm'] : ['night', 'cool'];
const BACKDROPS = ['stars', 'sun', 'sea', 'mountains', 'forest', 'flowers', 'hearts', 'snow', 'city', 'plain'];
/** The styles share the drawings of the backgrounds. */
const backdropsOf = (styleKey: string): string[] => (styleKey === 'modern' ? BACKDROPS : ['stars', 'sea']);
/** Abstract has a ground of glass without motifs. */
const WITH_BACKDROP = ['cyberpunk', 'modern', 'minimalistic'];

describe('a drawn artwork', () => {
  let folder: string;
  const drawn = new Map<string, SmallArtwork>();
  const keyOf = ({ styleKey, prompt = '', petName = '' }: Omit<SmallOrder, 'photo'>): string =>
    `${styleKey}|${prompt}|${petName}`;
  const shown = (styleKey: string, wish: { prompt?: string; petName?: string } = {}): SmallArtwork =>
    drawn.get(keyOf({ styleKey, ...wish }))!;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-wishes-'));
    const [photo, otherPhoto] = [join(folder, 'pet.png'), join(folder, 'other.png')];
    await petPhoto(320, 240).png().toFile(photo);
    await petPhoto(320, 240).flop().negate().png().toFile(otherPhoto);
    const wishes = STYLE_KEYS.flatMap((styleKey) => [
      { styleKey },
      { styleKey, petName: 'Biscuit' },
      { styleKey, petName: 'Moses' },
      { styleKey, prompt: 'in RED, please' },
      { styleKey, prompt: 'something blue' },
      ...moodsOf(styleKey).map((prompt) => ({ styleKey, prompt })),
      ...(WITH_BACKDROP.includes(styleKey) ? backdropsOf(styleKey).map((prompt) => ({ styleKey, prompt })) : []),
    ]);
    wishes.push({ styleKey: 'modern', prompt: UNKNOWN_WISH });
    const [large, ...artworks] = await smallArtworks([
      ...[{ styleKey: 'abstract', sidePx: 640 }, ...wishes].map((order) => ({ photo, ...order })),
      ...STYLE_KEYS.map((styleKey) => ({ photo: otherPhoto, styleKey })),
      ...STYLE_KEYS.map((styleKey) => ({ photo, furtherPhotos: [otherPhoto], styleKey })),
      ...STYLE_KEYS.map((styleKey) => ({ photo: otherPhoto, furtherPhotos: [photo], styleKey })),
    ]);
    drawn.set('large', large!);
    for (const [row, what] of ['other', 'pair', 'turned pair'].entries())
      STYLE_KEYS.forEach((styleKey, n) =>
        drawn.set(`${what} ${styleKey}`, artworks[wishes.length + row * STYLE_KEYS.length + n]!),
      );
    wishes.forEach((wish, n) => drawn.set(keyOf(wish), artworks[n]!));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(STYLE_KEYS)('shows the pet’s name at the bottom and changes nothing else: %s', (styleKey) => {
    const [nobody, biscuit, moses] = [
      shown(styleKey),
      shown(styleKey, { petName: 'Biscuit' }),
      shown(styleKey, { petName: 'Moses' }),
    ];
    expect(difference(nobody, biscuit, 0.75, 0.95)).toBeGreaterThan(3);
    expect(difference(moses, biscuit, 0.75, 0.95)).toBeGreaterThan(2);
    expect(difference(nobody, biscuit, 0, 0.6)).toBeLessThan(0.5);
  });

  it.each(STYLE_KEYS)('shows this very animal in the colour that the prompt names: %s', (styleKey) => {
    expect(difference(shown(styleKey), drawn.get(`other ${styleKey}`)!)).toBeGreaterThan(10);
    const [red, blue] = ['in RED, please', 'something blue'].map((prompt) => shown(styleKey, { prompt }));
    expect(difference(red!, blue!)).toBeGreaterThan(3);
  });

  it.each(STYLE_KEYS)('shows two pets in the given order: %s', (styleKey) => {
    const [pair, turned] = [drawn.get(`pair ${styleKey}`)!, drawn.get(`turned pair ${styleKey}`)!];
    const { width, height, box } = pair;
    expect((box.right - box.left) / ((Math.max(width, height) / 128) * 1024)).toBeGreaterThan(0.5);
    expect([turned.width, turned.height]).toEqual([width, height]);
    expect(difference(pair, turned)).toBeGreaterThan(3);
  });

  it('is unchanged by a prompt without a known word', () => {
    expect(difference(shown('modern'), shown('modern', { prompt: UNKNOWN_WISH }))).toBe(0);
  });

  it.each(STYLE_KEYS)('differs for each mood: %s', (styleKey) => {
    expectAllToDiffer(['', ...moodsOf(styleKey)].map((prompt) => shown(styleKey, { prompt })));
  });

  it.each(WITH_BACKDROP)('differs for each background: %s', (styleKey) => {
    expectAllToDiffer(backdropsOf(styleKey).map((prompt) => shown(styleKey, { prompt })));
  });

  it('has more facets on eyes and muzzle than on the rest of the coat', () => {
    const { width, pixels, box } = drawn.get('large')!;
    /** Facets within 28 units of a position, relative to the animal's outline. */
    const facetsAt = (photoX: number, photoY: number): number => {
      const [x, y] = [
        box.left + ((photoX - 210) / 220) * (box.right - box.left),
        box.top + ((photoY - 70) / 400) * (box.bottom - box.top),
      ].map((units) => Math.round((units * 640) / 1024));
      const colours = new Map<number, number>();
      for (let dy = -17; dy <= 17; dy++) {
        for (let dx = -17; dx <= 17; dx++) {
          const colour = pixels.readUIntBE(((y! + dy) * width + x! + dx) * 3, 3);
          colours.set(colour, (colours.get(colour) ?? 0) + 1);
        }
      }
      // The smallest facets of the face have few pixels at this size.
      return [...colours.values()].filter((count) => count >= 3).length;
    };
    const face = [facetsAt(288, 190), facetsAt(352, 190), facetsAt(320, 222)];
    const coat = [facetsAt(320, 400), facetsAt(248, 380), facetsAt(392, 380)];
    expect(Math.min(...face)).toBeGreaterThan(1.5 * Math.max(...coat));
  });
});
