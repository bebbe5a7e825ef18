import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { computeAreaCoverage, computeBoundingBox } from './area-coverage.js';
import { DEFAULT_PLACEMENT, placeArtwork } from './place-artwork.js';

const SQUARE = { widthPx: 1000, heightPx: 1000, shape: 'rectangle' as const };
const ROUND = { ...SQUARE, shape: 'round' as const };

describe('computeBoundingBox', () => {
  it('grows by the square root of two for a square rotated by 45 degrees', () => {
    const box = computeBoundingBox(
      placeArtwork(SQUARE, 1, { ...DEFAULT_PLACEMENT, scale: 50, rotation: 45 }, 'area-width'),
    );
    expect(box.rightPx - box.leftPx).toBeCloseTo(500 * Math.SQRT2, 6);
    expect(box.bottomPx - box.topPx).toBeCloseTo(500 * Math.SQRT2, 6);
  });
});

describe('computeAreaCoverage', () => {
  it('reports a quarter for a picture centred on a corner', () => {
    const coverage = computeAreaCoverage(
      SQUARE,
      placeArtwork(SQUARE, 1, { x: 0, y: 100, scale: 40, rotation: 0 }, 'area-width'),
    );
    expect(coverage.visibleShare).toBeCloseTo(0.25, 9);
    expect(coverage.coveredShare).toBeCloseTo(0.04, 9);
    expect(coverage).toMatchObject({ isWhole: false, isOutside: false });
  });

  it('loses the corners of a square on a round tag', () => {
    const coverage = computeAreaCoverage(ROUND, placeArtwork(ROUND, 1, DEFAULT_PLACEMENT, 'area-width'));
    expect(coverage.isWhole).toBe(false);
    expect(coverage.visibleShare).toBeCloseTo(Math.PI / 4, 2);
    expect(coverage.coveredShare).toBeCloseTo(1, 9);
  });

  it('reports a square inside the round tag as whole, and a small one in its corner as outside', () => {
    expect(
      computeAreaCoverage(ROUND, placeArtwork(ROUND, 1, { ...DEFAULT_PLACEMENT, scale: 70 }, 'area-width')).isWhole,
    ).toBe(true);
    expect(
      computeAreaCoverage(ROUND, placeArtwork(ROUND, 1, { x: 0, y: 0, scale: 20, rotation: 0 }, 'area-width')),
    ).toMatchObject({
      isOutside: true,
      visibleShare: 0,
      coveredShare: 0,
    });
  });

  it('gives the same printed area from the picture’s share and from the area’s share', () => {
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
          const coverage = computeAreaCoverage(area, placed);
          const outline = area.widthPx * area.heightPx * (area.shape === 'round' ? Math.PI / 4 : 1);
          const seenOfPicture = coverage.visibleShare * placed.widthPx * placed.heightPx;
          expect(Math.abs(seenOfPicture - coverage.coveredShare * outline) / outline).toBeLessThan(0.001);
          expect(coverage.visibleShare).toBeGreaterThanOrEqual(0);
          expect(coverage.visibleShare).toBeLessThanOrEqual(1);
          if (coverage.isWhole) expect(coverage.visibleShare).toBe(1);
          if (area.shape === 'rectangle') expect(coverage.isOutside).toBe(false);
        },
      ),
    );
  });
});
