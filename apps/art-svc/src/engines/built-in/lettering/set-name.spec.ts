import sharp from 'sharp';
import { setName } from './set-name.js';

const setting = { face: 'archivo', maxWidth: 400, maxHeight: 80, tracking: 0.04 } as const;

/** Share of dark pixels, and whether any is on the border (then something was cut off). */
async function ink(name: string): Promise<{ share: number; touchesBorder: boolean }> {
  const { path, width, height } = setName(name, setting)!;
  const [w, h] = [Math.ceil(width) + 8, Math.ceil(height) + 8];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#fff"/><path transform="translate(4 4)" d="${path}"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((i) => data[i]! < 128);
  return {
    share: dark.length / data.length,
    touchesBorder: dark.some((i) => i < w || i >= w * (h - 1) || i % w === 0 || i % w === w - 1),
  };
}

describe('setName', () => {
  it.each(['sets %s as outlines within its box'])('sets %s as outlines within its box', async (name) => {
    const lettering = setName(name, setting)!;
    expect(lettering.width).toBeLessThanOrEqual(400.01);
    expect(lettering.height).toBeLessThanOrEqual(80.01);
    const { share, touchesBorder } = await ink(name);
    expect(share).toBeGreaterThan(0.1);
    expect(touchesBorder).toBe(false);
  });

  it('makes a long name smaller and does not cut it', () => {
    const { width, height } = setName('Bartholomew Maximilian von Schnurrenstein', setting)!;
    expect(width).toBeCloseTo(400, 1);
    expect(height).toBeLessThan(30);
  });

  it('leaves out letters that no font has', () => {
    expect(setName('🐶 Max', setting)).toEqual(setName('Max', setting));
    for (const nothing of ['🐶', '猫', '', '   ', '\u200b']) expect(setName(nothing, setting)).toBeNull();
  });

  it('starts a right-to-left name on the right', () => {
    expect(setName('בן דב', setting)!.path.startsWith(setName('דב', setting)!.path)).toBe(true);
    expect(setName('Ben Dov', setting)!.path.startsWith(setName('Dov', setting)!.path)).toBe(false);
  });

  it('joins Arabic letters', () => {
    const strokes = (name: string): number => setName(name, setting)!.path.match(/[MLQCZ]/g)!.length;
    expect(strokes('III')).toBe(3 * strokes('I'));
    expect(strokes('ببب')).not.toBe(3 * strokes('ب'));
  });
});
