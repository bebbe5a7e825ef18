/**
 * `node … compare.ts NAME…`: draws these pictures again and prints the mean difference between them and the committed
 * files over all pixels and channels, 0…255, as JSON.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { difference } from './difference.ts';
import { draw } from './draw.ts';
import { fileOf, FOLDER, PICTURES } from './plan.ts';

/** Small enough to ignore what the codec loses, large enough to notice another drawing. */
const SIDE_PX = 96;
/** A product's picture is drawn at this size at most. */
const PRODUCT_SIDE_PX = 500;

const found: Record<string, number> = {};
for (const name of process.argv.slice(2)) {
  const picture = PICTURES.find((candidate) => candidate.name === name);
  if (!picture) throw new Error(`The plan has no ${name}`);
  const committed = sharp(join(FOLDER, fileOf(name, Math.max(...picture.widths))));
  found[name] = await difference(await draw(picture, PRODUCT_SIDE_PX), committed, SIDE_PX);
}
console.log(JSON.stringify(found));
