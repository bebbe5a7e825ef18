/**
 * `npm run art:sheet -- PHOTO… [--name NAME] [--prompt TEXT] [--variations N] [--out FOLDER]`: what the built-in engine makes of photos, as one PNG
 * and as a page (`sheet.png`, `index.html`) with every artwork beside it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import sharp, { type OverlayOptions } from 'sharp';
import { drawArtwork } from './engine.ts';
import { sheetPage, type SheetRow } from './sheet-page.ts';

const USAGE = 'npm run art:sheet -- PHOTO… [--name NAME] [--prompt TEXT] [--variations N] [--out FOLDER]';
/** Long side of a picture on the sheet, and the room around it, in pixels. */
const CELL = 420;
const GAP = 16;
const GROUND = '#ffffff';

interface Drawn {
  readonly style: StyleKey;
  readonly variation: number;
  readonly file: string;
  readonly png: Uint8Array;
}

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

async function drawAll(photo: string, name: string): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (const style of STYLE_KEYS) {
    for (let variation = 0; variation < variations; variation++) {
      const png = await drawArtwork({
        photo,
        styleKey: style,
        prompt: values.prompt,
        petName: values.name,
        seed: variation + 1,
      });
      drawn.push({ style, variation, png, file: `${name}-${style}-${variation + 1}.png` });
    }
  }
  return drawn;
}

const cell = (picture: Uint8Array | string): Promise<Buffer> =>
  sharp(picture).autoOrient().resize(CELL, CELL, { fit: 'contain', background: GROUND }).png().toBuffer();

const out = resolve(values.out);
await mkdir(out, { recursive: true });
const cells: OverlayOptions[] = [];
const rows: SheetRow[] = [];
for (const [row, photo] of positionals.entries()) {
  const name = `${row}-${basename(photo).replace(/\.[^.]*$/, '')}`;
  const drawn = await drawAll(resolve(photo), name);
  const pictures = [resolve(photo), ...drawn.map(({ png }) => png)];
  for (const [column, picture] of pictures.entries())
    cells.push({ input: await cell(picture), left: GAP + column * (CELL + GAP), top: GAP + row * (CELL + GAP) });
  for (const { file, png } of drawn) await writeFile(join(out, file), png);
  const copy = `${name}.jpg`;
  await sharp(resolve(photo))
    .autoOrient()
    .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
    .jpeg()
    .toFile(join(out, copy));
  rows.push({
    title: basename(photo),
    photo: copy,
    artworks: drawn.map(({ file, style, variation }) => ({ file, title: `${style} ${variation + 1}` })),
  });
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
await writeFile(join(out, 'index.html'), sheetPage(rows));
console.log(`${join(out, 'sheet.png')} and index.html are written`);
