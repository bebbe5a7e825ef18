/**
 * `npm run pictures:products [-- FILE.svg …]`: writes the copies of the catalogue's product pictures. Each drawing
 * takes several seconds.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { listDrawings, PRODUCT_FOLDER } from './product-plan.ts';
import { drawSvg } from './svg.ts';

/**
 * Cloth has only soft shades; a lower quality shows steps in them. Overlays over artwork are translucent and may be
 * coarser.
 */
const QUALITY = 70;
const OVERLAY_QUALITY = 45;

const drawings = listDrawings();
const wanted = process.argv.slice(2);

mkdirSync(PRODUCT_FOLDER, { recursive: true });
for (const { file, draw, copies } of drawings.filter(
  (drawing) => wanted.length === 0 || wanted.includes(drawing.file),
)) {
  const widest = Math.max(...copies.map(({ widthPx }) => widthPx));
  const whole = await drawSvg(draw(), widest);
  for (const copy of copies) {
    const { size } = await sharp(whole)
      .resize({ width: copy.widthPx })
      .avif({ quality: file.includes('-overlay') ? OVERLAY_QUALITY : QUALITY, effort: 4 })
      .toFile(join(PRODUCT_FOLDER, copy.file));
    console.log(`${copy.file}: ${size} bytes`);
  }
}

const planned = new Set(drawings.flatMap(({ copies }) => copies.map(({ file }) => file)));
for (const file of readdirSync(PRODUCT_FOLDER).filter((name) => !planned.has(name))) rmSync(join(PRODUCT_FOLDER, file));
