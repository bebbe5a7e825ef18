import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { composeScene, type Scene } from './compose-scene.js';
import type { Pet } from '../subject/decode-photo.js';

/** A scene takes about 5 MB in each thread; idle threads end and free them. */
export const MAX_CACHED_SCENES = 4;

/**
 * Caches the last scenes. Analysing a photo takes as long as painting it, and its styles and variations are usually
 * drawn one after another.
 *
 * @param compose makes the scene of pets whose files are bytes
 */
export function cacheScenes<S>(compose: (pets: readonly Pet[]) => Promise<S>): (pets: readonly Pet[]) => Promise<S> {
  const bySha256 = new LRUCache<string, Promise<S>>({ max: MAX_CACHED_SCENES });
  return async (pets) => {
    const loaded = await Promise.all(pets.map(loadPet));
    const key = keyOf(loaded);
    const known = bySha256.get(key);
    if (known) return known;
    const scene = compose(loaded);
    bySha256.set(key, scene);
    return scene.catch((error: unknown) => {
      bySha256.delete(key);
      throw error;
    });
  };
}

interface LoadedPet extends Pet {
  readonly photo: Uint8Array;
  readonly cutOut: Uint8Array | null;
}

const loadPet = async ({ photo, cutOut }: Pet): Promise<LoadedPet> => ({
  photo: await load(photo),
  cutOut: cutOut === null ? null : await load(cutOut),
});

const load = async (file: Uint8Array | string): Promise<Uint8Array> =>
  typeof file === 'string' ? await readFile(file) : file;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const keyOf = (pets: readonly LoadedPet[]): string =>
  pets.map(({ photo, cutOut }) => `${sha256(photo)} ${cutOut ? sha256(cutOut) : ''}`).join('\n');

/** {@link composeScene} with a cache. */
export const composeSceneCached: (pets: readonly Pet[]) => Promise<Scene> = cacheScenes(composeScene);
