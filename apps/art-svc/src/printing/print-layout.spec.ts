import { PRINT_AREAS, getDefaultPrintArea } from '@shop/contracts-catalog/kinds';
import {
  computeAreaCoverage,
  cssPlacement,
  DEFAULT_PLACEMENT,
  placeArtwork,
  type ScaleSense,
  toGroundPlacement,
} from '@shop/placement';
import { CUTS } from '@shop/product-pictures';
import fc from 'fast-check';
import { computePrintLayout } from './print-layout.js';

const SMALL_AREA = getDefaultPrintArea('tshirt', 'S');

const AREAS = [...Object.values(CUTS).map(({ printArea }) => printArea), ...Object.values(PRINT_AREAS), SMALL_AREA];
/** From a panorama to a phone's portrait; the built-in engine's are between 1.25 and 12/14. */
const artworks = fc.record({
  widthPx: fc.integer({ min: 400, max: 2000 }),
  heightPx: fc.integer({ min: 400, max: 2000 }),
});
const designs = fc.record({
  x: fc.integer({ min: 0, max: 100 }),
  y: fc.integer({ min: 0, max: 100 }),
  scale: fc.integer({ min: 4, max: 40 }).map((steps) => steps * 5),
  rotation: fc.integer({ min: 0, max: 360 }),
});
const senses = fc.constantFrom<ScaleSense>('whole-artwork', 'area-width');

const toPixels = (percent: string, lengthPx: number): number => (Number(percent.replace('%', '')) / 100) * lengthPx;

describe('computePrintLayout', () => {
  it('prints artwork and ground where the preview shows them, on every product, at every scale', () => {
    fc.assert(
      fc.property(fc.constantFrom(...AREAS), artworks, designs, senses, (area, artwork, design, sense) => {
        const { onArea, onCanvas, groundOnArea, bleedPx } = computePrintLayout(area, artwork, design, sense);
        for (const [place, placement] of [
          [onArea, design],
          [groundOnArea, toGroundPlacement(design)],
        ] as const) {
          const css = cssPlacement(area, artwork.widthPx / artwork.heightPx, placement, sense);
          expect(place.centreXPx - place.widthPx / 2).toBeCloseTo(toPixels(css.left, area.widthPx), 2);
          expect(place.centreYPx - place.heightPx / 2).toBeCloseTo(toPixels(css.top, area.heightPx), 2);
          expect(place.widthPx).toBeCloseTo(toPixels(css.width, area.widthPx), 2);
          expect(place.heightPx).toBeCloseTo(toPixels(css.height, area.heightPx), 2);
          expect(css.transform).toBe(`rotate(${place.rotationDeg}deg)`);
        }
        expect(onCanvas.centreXPx - onArea.centreXPx).toBeCloseTo(bleedPx, 6);
      }),
    );
  });

  it('cuts nothing of any artwork on any product by default', () => {
    fc.assert(
      fc.property(fc.constantFrom(...AREAS), artworks, (area, { widthPx, heightPx }) => {
        const placed = placeArtwork(area, widthPx / heightPx, DEFAULT_PLACEMENT, 'whole-artwork');
        expect(computeAreaCoverage(area, placed)).toMatchObject({ isWhole: true, visibleShare: 1 });
      }),
    );
  });
});
