/** `node … compare.ts NAME…`: draws these pictures again, and prints how far the committed ones are from them, as JSON: mean over all pixels and channels, of 255. */
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { draw } from './draw.ts';
import { fileOf, FOLDER, PICTURES } from './plan.ts';

/** Small enough that what a codec loses is not seen, large enough that another drawing is. */
const SIDE_PX = 96;
/** A product's picture is drawn no larger than that needs. */
const PRODUCT_SIDE_PX = 500;

const raw = (picture: Sharp): Promise<Buffer> => picture.removeAlpha().toColourspace('srgb').resize(SIDE_PX, SIDE_PX, { fit: 'fill' }).raw().toBuffer();

async function difference(one: Sharp, other: Sharp): Promise<number> {
  const [a, b] = await Promise.all([raw(one), raw(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

const found: Record<string, number> = {};
for (const name of process.argv.slice(2)) {
  const picture = PICTURES.find((candidate) => candidate.name === name);
  if (!picture) throw new Error(`The plan has no ${name}`);
  const committed = sharp(join(FOLDER, fileOf(name, Math.max(...picture.widths))));
  found[name] = await difference(await draw(picture, PRODUCT_SIDE_PX), committed);
}
console.log(JSON.stringify(found));
