import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { computeAreaCoverage } from './area-coverage.js';
import { DEFAULT_PLACEMENT, placeArtwork, type Point, type ScaleSense } from './place-artwork.js';
import { type PrintArea } from './print-areas.js';

const TEE: PrintArea = { widthPx: 4500, heightPx: 5400, shape: 'rectangle' };

const lengths = fc.integer({ min: 50, max: 6000 });
const areas: fc.Arbitrary<PrintArea> = fc.record({
  widthPx: lengths,
  heightPx: lengths,
  shape: fc.constantFrom('rectangle', 'round'),
});
const senses: fc.Arbitrary<ScaleSense> = fc.constantFrom('whole-artwork', 'area-width');
const aspects = fc.double({ min: 0.2, max: 5, noNaN: true });
const designs = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 0, max: 100, noNaN: true }),
  scale: fc.double({ min: 20, max: 200, noNaN: true }),
  rotation: fc.double({ min: 0, max: 360, noNaN: true }),
});
const distance = (a: Point, b: Point): number => Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx);

describe('placeArtwork', () => {
  it('places a square picture across the whole width, centred, by default', () => {
    expect(placeArtwork(TEE, 1, DEFAULT_PLACEMENT, 'whole-artwork')).toEqual({
      widthPx: 4500,
      heightPx: 4500,
      centreXPx: 2250,
      centreYPx: 2700,
      rotationDeg: 0,
      corners: [
        { xPx: 0, yPx: 450 },
        { xPx: 4500, yPx: 450 },
        { xPx: 4500, yPx: 4950 },
        { xPx: 0, yPx: 4950 },
      ],
    });
  });

  it('cuts nothing of any picture on any area by default, and leaves no room', () => {
    fc.assert(
      fc.property(areas, aspects, (area, aspect) => {
        const coverageAt = (scale: number) =>
          computeAreaCoverage(area, placeArtwork(area, aspect, { ...DEFAULT_PLACEMENT, scale }, 'whole-artwork'));
        expect(coverageAt(100)).toMatchObject({ isWhole: true, visibleShare: 1 });
        expect(coverageAt(101).isWhole).toBe(false);
      }),
    );
  });

  it('keeps the width of a line from before: scale 100 is as wide as the area, also where that cuts', () => {
    const { widthPx, heightPx } = placeArtwork(PRINT_AREAS['pet-tag'], 0.75, DEFAULT_PLACEMENT, 'area-width');
    expect([widthPx, heightPx]).toEqual([300, 400]);
  });

  it('rotates clockwise: after a quarter turn the top left corner is at the top right', () => {
    const { corners } = placeArtwork(
      { widthPx: 100, heightPx: 100, shape: 'rectangle' },
      2,
      { x: 50, y: 50, scale: 40, rotation: 90 },
      'whole-artwork',
    );
    expect(corners[0]).toEqual({ xPx: 60, yPx: 30 });
    expect(corners[1]).toEqual({ xPx: 60, yPx: 70 });
  });

  it('keeps the aspect ratio of the picture for any placement', () => {
    fc.assert(
      fc.property(areas, aspects, designs, senses, (area, aspect, design, sense) => {
        const { widthPx, heightPx, corners } = placeArtwork(area, aspect, design, sense);
        expect(widthPx / heightPx).toBeCloseTo(aspect, 6);
        expect(distance(corners[0], corners[1])).toBeCloseTo(widthPx, 4);
        expect(distance(corners[1], corners[2])).toBeCloseTo(heightPx, 4);
        expect(distance(corners[0], corners[2])).toBeCloseTo(distance(corners[1], corners[3]), 4);
      }),
    );
  });

  it('rotates about the centre: opposite corners are symmetric to it', () => {
    fc.assert(
      fc.property(areas, aspects, designs, senses, (area, aspect, design, sense) => {
        const { centreXPx, centreYPx, corners } = placeArtwork(area, aspect, design, sense);
        expect((corners[0].xPx + corners[2].xPx) / 2).toBeCloseTo(centreXPx, 4);
        expect((corners[1].yPx + corners[3].yPx) / 2).toBeCloseTo(centreYPx, 4);
        expect(centreXPx).toBeCloseTo((area.widthPx * design.x) / 100, 6);
      }),
    );
  });

  it('scales exactly: a mock-up of a tenth the size gives a tenth of each length', () => {
    fc.assert(
      fc.property(
        areas,
        aspects,
        designs,
        senses,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (area, aspect, design, sense, factor) => {
          const large = placeArtwork(area, aspect, design, sense);
          const small = placeArtwork(
            { ...area, widthPx: area.widthPx * factor, heightPx: area.heightPx * factor },
            aspect,
            design,
            sense,
          );
          expect(small.widthPx).toBeCloseTo(large.widthPx * factor, 6);
          expect(small.rotationDeg).toBe(large.rotationDeg);
          small.corners.forEach((corner, index) => {
            expect(corner.xPx).toBeCloseTo((large.corners[index]?.xPx ?? NaN) * factor, 4);
            expect(corner.yPx).toBeCloseTo((large.corners[index]?.yPx ?? NaN) * factor, 4);
          });
        },
      ),
    );
  });

  it.each([
    ['an area without width', { ...TEE, widthPx: 0 }, 1, DEFAULT_PLACEMENT],
    ['an area without height', { ...TEE, heightPx: -1 }, 1, DEFAULT_PLACEMENT],
    ['a picture without aspect', TEE, Number.NaN, DEFAULT_PLACEMENT],
    ['a scale of nothing', TEE, 1, { ...DEFAULT_PLACEMENT, scale: 0 }],
    ['a place that is no number', TEE, 1, { ...DEFAULT_PLACEMENT, x: Number.NaN }],
    ['an endless rotation', TEE, 1, { ...DEFAULT_PLACEMENT, rotation: Number.POSITIVE_INFINITY }],
  ])('rejects %s', (_, area, aspect, design) => {
    expect(() => placeArtwork(area, aspect, design, 'whole-artwork')).toThrow(RangeError);
  });
});
