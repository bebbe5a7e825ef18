import { isDomainError } from '@shop/contracts-common';
import { assertPixelCount, chooseDecoding, chooseStoredSize, detectFormat, STORED_MAX_PIXELS } from './photo.rules.js';

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return isDomainError(error) ? `${error.kind}: ${error.message}` : 'other';
  }
  return 'fine';
};

describe('photo rules', () => {
  it('name another format', () => {
    const errorOf = (text: string): string => messageOf(() => detectFormat(Buffer.from(text, 'latin1')));
    expect(errorOf('GIF89a')).toBe('unsupported-media: This is a GIF picture. Please upload a PNG or JPEG.');
    expect(errorOf('<svg')).toBe('unsupported-media: Please upload a PNG or JPEG image.');
  });

  it.each([
    [8192, 6144],
    [12000, 9000],
    [16384, 3628],
    [16320, 12240],
  ])('accept the JPEG of a phone with %d × %d pixels', (width, height) => {
    expect(messageOf(() => assertPixelCount({ width, height }, 'jpeg', 'row by row'))).toBe('fine');
  });

  it('limit a JPEG to 200 megapixels, and what has to be in memory as a whole to 52', () => {
    const check = (pixels: number, format: 'jpeg' | 'png', isProgressive: boolean): string =>
      messageOf(() => assertPixelCount({ width: pixels, height: 1 }, format, chooseDecoding(format, isProgressive)));
    expect(check(200_000_000, 'jpeg', false)).toBe('fine');
    expect(check(200_000_001, 'jpeg', false)).toBe(
      'too-large: That photo is too large. Please use one with at most 200 megapixels.',
    );
    expect(check(52_000_000, 'jpeg', true)).toBe('fine');
    expect(check(52_000_001, 'jpeg', true)).toBe(
      'too-large: That progressive JPEG is too large. Please use one with at most 52 megapixels, or an ordinary JPEG with at most 200.',
    );
    expect([check(52_000_000, 'png', false), check(52_000_001, 'png', false).slice(0, 31)]).toEqual([
      'fine',
      'too-large: That PNG is too larg',
    ]);
  });

  it.each([
    [4032, 3024],
    [8192, 6144],
    [12000, 9000],
    [16384, 3628],
    [65_535, 3_000],
    [3_000, 65_535],
  ])('store %d × %d pixels in the same proportions with at most 40 megapixels', (width, height) => {
    const stored = chooseStoredSize({ width, height });
    expect(stored.width * stored.height).toBeLessThanOrEqual(STORED_MAX_PIXELS);
    expect(stored.width * stored.height).toBeGreaterThan(Math.min(width * height, STORED_MAX_PIXELS) * 0.99);
    expect(stored.width / stored.height / (width / height)).toBeCloseTo(1, 3);
  });
});
