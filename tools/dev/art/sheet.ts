/**
 * `npm run art:sheet -- PHOTO|FOLDER… [--name NAME] [--prompt TEXT] [--background BACKGROUND] [--cloth COLOUR] [--variations N]
 * [--together] [--out FOLDER]`: draws the photos in all styles. Writes `sheet.png` with one row per photo, and each
 * artwork at its full size. A folder stands for its photos. A background is `style`, `none` or a colour as #rrggbb; the cloth is the colour of the
 * sheet. `--together` puts all photos, from left to right, into one artwork.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backgroundField, STYLE_KEYS } from '@shop/contracts-art';
import sharp, { type OverlayOptions } from 'sharp';
import { cutOutPhoto, drawArtwork, releaseSubjectFinder, type Pet } from '@shop/art-engine';

const USAGE =
  'npm run art:sheet -- PHOTO|FOLDER… [--name NAME] [--prompt TEXT] [--background BACKGROUND] [--cloth COLOUR] [--variations N] [--together] [--out FOLDER]';
/** Long side of a picture on the sheet, and the margin around it, in pixels. */
const CELL = 420;
const GAP = 16;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    prompt: { type: 'string', default: '' },
    background: { type: 'string', default: 'style' },
    cloth: { type: 'string', default: '#ffffff' },
    variations: { type: 'string', default: '2' },
    together: { type: 'boolean', default: false },
    out: { type: 'string', default: 'art-sheet' },
  },
});
const variations = Number(values.variations);
if (
  !backgroundField.safeParse(values.background).success ||
  positionals.length === 0 ||
  !Number.isInteger(variations) ||
  variations < 1
) {
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}

/** The photo, or those of the folder, by name. */
async function listPhotos(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const files = (await readdir(path)).filter((file) => /\.(jpe?g|png|webp)$/i.test(file));
  return files.sort().map((file) => join(path, file));
}

async function cutOut(photo: string): Promise<Uint8Array> {
  const { png, source, fallbackReason, hasSubject } = await cutOutPhoto(photo);
  const how = fallbackReason ? `${source}: ${fallbackReason}` : source;
  console.log(`${basename(photo)}: cut out by ${how}${hasSubject ? '' : ', nothing stands out'}`);
  return png;
}

/** The file name is the first photo's name, the style and the number of the variation. */
async function drawAll(photos: readonly string[], name: string): Promise<Uint8Array[]> {
  const drawn: Uint8Array[] = [];
  const pets: Pet[] = [];
  for (const photo of photos) pets.push({ photo, cutOut: await cutOut(photo) });
  for (const styleKey of STYLE_KEYS) {
    for (let seed = 1; seed <= variations; seed++) {
      const order = {
        pets,
        background: values.background,
        styleKey,
        prompt: values.prompt,
        petName: values.name,
        seed,
      };
      const { png } = await drawArtwork(order, () => undefined);
      await writeFile(join(out, `${name}-${styleKey}-${seed}.png`), png);
      drawn.push(png);
    }
  }
  return drawn;
}

const cell = (picture: Uint8Array | string, widthPx = CELL): Promise<Buffer> =>
  sharp(picture).autoOrient().resize(widthPx, CELL, { fit: 'contain', background: '#00000000' }).png().toBuffer();

/** The photos side by side in one cell. */
async function photosCell(photos: readonly string[]): Promise<Buffer> {
  const widthPx = Math.floor(CELL / photos.length);
  const parts = await Promise.all(photos.map((photo) => cell(photo, widthPx)));
  return sharp({ create: { width: CELL, height: CELL, channels: 3, background: values.cloth } })
    .composite(parts.map((input, n) => ({ input, left: n * widthPx, top: 0 })))
    .png()
    .toBuffer();
}

const out = resolve(values.out);
await mkdir(out, { recursive: true });
const cells: OverlayOptions[] = [];
const paths = (await Promise.all(positionals.map((path) => listPhotos(resolve(path))))).flat();
if (paths.length === 0) {
  console.error(`No photos in ${positionals.join(', ')}`);
  process.exit(2);
}
const artworks = values.together ? [paths] : paths.map((path) => [path]);
for (const [row, photos] of artworks.entries()) {
  const name = `${row}-${basename(photos[0]!).replace(/\.[^.]*$/, '')}`;
  const drawn = await drawAll(photos, name);
  const pictures = [await photosCell(photos), ...(await Promise.all(drawn.map((png) => cell(png))))];
  for (const [column, input] of pictures.entries())
    cells.push({ input, left: GAP + column * (CELL + GAP), top: GAP + row * (CELL + GAP) });
  console.log(`${photos.map((photo) => basename(photo)).join(', ')}: ${drawn.length} artworks`);
}
const columns = 1 + STYLE_KEYS.length * variations;
await sharp({
  create: {
    width: GAP + columns * (CELL + GAP),
    height: GAP + artworks.length * (CELL + GAP),
    channels: 3,
    background: values.cloth,
  },
})
  .composite(cells)
  .png()
  .toFile(join(out, 'sheet.png'));
console.log(`${join(out, 'sheet.png')} is written`);
releaseSubjectFinder();
