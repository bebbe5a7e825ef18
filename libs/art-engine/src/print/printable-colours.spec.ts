import { rgb, toOklab } from '../kernels/colour.js';
import { makePrintable } from './prepare-for-print.js';

function printed(colour: string): number[] {
  const pixel = Uint8Array.from(rgb(colour));
  makePrintable(pixel, 3);
  return [...pixel];
}

const chroma = (colour: readonly number[]): number => {
  const [, a, b] = toOklab(colour as [number, number, number]);
  return Math.hypot(a, b);
};

describe('makePrintable', () => {
  it.each(['#000000', '#ffffff', '#808080', '#2a9d8f', '#8a3b1e', '#e2a184'])(
    'keeps what inks can mix: %s',
    (colour) => {
      expect(printed(colour)).toEqual([...rgb(colour)]);
    },
  );

  it.each(['#ff2bd6', '#16e0ff', '#00ff00', '#0000ff'])('makes neon duller, once: %s', (colour) => {
    const once = printed(colour);
    expect(chroma(once)).toBeLessThan(0.85 * chroma(rgb(colour)));
    const twice = Uint8Array.from(once);
    makePrintable(twice, 3);
    for (const [c, value] of twice.entries()) expect(Math.abs(value - once[c]!)).toBeLessThanOrEqual(8);
  });

  it('keeps the alpha and the pixels outside of the given part', () => {
    const pixels = Uint8Array.from([255, 43, 214, 7, 255, 43, 214, 9]);
    makePrintable(pixels, 4, 4);
    expect([...pixels.subarray(0, 4), pixels[7]]).toEqual([255, 43, 214, 7, 9]);
    expect(pixels[4]).toBeLessThan(255);
  });
});
