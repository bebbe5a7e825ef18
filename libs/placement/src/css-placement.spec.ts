import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { cssPlacement, cssPrintArea } from './css-placement.js';
import { placeArtwork, type ScaleSense } from './place-artwork.js';

const parsePercent = (css: string): number => Number(css.replace('%', ''));

describe('cssPlacement', () => {
  it('returns a box in percent of the area, rotated about its centre', () => {
    expect(cssPlacement(PRINT_AREAS.tshirt, 1, { x: 25, y: 50, scale: 50, rotation: 15 }, 'whole-artwork')).toEqual({
      position: 'absolute',
      left: '0%',
      top: '29.166667%',
      width: '50%',
      height: '41.666667%',
      transform: 'rotate(15deg)',
      transformOrigin: '50% 50%',
    });
  });

  it('shows on a screen of any width what the print file contains, to a hundredth of a pixel', () => {
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
        fc.integer({ min: 40, max: 2000 }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        fc.constantFrom<ScaleSense>('whole-artwork', 'area-width'),
        (area, design, screenPx, aspect, sense) => {
          const css = cssPlacement(area, aspect, design, sense);
          const screen = { ...area, widthPx: screenPx, heightPx: (screenPx * area.heightPx) / area.widthPx };
          const placed = placeArtwork(screen, aspect, design, sense);
          expect((parsePercent(css.left) / 100) * screen.widthPx).toBeCloseTo(placed.centreXPx - placed.widthPx / 2, 2);
          expect((parsePercent(css.top) / 100) * screen.heightPx).toBeCloseTo(
            placed.centreYPx - placed.heightPx / 2,
            2,
          );
          expect((parsePercent(css.width) / 100) * screen.widthPx).toBeCloseTo(placed.widthPx, 2);
          expect((parsePercent(css.height) / 100) * screen.heightPx).toBeCloseTo(placed.heightPx, 2);
        },
      ),
    );
  });
});

describe('cssPrintArea', () => {
  it('returns a clipping box in percent of the picture', () => {
    expect(cssPrintArea({ x: 0.3, y: 0.25, width: 0.4, height: 0.48 })).toEqual({
      position: 'absolute',
      left: '30%',
      top: '25%',
      width: '40%',
      height: '48%',
      overflow: 'hidden',
      borderRadius: '0',
    });
  });

  it('rounds the corners of a round area', () => {
    expect(cssPrintArea({ x: 0, y: 0, width: 1, height: 1 }, 'round').borderRadius).toBe('50%');
  });
});
