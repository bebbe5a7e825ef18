/**
 * `npm run art:colours [-- PICTURE…]`: without pictures, writes the table of printable colours that the art engine reads.
 * With pictures, prints for each the share of pixels that change visibly when its colours become ink and are read back.
 * Needs Debian's packages `argyll`, `icc-profiles-free` and `libvips-tools`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { colourDifference } from './colour-difference.ts';

const MEASURED_INKS = '/usr/share/color/icc/FOGRA39L.ti3';
const TABLE = join(import.meta.dirname, '../../../libs/art-engine/colours/fogra39.table');
const SIDE = 17;
/** Colours that change less stay as they are: the profile is not more precise. Above `all`, the whole change counts. */
const CHANGE = { none: 1.5, all: 3.5 };
const VISIBLE = 5;
const MEASURED_WIDTH_PX = 400;

const folder = mkdtempSync(join(tmpdir(), 'shop-colours-'));
const profile = join(folder, 'FOGRA39L.icc');
const colourAt = (pixels: Uint8Array, at: number): number[] => [...pixels.subarray(at, at + 3)];

function buildProfile(): void {
  copyFileSync(MEASURED_INKS, join(folder, 'FOGRA39L.ti3'));
  execFileSync('colprof', ['-qm', '-D', 'FOGRA39L', join(folder, 'FOGRA39L')]);
}

/** From sRGB to ink and back, with the nearest printable colours (relative colorimetric, black point compensated). */
async function printAndRead(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const [from, ink, to] = ['from.png', 'ink.tif', 'to.png'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(from);
  const transform = (input: string, output: string, target: string, source: string, depth: string): void =>
    void execFileSync('vips', [
      ...['icc_transform', input, output, target, '--input-profile', source, '--depth', depth],
      ...['--intent', 'relative', '--black-point-compensation'],
    ]);
  transform(from, ink, profile, 'srgb', '16');
  transform(ink, to, 'srgb', profile, '8');
  return sharp(to).removeAlpha().raw().toBuffer();
}

async function writeTable(): Promise<void> {
  const step = (index: number): number => Math.round((index * 255) / (SIDE - 1));
  const colours = Uint8Array.from({ length: SIDE ** 3 * 3 }, (_, at) =>
    step(Math.floor(at / 3 / SIDE ** (2 - (at % 3))) % SIDE),
  );
  const printed = await printAndRead(colours, SIDE * SIDE, SIDE);
  const table = Uint8Array.from(colours);
  for (let at = 0; at < table.length; at += 3) {
    const change = colourDifference(colourAt(colours, at), colourAt(printed, at));
    const t = Math.min(1, Math.max(0, (change - CHANGE.none) / (CHANGE.all - CHANGE.none)));
    for (let c = at; c < at + 3; c++)
      table[c] = Math.round(colours[c]! + (printed[c]! - colours[c]!) * t * t * (3 - 2 * t));
  }
  writeFileSync(TABLE, table);
  console.log(`${TABLE} is written`);
}

async function measure(path: string): Promise<void> {
  const { data, info } = await sharp(path)
    .resize({ width: MEASURED_WIDTH_PX })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const printed = await printAndRead(data, info.width, info.height);
  let changed = 0;
  for (let at = 0; at < data.length; at += 3)
    if (colourDifference(colourAt(data, at), colourAt(printed, at)) > VISIBLE) changed++;
  console.log(`${basename(path)}: ${((300 * changed) / data.length).toFixed(1)} % of the pixels change visibly`);
}

try {
  buildProfile();
  const pictures = process.argv.slice(2);
  if (pictures.length === 0) await writeTable();
  for (const picture of pictures) await measure(picture);
} finally {
  rmSync(folder, { recursive: true });
}
