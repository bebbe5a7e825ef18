import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { difference } from './difference.js';
import { listDrawings, PRODUCT_FOLDER } from './product-plan.js';
import { drawSvg } from './svg.js';

const ROOT = join(import.meta.dirname, '../../..');
/** The time of SVG filters grows with the number of pixels. */
const DRAWN_PX = 160;
/** Small enough that a line and its anti-aliased copy are equal. */
const COMPARED_PX = 40;

const drawings = listDrawings();

/** Loaded by path because tools may not import the web libraries. */
const loadPages = async () =>
  (await import(join(ROOT, 'libs/web/ui/src/pictures/picture-copies.ts'))) as {
    pictureCopies: (src: string) => string | undefined;
  };

describe('the copies of the catalogue’s pictures', () => {
  it('exist for each drawing in the widths that their names say', async () => {
    const planned = drawings.flatMap(({ copies }) => copies);
    expect(readdirSync(PRODUCT_FOLDER).sort()).toEqual(planned.map(({ file }) => file).sort());
    const sizes = await Promise.all(planned.map(({ file }) => sharp(join(PRODUCT_FOLDER, file)).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual(planned.map(({ widthPx }) => [widthPx, widthPx]));
  });

  it('are the ones that the pages request', async () => {
    const { pictureCopies } = await loadPages();
    for (const { file, copies } of drawings) {
      const asked = pictureCopies(`/pictures/${file}`);
      expect(asked).toBe(copies.map((copy) => `/pictures/${copy.file} ${copy.widthPx}w`).join(', '));
    }
  });

  it('show what the catalogue draws now', async () => {
    const found: [string, number][] = [];
    for (const { file, draw, copies } of drawings) {
      const [drawn, copy] = [sharp(await drawSvg(draw(), DRAWN_PX)), sharp(join(PRODUCT_FOLDER, copies[0]!.file))];
      found.push([file, await difference(drawn, copy, COMPARED_PX)]);
    }
    // Another colour differs by 10 and more, the codec by less than 1.3.
    expect(found.filter(([, apart]) => apart > 1.5)).toEqual([]);
    expect(found).toHaveLength(68);
  }, 120_000);
});
