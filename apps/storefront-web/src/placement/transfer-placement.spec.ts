import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { CHEST, DEFAULT_PLACEMENT } from './placement.js';
import { computePrintDetails } from './print-details.js';
import { transferPlacement } from './transfer-placement.js';

const tee = { printArea: PRINT_AREAS.tshirt, scaleSense: 'whole-artwork' as const };
const artworkOf = (aspect: number) => ({ aspect, detail: null, subjectBox: null, nameBox: null });

describe('transferPlacement', () => {
  it('keeps the place of the artwork before', () => {
    const former = { ...DEFAULT_PLACEMENT, ...CHEST, scale: 30 };
    expect(transferPlacement(tee, artworkOf(1), former)).toEqual(former);
  });

  it('prints all of an artwork that would be cut there', () => {
    const former = { ...DEFAULT_PLACEMENT, ...CHEST, scale: 30, y: 5 };
    expect(transferPlacement(tee, artworkOf(0.4), former)).toEqual(DEFAULT_PLACEMENT);
  });

  it('never cuts the animal or the name, whatever was before, also where 100 % is larger than the area', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(PRINT_AREAS)),
        fc.constantFrom('whole-artwork' as const, 'area-width' as const),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.record({
          x: fc.integer({ min: 0, max: 100 }),
          y: fc.integer({ min: 0, max: 100 }),
          scale: fc.integer({ min: 20, max: 200 }),
          rotation: fc.integer({ min: 0, max: 359 }),
        }),
        (printArea, scaleSense, aspect, former) => {
          const target = { printArea, scaleSense };
          const placement = transferPlacement(target, artworkOf(aspect), former);
          expect(computePrintDetails(target, artworkOf(aspect), placement).cutWarning).toBeNull();
        },
      ),
      { numRuns: 50 },
    );
  });
});
