import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { computeAreaCoverage } from './area-coverage.js';
import { DEFAULT_PLACEMENT, type DesignPlacement, placeArtwork } from './place-artwork.js';
import {
  isInSafeArea,
  findLargestSharpPlacement,
  fillArea,
  fitParts,
  fitWhole,
  computePrintedPartInches,
} from './fit-placement.js';
import {
  computeDetailDensity,
  computeEffectiveDpi,
  computePrintedSizeInches,
  ratePhoto,
  ratePrintQuality,
  SHARP_DPI,
} from './print-quality.js';

describe('print quality', () => {
  it('is 68 dpi for 1024 pixels across a whole t-shirt', () => {
    const placed = placeArtwork(PRINT_AREAS.tshirt, 1, DEFAULT_PLACEMENT, 'area-width');
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
              placeArtwork(PRINT_AREAS.hoodie, 1, { ...DEFAULT_PLACEMENT, scale: percent }, 'area-width'),
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
  const onTee = (scale: number) => placeArtwork(PRINT_AREAS.tshirt, 1, { ...DEFAULT_PLACEMENT, scale }, 'area-width');
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

describe('findLargestSharpPlacement', () => {
  const STEPS = { min: 20, max: 200, step: 5 };
  const designs = fc.record({
    x: fc.integer({ min: 0, max: 100 }),
    y: fc.integer({ min: 0, max: 100 }),
    scale: fc.constant(100),
    rotation: fc.integer({ min: 0, max: 360 }),
  });

  it('prints sharp and cuts nothing, and the next step would be soft or cut', () => {
    const lengths = fc.integer({ min: 20, max: 9000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(PRINT_AREAS)),
        lengths,
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        designs,
        (area, widthPx, aspect, design) => {
          const context = { area, aspect, sense: 'whole-artwork', steps: STEPS } as const;
          const place = (placement: DesignPlacement) => placeArtwork(area, aspect, placement, 'whole-artwork');
          const sharpest = findLargestSharpPlacement(context, widthPx, design);
          if (sharpest === null) {
            expect(computeEffectiveDpi(widthPx, place({ ...design, scale: STEPS.min }))).toBeLessThan(SHARP_DPI);
            return;
          }
          const next = place({ ...sharpest, scale: sharpest.scale + STEPS.step });
          expect(computeEffectiveDpi(widthPx, place(sharpest))).toBeGreaterThan(SHARP_DPI - 1e-3);
          expect(computeAreaCoverage(area, place(sharpest)).isWhole).toBe(true);
          expect((sharpest.scale - STEPS.min) % STEPS.step).toBe(0);
          expect(
            sharpest.scale === STEPS.max ||
              computeEffectiveDpi(widthPx, next) < SHARP_DPI ||
              !computeAreaCoverage(area, next).isWhole,
          ).toBe(true);
        },
      ),
    );
  });

  it('keeps a position where the picture fits, and moves it to the centre where it can’t', () => {
    const context = { area: PRINT_AREAS.tshirt, aspect: 1, sense: 'whole-artwork', steps: STEPS } as const;
    expect(findLargestSharpPlacement(context, 9000, { x: 75, y: 25, scale: 100, rotation: 0 })).toEqual({
      x: 75,
      y: 25,
      scale: 50,
      rotation: 0,
    });
    expect(findLargestSharpPlacement(context, 9000, { x: 100, y: 0, scale: 100, rotation: 0 })).toEqual(
      DEFAULT_PLACEMENT,
    );
  });
});

describe('fitParts and fillArea', () => {
  const onCase = { area: PRINT_AREAS['phone-case'], aspect: 6 / 7, sense: 'whole-artwork' } as const;
  const context = { ...onCase, steps: { min: 20, max: 200, step: 5 } };

  it('are the largest step that keeps the animal, and the first that leaves no room', () => {
    const parts = { subjectBox: { x: 0.1, y: 0.1, width: 0.8, height: 0.9 }, nameBox: null };
    expect(fitParts(context, parts)).toEqual({ ...DEFAULT_PLACEMENT, scale: 125 });
    expect(fitParts(context, { subjectBox: null, nameBox: null })).toEqual(DEFAULT_PLACEMENT);
    // 1830 px high instead of 1025.5.
    expect(fillArea(context)).toEqual({ ...DEFAULT_PLACEMENT, scale: 180 });
    expect(fillArea({ ...context, aspect: 2 }).scale).toBe(200);
  });
});

describe('fitWhole', () => {
  it('centres the picture at the largest step that cuts nothing, with its rotation', () => {
    const context = {
      area: { widthPx: 315, heightPx: 165, shape: 'rectangle' },
      aspect: 1,
      sense: 'whole-artwork',
      steps: { min: 20, max: 200, step: 5 },
    } as const;
    expect(fitWhole(context, { x: 0, y: 100, scale: 200, rotation: 0 })).toEqual(DEFAULT_PLACEMENT);
    // A square turned by 45 degrees is 1.41 times as high.
    expect(fitWhole(context, { x: 0, y: 100, scale: 200, rotation: 45 })).toEqual({
      ...DEFAULT_PLACEMENT,
      scale: 70,
      rotation: 45,
    });
  });
});

describe('isInSafeArea', () => {
  const tag = PRINT_AREAS['pet-tag'];
  const onTag = (scale: number) => placeArtwork(tag, 1, { ...DEFAULT_PLACEMENT, scale }, 'area-width');

  it('requires a sixteenth of an inch to the cut of a round tag', () => {
    // The circle's inner square is 212 px wide, that of the safe circle 185.
    expect(isInSafeArea(tag, onTag(61))).toBe(true);
    expect(isInSafeArea(tag, onTag(63))).toBe(false);
  });

  it('accepts the whole area when nothing is cut', () => {
    expect(isInSafeArea(PRINT_AREAS.hoodie, placeArtwork(PRINT_AREAS.hoodie, 1, DEFAULT_PLACEMENT, 'area-width'))).toBe(
      true,
    );
    expect(
      isInSafeArea(
        PRINT_AREAS.hoodie,
        placeArtwork(PRINT_AREAS.hoodie, 1, { ...DEFAULT_PLACEMENT, x: 51 }, 'area-width'),
      ),
    ).toBe(false);
  });

  it('rejects any picture on an area smaller than the cutting tolerance', () => {
    const speck = { widthPx: 30, heightPx: 30, shape: 'round' } as const;
    expect(isInSafeArea(speck, placeArtwork(speck, 1, { ...DEFAULT_PLACEMENT, scale: 20 }, 'area-width'))).toBe(false);
  });
});

describe('computePrintedPartInches', () => {
  it('leaves out the clipped part', () => {
    const inches = (scale: number, x: number) =>
      computePrintedPartInches(
        PRINT_AREAS.tshirt,
        placeArtwork(PRINT_AREAS.tshirt, 1, { ...DEFAULT_PLACEMENT, scale, x }, 'area-width'),
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
          const placed = placeArtwork(area, aspect, design, 'area-width');
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
