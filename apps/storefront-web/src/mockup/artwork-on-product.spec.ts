import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { placeArtwork, type DesignPlacement } from '@shop/placement';
import fc from 'fast-check';
import { movingTransform } from './artwork-on-product.js';

const designs = fc.record({
  x: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  y: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  scale: fc.integer({ min: 200, max: 2000 }).map((tenths) => tenths / 10),
  rotation: fc.integer({ min: 0, max: 3600 }).map((tenths) => tenths / 10),
});

/** Applies the transform as a browser does: the resting box is scaled and rotated about its centre, then moved. */
function browserCorners(rest: ReturnType<typeof placeArtwork>, transform: string) {
  const [across = 0, down = 0, degrees = 0, factor = 1] = [...transform.matchAll(/-?[\d.]+/g)].map(([number]) =>
    Number(number),
  );
  const angle = (degrees * Math.PI) / 180;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([side = 0, end = 0]) => {
    const dx = ((side * rest.widthPx) / 2) * factor;
    const dy = ((end * rest.heightPx) / 2) * factor;
    return {
      xPx: rest.centreXPx + (across / 100) * rest.widthPx + dx * Math.cos(angle) - dy * Math.sin(angle),
      yPx: rest.centreYPx + (down / 100) * rest.heightPx + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  });
}

describe('movingTransform', () => {
  it('matches placeArtwork to half a pixel on a screen 2000 px wide', () => {
    const aspects = fc.double({ min: 0.3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(PRINT_AREAS)),
        aspects,
        designs,
        designs,
        (area, aspect, from, to) => {
          const screen = { ...area, widthPx: 2000, heightPx: (2000 * area.heightPx) / area.widthPx };
          const actual = browserCorners(
            placeArtwork(screen, aspect, from, 'whole-artwork'),
            movingTransform(area, aspect, [from, to], 'whole-artwork'),
          );
          placeArtwork(screen, aspect, to, 'whole-artwork').corners.forEach((corner, index) => {
            expect(Math.abs((actual[index]?.xPx ?? Number.NaN) - corner.xPx)).toBeLessThan(0.5);
            expect(Math.abs((actual[index]?.yPx ?? Number.NaN) - corner.yPx)).toBeLessThan(0.5);
          });
        },
      ),
    );
  });

  it('moves nothing for an unchanged placement', () => {
    const placement: DesignPlacement = { x: 20, y: 30, scale: 70, rotation: 45 };
    expect(movingTransform(PRINT_AREAS.tshirt, 1.25, [placement, placement], 'whole-artwork')).toBe(
      'translate(0%, 0%) rotate(45deg) scale(1)',
    );
  });
});
