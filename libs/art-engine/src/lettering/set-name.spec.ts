import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import sharp from 'sharp';
import { prepareName, setName, type Lettering } from './set-name.js';

// One test reads all fonts, in a process of its own.
jest.setTimeout(120_000);

const setting = { face: 'archivo', maxWidth: 400, maxHeight: 80, tracking: 0.04 } as const;

const draw = async (name: string): Promise<Lettering | null> => setName(await prepareName(name), setting);

/** Share of dark pixels, and whether any is on the border (then something was cut off). */
async function ink(name: string): Promise<{ share: number; touchesBorder: boolean }> {
  const { path, width, height } = (await draw(name))!;
  const [w, h] = [Math.ceil(width) + 8, Math.ceil(height) + 8];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#fff"/><path transform="translate(4 4)" d="${path}"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((i) => data[i]! < 128);
  return {
    share: dark.length / data.length,
    touchesBorder: dark.some((i) => i < w || i >= w * (h - 1) || i % w === 0 || i % w === w - 1),
  };
}

const countStrokes = (lettering: Lettering | null): number => lettering?.path.match(/[MLQCZ]/g)?.length ?? 0;

describe('setName', () => {
  it.each([
    'Biscuit',
    'Бублик',
    'Κανέλα',
    'בן דב',
    'مشمش',
    'मोती',
    '小白',
    '龍貓',
    'ポチ',
    'さくら桜',
    '초코',
    'น้ำตาล',
    'თეთრა',
    'கருப்பன்',
  ])('sets %s as outlines within its box', async (name) => {
    const lettering = (await draw(name))!;
    expect(lettering.width).toBeLessThanOrEqual(400.01);
    expect(lettering.height).toBeLessThanOrEqual(80.01);
    const { share, touchesBorder } = await ink(name);
    expect(share).toBeGreaterThan(0.1);
    expect(touchesBorder).toBe(false);
  });

  it('makes a long name smaller and does not cut it', async () => {
    const { width, height } = (await draw('Bartholomew Maximilian von Schnurrenstein'))!;
    expect(width).toBeCloseTo(400, 1);
    expect(height).toBeLessThan(30);
  });

  it('leaves out characters that no font has', async () => {
    expect(await draw('🐶 Max')).toEqual(await draw('Max'));
    for (const nothing of ['🐶', 'አቢ', '', '   ', '\u200b']) expect(await draw(nothing)).toBeNull();
  });

  it('starts a right-to-left name on the right', async () => {
    expect((await draw('בן דב'))!.path.startsWith((await draw('דב'))!.path)).toBe(true);
    expect((await draw('Ben Dov'))!.path.startsWith((await draw('Dov'))!.path)).toBe(false);
  });

  it('joins Arabic letters', async () => {
    expect(countStrokes(await draw('III'))).toBe(3 * countStrokes(await draw('I')));
    expect(countStrokes(await draw('ببب'))).not.toBe(3 * countStrokes(await draw('ب')));
  });

  it('draws a Chinese character in the form of the language that the rest of the name shows', async () => {
    const draw骨 = async (rest: string): Promise<string | undefined> =>
      setName({ ...(await prepareName(`骨${rest}`)), text: '骨' }, setting)?.path;
    const [alone, japanese, korean] = [await draw骨(''), await draw骨('の'), await draw骨('초')];
    expect([japanese === alone, korean === alone]).toEqual([false, false]);
    expect(await draw骨('白')).toBe(alone);
  });

  it('merges the strokes of a Chinese character to one outline', async () => {
    // 王 is one piece without holes, drawn with four overlapping strokes.
    const { path } = (await draw('王'))!;
    expect(path.match(/[Mm]/g)).toHaveLength(1);
  });

  it('puts the ring of Thai SARA AM below the tone mark', async () => {
    expect(await draw('น้ำ')).toEqual(await draw('น\u0e4d\u0e49\u0e32'));
  });

  it('keeps Thai marks at their letter whatever the space between letters', async () => {
    const prepared = await prepareName('ที่');
    expect(setName(prepared, { ...setting, tracking: 0.3 })).toEqual(setName(prepared, setting));
  });
});

describe('the table of printable characters', () => {
  it('is what the fonts have', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@shop/source', '--import', 'tsx', 'tools/dev/art/printable-characters.ts', '--check'],
      { cwd: join(import.meta.dirname, '../../../..') },
    );
    expect(stdout).toBe('The table is up to date\n');
  });

  it.each([
    'Ǆǆǰŉßﬀ',
    'ΐΰᾳἀ',
    'ٹہےگپچ',
    'ЁѢҐӘ',
    'ְּשׁ',
    'ऍॐक़',
    'ぁゔヶㇰ',
    '뷁힣ㅋ',
    'ฤๅ๙',
    'ჲჸ',
    'ஸஹௌ',
    '0189',
    '&!?#@•–’“”',
  ])('lists characters that are printed in capitals: %s', async (characters) => {
    for (const character of characters) {
      const lettering = await draw(character);
      expect([character, lettering !== null]).toEqual([character, getPrintableName(character) !== '']);
    }
  });
});
