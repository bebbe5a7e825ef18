import { PRINT_AREAS, getDefaultPrintArea, isGarment } from '@shop/contracts-catalog/kinds';
import { computeAreaCoverage, placeArtwork, type PrintArea } from '@shop/placement';
import { PLACEMENT_BOUNDS } from '@shop/contracts-order';
import fc from 'fast-check';
import { DEFAULT_PLACEMENT } from './placement.js';
import type { Artwork } from './print-details.js';
import { presetNames, presetPlacement, type PresetContext, type PresetName } from './presets.js';

const SMALL_AREA = getDefaultPrintArea('tshirt', 'S');

const placementOf = (name: PresetName, context: PresetContext) => ({
  ...DEFAULT_PLACEMENT,
  ...presetPlacement(name, context),
});
const toContext = (
  category: PresetContext['category'],
  printArea: PrintArea,
  artwork: Partial<Artwork> = {},
): PresetContext => ({
  category,
  target: { printArea, scaleSense: 'whole-artwork', continuesGround: !isGarment(category) },
  artwork: { aspect: 1, detail: null, isGroundContinued: true, ...artwork },
});
const tee = toContext('tshirt', PRINT_AREAS.tshirt);
const contexts = fc
  .record({
    aspect: fc.double({ min: 0.5, max: 2, noNaN: true }),
    product: fc.constantFrom<[PresetContext['category'], PrintArea]>(
      ['tshirt', PRINT_AREAS.tshirt],
      ['tshirt', SMALL_AREA],
      ['hoodie', PRINT_AREAS.hoodie],
      ['phone-case', PRINT_AREAS['phone-case']],
      ['pet-tag', PRINT_AREAS['pet-tag']],
    ),
  })
  .map(({ aspect, product: [category, printArea] }) => toContext(category, printArea, { aspect }));

describe('presets', () => {
  it('are three on a garment, two on other products and only Center on an unknown product', () => {
    expect(presetNames('hoodie', null)).toEqual(['Center', 'Left chest', 'Large']);
    expect(presetNames('pet-tag', null)).toEqual(['Center', 'Large']);
    expect(presetNames(undefined, null)).toEqual(['Center']);
  });

  it('offer to fill a case, not a tag, with an artwork whose ground can’t be continued', () => {
    const tag = toContext('pet-tag', PRINT_AREAS['pet-tag'], { isGroundContinued: false });
    expect(presetNames('pet-tag', tag)).toEqual(['Center', 'Large']);
    const continued = toContext('phone-case', PRINT_AREAS['phone-case']);
    const saved = toContext('phone-case', PRINT_AREAS['phone-case'], { isGroundContinued: false });
    expect(presetNames('phone-case', continued)).toEqual(['Center', 'Large']);
    expect(presetNames('phone-case', saved)).toEqual(['Center', 'Fill the case']);
    // 1830 px high instead of 879, at most 200 %.
    expect(placementOf('Fill the case', saved).scale).toBe(200);
    expect(placementOf('Fill the case', { ...saved, artwork: { ...saved.artwork, aspect: 0.6 } }).scale).toBe(125);
  });

  it('Center keeps scale and rotation', () => {
    expect(presetPlacement('Center', tee)).toEqual({ x: 50, y: 50 });
  });

  it('Left chest is about four inches wide on every garment, on the wearer’s left', () => {
    expect(placementOf('Left chest', tee)).toEqual({ x: 75, y: 15, scale: 25, rotation: 0 });
    expect(placementOf('Left chest', toContext('tshirt', SMALL_AREA)).scale).toBe(35);
    expect(placementOf('Left chest', toContext('hoodie', PRINT_AREAS.hoodie)).scale).toBe(35);
  });

  it('Large shows the whole artwork on a garment, and the animal and the name as large as fits elsewhere', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const { target, artwork } = context;
        const placed = placeArtwork(target.printArea, artwork.aspect, placementOf('Large', context), target.scaleSense);
        expect(computeAreaCoverage(target.printArea, placed).isWhole).toBe(true);
      }),
    );
    const subjectBox = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    expect(placementOf('Large', toContext('pet-tag', PRINT_AREAS['pet-tag'], { subjectBox })).scale).toBe(200);
    expect(placementOf('Large', toContext('tshirt', PRINT_AREAS.tshirt, { subjectBox })).scale).toBe(100);
  });

  it('use slider steps within the bounds', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        for (const name of presetNames(context.category, context)) {
          const placement = presetPlacement(name, context);
          const scale = placement.scale ?? PLACEMENT_BOUNDS.scale.default;
          expect(scale % PLACEMENT_BOUNDS.scale.step).toBe(0);
          expect(scale >= PLACEMENT_BOUNDS.scale.min && scale <= PLACEMENT_BOUNDS.scale.max).toBe(true);
        }
      }),
    );
  });
});
