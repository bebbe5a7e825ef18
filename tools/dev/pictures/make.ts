/**
 * `npm run pictures`: writes the pictures that `pictures.spec.ts` compares with the plan. `npm run pictures -- tshirt
 * hoodie` writes only these.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { draw } from './draw.ts';
import { renderModule } from './module.ts';
import { FOLDER, fileOf, MODULE, PICTURES, type Picture } from './plan.ts';

/** Above 50 the files grow without a visible difference on a screen of double density. */
const AVIF = { quality: 50, effort: 6 } as const;

const wanted = process.argv.slice(2);

mkdirSync(FOLDER, { recursive: true });
for (const picture of PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const whole = await draw(picture);
  for (const width of picture.widths) {
    const { size } = await whole
      .clone()
      .resize({ width })
      .avif(AVIF)
      .toFile(join(FOLDER, fileOf(picture.name, width)));
    console.log(`${fileOf(picture.name, width)}: ${size} bytes`);
  }
}

const planned = new Set(PICTURES.flatMap(({ name, widths }) => widths.map((width) => fileOf(name, width))));
for (const file of readdirSync(FOLDER).filter((name) => !planned.has(name))) rmSync(join(FOLDER, file));

const heightOf = async ({ name, widths }: Picture): Promise<number> =>
  (await sharp(join(FOLDER, fileOf(name, Math.max(...widths)))).metadata()).height;
const heights = new Map(
  await Promise.all(PICTURES.map(async (picture) => [picture, await heightOf(picture)] as const)),
);
writeFileSync(
  MODULE,
  renderModule(PICTURES, (picture) => heights.get(picture) ?? 0),
);
