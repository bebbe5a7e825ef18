import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { sheetPage } from './sheet-page.ts';

const ROOT = join(import.meta.dirname, '../..');

jest.setTimeout(120_000);

describe('the contact sheet', () => {
  it('finds pictures whatever their photos are called', () => {
    const name = '0-what? 50% #1 "Rex" & co.jpg';
    const page = sheetPage([
      { title: name, photo: name, artworks: [{ file: `${name}-modern-1.png`, title: 'modern 1' }] },
    ]);
    const sources = [...page.matchAll(/src="([^"]*)"/g)].map(([, src = '']) =>
      decodeURIComponent(new URL(src, 'file:///sheet/').pathname),
    );
    expect(sources).toEqual([`/sheet/${name}`, `/sheet/${name}-modern-1.png`]);
    expect(page).toContain('0-what? 50% #1 &#34;Rex&#34; &#38; co.jpg');
  });

  it('is drawn of photos: one picture of all, a page, and each artwork', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-sheet-'));
    const photo = join(folder, 'pet #1.jpg');
    await sharp(join(ROOT, 'tools/pictures/photos/kitten.jpg')).resize(160).toFile(photo);
    const out = join(folder, 'out');
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, ...args] = scripts['art:sheet']!.split(' ');
    await promisify(execFile)(process.execPath, [...args, photo, '--name', 'Rex', '--variations', '1', '--out', out], {
      cwd: ROOT,
    });
    const files = (await readdir(out)).sort();
    const artworks = ['abstract', 'cyberpunk', 'minimalistic', 'modern'].map((style) => `0-pet #1-${style}-1.png`);
    expect(files).toEqual([...artworks, '0-pet #1.jpg', 'index.html', 'sheet.png'].sort());
    expect(await sharp(join(out, 'sheet.png')).metadata()).toMatchObject({ width: 16 + 5 * 436, height: 16 + 436 });
    for (const [, src = ''] of (await readFile(join(out, 'index.html'), 'utf8')).matchAll(/src="([^"]*)"/g))
      expect(existsSync(new URL(src, `file://${out}/`))).toBe(true);
    await rm(folder, { recursive: true });
  });
});
