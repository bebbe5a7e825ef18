import fc from 'fast-check';
import { computeAreaCoverage } from './area-coverage.js';
import { DEFAULT_PLACEMENT, placeArtwork } from './place-artwork.js';
import { PRINT_AREAS } from './print-areas.js';
import {
  computeDetailDensity,
  computeEffectiveDpi,
  isInSafeArea,
  findLargestSharpScale,
  computePrintedPartInches,
  computePrintedSizeInches,
  ratePhoto,
  ratePrintQuality,
  SHARP_DPI,
} from './print-quality.js';

describe('print quality', () => {
  it('is 68 dpi for 1024 pixels across a whole t-shirt', () => {
    const placed = placeArtwork(PRINT_AREAS.tshirt, 1, DEFAULT_PLACEMENT);
    expect(computePrintedSizeInches(placed)).toEqual({ width: 15, height: 15 });
    expect(computeEffectiveDpi(1024, placed)).toBeCloseTo(68.27, 2);
    expect(ratePrintQuality(computeEffectiveDpi(1024, placed))).toBe('soft');
  });

  it('doubles when the picture is printed half as wide', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 9000 }),
        fc.double({ min: 20, max: 100, noNaN: true }),
        (artWidthPx, scale) => {
          const dpiAt = (percent: number) =>
            computeEffectiveDpi(
              artWidthPx,
              placeArtwork(PRINT_AREAS.hoodie, 1, { ...DEFAULT_PLACEMENT, scale: percent }),
            );
          expect(dpiAt(scale)).toBeCloseTo(dpiAt(scale * 2) * 2, 6);
        },
      ),
    );
  });

  it.each([
    [1200, 'excellent'],
    [200, 'excellent'],
    [199.9, 'very good'],
    [130, 'very good'],
    [129.9, 'good'],
    [80, 'good'],
    [79.9, 'soft'],
    [40, 'soft'],
    [39.9, 'poor'],
    [0, 'poor'],
  ])('rates %d dpi as %s', (dpi, quality) => {
    expect(ratePrintQuality(dpi)).toBe(quality);
  });

  it('rejects a negative density, NaN and a width of zero', () => {
    expect(() => ratePrintQuality(Number.NaN)).toThrow(RangeError);
    expect(() => ratePrintQuality(-1)).toThrow(RangeError);
    expect(() => computeEffectiveDpi(0, { widthPx: 10 })).toThrow(RangeError);
    expect(() => computeEffectiveDpi(10, { widthPx: 0 })).toThrow(RangeError);
  });
});

describe('the detail of an artwork', () => {
  const onTee = (scale: number) => placeArtwork(PRINT_AREAS.tshirt, 1, { ...DEFAULT_PLACEMENT, scale });
  const rate = (widthPx: number, isFlat: boolean, scale: number) =>
    ratePrintQuality(computeDetailDensity({ widthPx, isFlat }, onTee(scale)));

  it('counts for each printed inch, except in flat shapes', () => {
    expect([rate(640, false, 100), rate(640, false, 50), rate(586, false, 100)]).toEqual(['soft', 'good', 'poor']);
    expect([rate(640, true, 200), rate(640, true, 20), rate(350, true, 100)]).toEqual([
      'excellent',
      'excellent',
      'very good',
    ]);
    expect(rate(160, true, 20)).toBe('soft');
  });

  it('is limited by the photo: the photo check and the print agree', () => {
    expect([469, 480, 4000].map((shortSidePx) => ratePhoto(shortSidePx, PRINT_AREAS.tshirt))).toEqual([
      'poor',
      'soft',
      'soft',
    ]);
    expect(ratePhoto(469, PRINT_AREAS.tshirt)).toBe(rate(1.25 * 469, false, 100));
  });
});

describe('findLargestSharpScale', () => {
  const STEPS = { min: 20, max: 200, step: 5 };

  it('returns a sharp step within the bounds, and the next step would be soft or only clip more', () => {
    const lengths = fc.integer({ min: 20, max: 9000 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(PRINT_AREAS)), lengths, lengths, (area, widthPx, heightPx) => {
        const dpiAt = (scale: number) =>
          computeEffectiveDpi(widthPx, placeArtwork(area, widthPx / heightPx, { ...DEFAULT_PLACEMENT, scale }));
        const scale = findLargestSharpScale(area, { widthPx, heightPx }, STEPS);
        if (scale === null) {
          expect(dpiAt(STEPS.min)).toBeLessThan(SHARP_DPI);
          return;
        }
        expect(dpiAt(scale)).toBeGreaterThan(SHARP_DPI - 1e-6);
        expect((scale - STEPS.min) % STEPS.step).toBe(0);
        expect(scale).toBeGreaterThanOrEqual(STEPS.min);
        expect(scale).toBeLessThanOrEqual(STEPS.max);
        const placed = placeArtwork(area, widthPx / heightPx, { ...DEFAULT_PLACEMENT, scale });
        const coversAll = placed.widthPx >= area.widthPx - 1e-6 && placed.heightPx >= area.heightPx - 1e-6;
        expect(scale === STEPS.max || coversAll || dpiAt(scale + STEPS.step) < SHARP_DPI).toBe(true);
      }),
    );
  });

  it('rejects lengths that are not above zero', () => {
    expect(() => findLargestSharpScale(PRINT_AREAS.tshirt, { widthPx: 0, heightPx: 10 }, STEPS)).toThrow(RangeError);
    expect(() => findLargestSharpScale(PRINT_AREAS.tshirt, { widthPx: 10, heightPx: Number.NaN }, STEPS)).toThrow(
      RangeError,
    );
  });
});

describe('isInSafeArea', () => {
  const tag = PRINT_AREAS['pet-tag'];
  const onTag = (scale: number) => placeArtwork(tag, 1, { ...DEFAULT_PLACEMENT, scale });

  it('requires a sixteenth of an inch to the cut of a round tag', () => {
    // The circle's inner square is 212 px wide, that of the safe circle 185.
    expect(isInSafeArea(tag, onTag(61))).toBe(true);
    expect(isInSafeArea(tag, onTag(63))).toBe(false);
  });

  it('accepts the whole area when nothing is cut', () => {
    expect(isInSafeArea(PRINT_AREAS.hoodie, placeArtwork(PRINT_AREAS.hoodie, 1, DEFAULT_PLACEMENT))).toBe(true);
    expect(isInSafeArea(PRINT_AREAS.hoodie, placeArtwork(PRINT_AREAS.hoodie, 1, { ...DEFAULT_PLACEMENT, x: 51 }))).toBe(
      false,
    );
  });

  it('rejects any picture on an area smaller than the cutting tolerance', () => {
    const speck = { widthPx: 30, heightPx: 30, shape: 'round' } as const;
    expect(isInSafeArea(speck, placeArtwork(speck, 1, { ...DEFAULT_PLACEMENT, scale: 20 }))).toBe(false);
  });
});

describe('computePrintedPartInches', () => {
  it('leaves out the clipped part', () => {
    const inches = (scale: number, x: number) =>
      computePrintedPartInches(
        PRINT_AREAS.tshirt,
        placeArtwork(PRINT_AREAS.tshirt, 1, { ...DEFAULT_PLACEMENT, scale, x }),
      );
    expect(inches(200, 50)).toEqual({ width: 15, height: 18 });
    expect(inches(100, 0)).toEqual({ width: 7.5, height: 15 });
  });

  it('equals the picture’s own size at any angle while nothing is clipped, and is never larger', () => {
    const designs = fc.record({
      x: fc.integer({ min: 0, max: 100 }),
      y: fc.integer({ min: 0, max: 100 }),
      scale: fc.integer({ min: 20, max: 200 }),
      rotation: fc.integer({ min: 0, max: 360 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(PRINT_AREAS)),
        designs,
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (area, design, aspect) => {
          const placed = placeArtwork(area, aspect, design);
          const whole = computePrintedSizeInches(placed);
          const part = computePrintedPartInches(area, placed);
          if (computeAreaCoverage(area, placed).isWhole && area.shape === 'rectangle') {
            expect(part.width).toBeCloseTo(whole.width, 6);
            expect(part.height).toBeCloseTo(whole.height, 6);
          }
          expect(part.width).toBeLessThanOrEqual(whole.width + 1e-6);
          expect(part.height).toBeLessThanOrEqual(whole.height + 1e-6);
        },
      ),
    );
  });
});
