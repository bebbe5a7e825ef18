import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { composeScene, type Scene } from './compose-scene.js';

/** A scene takes about 5 MB in each thread; idle threads end and free them. */
export const MAX_CACHED_SCENES = 4;

/**
 * Caches the scenes of the last photos. Analysing a photo takes as long as painting it, and its styles and variations
 * are usually drawn one after another.
 *
 * @param compose makes the scene of a photo's bytes
 * @returns the cached function; it takes the photo's bytes or the path of its file
 */
export function cacheScenes<S>(compose: (photo: Uint8Array) => Promise<S>): (photo: Uint8Array | string) => Promise<S> {
  const bySha256 = new LRUCache<string, Promise<S>>({ max: MAX_CACHED_SCENES });
  return async (photo) => {
    const bytes = typeof photo === 'string' ? await readFile(photo) : photo;
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = bySha256.get(key);
    if (known) return known;
    const scene = compose(bytes);
    bySha256.set(key, scene);
    return scene.catch((error: unknown) => {
      bySha256.delete(key);
      throw error;
    });
  };
}

/** {@link composeScene} with a cache. */
export const composeSceneCached: (photo: Uint8Array | string) => Promise<Scene> = cacheScenes(composeScene);
