import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.url);
/** The package has no types. */
const wawoff2 = require('wawoff2') as { decompress(woff2: Uint8Array): Promise<Uint8Array> };

/** A text has few files, an address in Chinese about twenty. A file takes about 200 kB. */
const fonts = new LRUCache<string, Font>({ max: 100 });

/** A font from a WOFF2 file. `weight` is for variable fonts. */
export async function loadFont(path: string, weight?: number): Promise<Font> {
  const key = `${path} ${weight ?? ''}`;
  const known = fonts.get(key);
  if (known) return known;
  // fontkit can't change the weight of a compressed file, and decompresses its tables at each use.
  const file = await wawoff2.decompress(await readFile(path));
  const font = create(Buffer.from(file)) as Font;
  const weighted = weight === undefined ? font : font.getVariation({ wght: weight });
  fonts.set(key, weighted);
  return weighted;
}
