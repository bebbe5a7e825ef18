/** Draws all pictures of the catalogue again, small, and prints how far their copies are from them, as JSON. */
import { join } from 'node:path';
import sharp from 'sharp';
import { difference } from './difference.ts';
import { listDrawings, PRODUCT_FOLDER } from './product-plan.ts';
import { drawSvg } from './svg.ts';

/** Filters take their time by the pixel. */
const DRAWN_PX = 160;
/** What one side has as a line and the other as its shade is the same. */
const COMPARED_PX = 40;

const found: Record<string, number> = {};
for (const { file, draw, copies } of await listDrawings()) {
  found[file] = await difference(
    sharp(await drawSvg(draw(), DRAWN_PX)),
    sharp(join(PRODUCT_FOLDER, copies[0]?.file ?? '')),
    COMPARED_PX,
  );
}
console.log(JSON.stringify(found));
