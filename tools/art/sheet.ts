/**
 * `npm run art:sheet -- PHOTO… [--name NAME] [--prompt TEXT] [--variations N] [--out FOLDER]`: draws the photos in all
 * styles. Writes `sheet.png` with one row per photo, and each artwork at its full size.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { STYLE_KEYS } from '@shop/contracts/art';
import sharp, { type OverlayOptions } from 'sharp';
import { cutOutPhoto, drawArtwork, releaseSubjectFinder } from '@shop/art-engine';

const USAGE = 'npm run art:sheet -- PHOTO… [--name NAME] [--prompt TEXT] [--variations N] [--out FOLDER]';
/** Long side of a picture on the sheet, and the margin around it, in pixels. */
const CELL = 420;
const GAP = 16;
const GROUND = '#ffffff';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    prompt: { type: 'string', default: '' },
    variations: { type: 'string', default: '2' },
    out: { type: 'string', default: 'art-sheet' },
  },
});
const variations = Number(values.variations);
if (positionals.length === 0 || !Number.isInteger(variations) || variations < 1) {
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}

/** The file name is the photo's name, the style and the number of the variation. */
async function drawAll(photo: string, name: string): Promise<Uint8Array[]> {
  const drawn: Uint8Array[] = [];
  const cutOut = await cutOutPhoto(photo);
  const how = cutOut.fallbackReason ? `${cutOut.source}: ${cutOut.fallbackReason}` : cutOut.source;
  console.log(`${basename(photo)}: cut out by ${how}${cutOut.hasSubject ? '' : ', nothing stands out'}`);
  for (const styleKey of STYLE_KEYS) {
    for (let seed = 1; seed <= variations; seed++) {
      const order = {
        pets: [{ photo, cutOut: cutOut.png }],
        background: 'style',
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

const cell = (picture: Uint8Array | string): Promise<Buffer> =>
  sharp(picture).autoOrient().resize(CELL, CELL, { fit: 'contain', background: GROUND }).png().toBuffer();

const out = resolve(values.out);
await mkdir(out, { recursive: true });
const cells: OverlayOptions[] = [];
for (const [row, photo] of positionals.entries()) {
  const name = `${row}-${basename(photo).replace(/\.[^.]*$/, '')}`;
  const drawn = await drawAll(resolve(photo), name);
  for (const [column, picture] of [resolve(photo), ...drawn].entries())
    cells.push({ input: await cell(picture), left: GAP + column * (CELL + GAP), top: GAP + row * (CELL + GAP) });
  console.log(`${basename(photo)}: ${drawn.length} artworks`);
}
const columns = 1 + STYLE_KEYS.length * variations;
await sharp({
  create: {
    width: GAP + columns * (CELL + GAP),
    height: GAP + positionals.length * (CELL + GAP),
    channels: 3,
    background: GROUND,
  },
})
  .composite(cells)
  .png()
  .toFile(join(out, 'sheet.png'));
console.log(`${join(out, 'sheet.png')} is written`);
releaseSubjectFinder();
