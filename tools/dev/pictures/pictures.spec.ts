import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { renderModule } from './module.js';
import { fileOf, FOLDER, MODULE, PICTURES, type Picture } from './plan.js';

const ROOT = join(import.meta.dirname, '../../..');
const pathOf = ({ name }: Picture, width: number): string => join(FOLDER, fileOf(name, width));
const heightOf = async (picture: Picture): Promise<number> =>
  (await sharp(pathOf(picture, Math.max(...picture.widths))).metadata()).height;

/** Draws in a separate process, because the engine runs several times slower under Jest. */
function compare(names: string[]): Record<string, number> {
  const args = ['--conditions=@shop/source', '--import', 'tsx', 'tools/dev/pictures/compare.ts', ...names];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, number>;
}

describe('the pictures of the landing page', () => {
  it('match the plan, each in its widths', async () => {
    const planned = PICTURES.flatMap((picture) =>
      picture.widths.map((width) => ({ file: fileOf(picture.name, width), width })),
    );
    expect(readdirSync(FOLDER).sort()).toEqual(planned.map(({ file }) => file).sort());
    const widths = await Promise.all(
      planned.map(async ({ file }) => (await sharp(join(FOLDER, file)).metadata()).width),
    );
    expect(widths).toEqual(planned.map(({ width }) => width));
  });

  it('are listed in the module that npm run pictures writes', async () => {
    const heights = new Map(
      await Promise.all(PICTURES.map(async (picture) => [picture, await heightOf(picture)] as const)),
    );
    expect(readFileSync(MODULE, 'utf8')).toBe(renderModule(PICTURES, (picture) => heights.get(picture) ?? 0));
  });

  it('show what the engine draws of the photo now, also on the catalogue’s product', () => {
    const found = compare(['kitten-modern', 'tshirt']);
    // Another style differs by 40 and more, the codec by 1 or 2.
    const changed = Object.entries(found).filter(([, difference]) => difference > 4);
    expect(changed).toEqual([]);
    expect(Object.keys(found)).toHaveLength(2);
  }, 60_000);
});
