/** Draws all pictures of the catalogue again, small, and prints how far their copies are from them, as JSON: mean over all pixels and channels, of 255. */
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { listDrawings, PRODUCT_FOLDER } from './product-plan.ts';

/** Filters take their time by the pixel. */
const DRAWN_PX = 160;
/** What one side has as a line and the other as its shade is the same. */
const COMPARED_PX = 40;

const raw = (picture: Sharp): Promise<Buffer> => picture.ensureAlpha().toColourspace('srgb').resize(COMPARED_PX, COMPARED_PX, { fit: 'fill' }).raw().toBuffer();

/** What is clear has no colour. */
function visible(pixels: Buffer): Buffer {
  return pixels.map((value, index) => (index % 4 === 3 ? value : (value * (pixels[index - (index % 4) + 3] ?? 0)) / 255)) as Buffer;
}

async function difference(one: Sharp, other: Sharp): Promise<number> {
  const [a, b] = (await Promise.all([raw(one), raw(other)])).map(visible) as [Buffer, Buffer];
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

const found: Record<string, number> = {};
for (const { file, draw, copies } of await listDrawings()) {
  // Made smaller in the same step it would be drawn small.
  const drawn = await sharp(Buffer.from(draw()), { density: (72 * DRAWN_PX) / 1000 }).png({ compressionLevel: 1 }).toBuffer();
  found[file] = await difference(sharp(drawn), sharp(join(PRODUCT_FOLDER, copies[0]?.file ?? '')));
}
console.log(JSON.stringify(found));
