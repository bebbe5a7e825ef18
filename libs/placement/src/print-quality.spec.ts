import fc from 'fast-check';
import { DEFAULT_PLACEMENT, placeArtwork } from './place-artwork.js';
import { PRINT_AREAS } from './print-areas.js';
import { effectiveDpi, printedSizeInches, printVerdict } from './print-quality.js';

describe('print quality', () => {
  it('is 68 dpi for 1024 pixels across a whole t-shirt', () => {
    const placed = placeArtwork(PRINT_AREAS.tshirt, 1, DEFAULT_PLACEMENT);
    expect(printedSizeInches(placed)).toEqual({ width: 15, height: 15 });
    expect(effectiveDpi(1024, placed)).toBeCloseTo(68.27, 2);
    expect(printVerdict(effectiveDpi(1024, placed))).toBe('poor');
  });

  it('doubles when the picture is printed half as wide', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9000 }), fc.double({ min: 20, max: 100, noNaN: true }), (artWidthPx, scale) => {
        const dpiAt = (percent: number) => effectiveDpi(artWidthPx, placeArtwork(PRINT_AREAS.hoodie, 1, { ...DEFAULT_PLACEMENT, scale: percent }));
        expect(dpiAt(scale)).toBeCloseTo(dpiAt(scale * 2) * 2, 6);
      }),
    );
  });

  it.each([
    [1200, 'excellent'],
    [300, 'excellent'],
    [299.9, 'very good'],
    [200, 'very good'],
    [199.9, 'good'],
    [150, 'good'],
    [149.9, 'soft'],
    [100, 'soft'],
    [99.9, 'poor'],
    [0, 'poor'],
  ])('calls %d dpi %s', (dpi, verdict) => {
    expect(printVerdict(dpi)).toBe(verdict);
  });

  it('refuses what is no density and no width', () => {
    expect(() => printVerdict(Number.NaN)).toThrow(RangeError);
    expect(() => printVerdict(-1)).toThrow(RangeError);
    expect(() => effectiveDpi(0, { widthPx: 10 })).toThrow(RangeError);
    expect(() => effectiveDpi(10, { widthPx: 0 })).toThrow(RangeError);
  });
});
