import { hardenAlpha } from './prepare-for-print.js';

const SIDE = 60;

/** The alpha values of a picture, before and after. */
function harden(alphaAt: (x: number, y: number) => number): { before: number[]; after: number[] } {
  const pixels = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < SIDE * SIDE; i++) pixels[4 * i + 3] = alphaAt(i % SIDE, Math.floor(i / SIDE));
  const alphas = (): number[] => [...pixels.filter((_, at) => at % 4 === 3)];
  const before = alphas();
  hardenAlpha({ width: SIDE, height: SIDE, pixels });
  return { before, after: alphas() };
}

const halfOf = (alphas: readonly number[]): number => alphas.filter((alpha) => alpha > 0 && alpha < 255).length;

/** Opacity that falls over this many pixels around a circle. */
const disc =
  (softness: number) =>
  (x: number, y: number): number =>
    255 * Math.min(1, Math.max(0, 0.5 + (20 - Math.hypot(x - 29.7, y - 29.4)) / softness));

describe('hardenAlpha', () => {
  it('keeps the smooth outline of a hard shape', () => {
    const { before, after } = harden(disc(1));
    expect(after).toEqual(before);
  });

  it.each([5, 15, 40])('cuts a glow of %d px at half its opacity, with an outline of one pixel', (softness) => {
    const { after } = harden(disc(softness));
    const opaque = after.reduce((sum, alpha) => sum + alpha, 0) / 255;
    expect(opaque / (Math.PI * 20 ** 2)).toBeCloseTo(1, 1);
    // A circle crosses about eight pixels for each pixel of its radius.
    expect(halfOf(after)).toBeLessThan(8 * 20 * 1.2);
    expect(halfOf(after)).toBeGreaterThan(20);
  });

  it.each([
    [100, 0],
    [200, 255],
  ])('makes an even opacity of %d either invisible or opaque', (alpha, expected) => {
    expect(new Set(harden(() => alpha).after)).toEqual(new Set([expected]));
  });
});
