import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_CACHED_SCENES, cacheScenes } from './cached-scenes.js';

const photo = (n: number): Buffer => Buffer.from(`photo ${n}`);

function setUp() {
  const analysed: string[] = [];
  const getScene = cacheScenes(async (pets) => {
    const texts = pets.map(({ photo, cutOut }) => [photo, cutOut ?? ''].map(String).join(' ').trim());
    analysed.push(texts.join(' + '));
    if (texts.includes('')) throw new Error('This is no picture');
    return { of: texts };
  });
  const sceneOf = (photo: Uint8Array | string, cutOut: Uint8Array | string | null = null) =>
    getScene([{ photo, cutOut }]);
  return { looks: analysed, sceneOf, getScene };
}

describe('cacheScenes', () => {
  it('analyses the same photo once, also concurrently, and for bytes as well as for a file', async () => {
    const { looks, sceneOf } = setUp();
    const folder = await mkdtemp(join(tmpdir(), 'shop-scenes-'));
    await writeFile(join(folder, 'photo'), photo(1));
    const [first, together] = await Promise.all([sceneOf(photo(1)), sceneOf(photo(1))]);
    expect(together).toBe(first);
    expect(await sceneOf(join(folder, 'photo'))).toBe(first);
    expect(looks).toEqual(['photo 1']);
    await rm(folder, { recursive: true });
  });

  it('has a scene for each photo, each cut-out of it, and each order of several pets', async () => {
    const { looks, sceneOf, getScene } = setUp();
    const [one, two] = [1, 2].map((n) => ({ photo: photo(n), cutOut: null }));
    for (let time = 0; time < 2; time++) {
      for (const n of [1, 2]) expect(await sceneOf(photo(n))).toEqual({ of: [`photo ${n}`] });
      await sceneOf(photo(1), Buffer.from('cut-out'));
    }
    await getScene([one!, two!]);
    await getScene([two!, one!]);
    expect(looks).toEqual(['photo 1', 'photo 2', 'photo 1 cut-out', 'photo 1 + photo 2', 'photo 2 + photo 1']);
  });

  it('keeps the least recently used photos up to its limit', async () => {
    const { looks, sceneOf } = setUp();
    const most = Array.from({ length: MAX_CACHED_SCENES }, (_, n) => n);
    for (const n of [...most, 0, MAX_CACHED_SCENES, 0, 1]) await sceneOf(photo(n));
    expect(looks).toEqual([...most, MAX_CACHED_SCENES, 1].map((n) => `photo ${n}`));
  });

  it('analyses a photo again after a failure', async () => {
    const { looks, sceneOf } = setUp();
    for (let time = 0; time < 2; time++) await expect(sceneOf(Buffer.alloc(0))).rejects.toThrow('This is no picture');
    expect(looks).toHaveLength(2);
  });
});
