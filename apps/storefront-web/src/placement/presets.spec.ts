import { computeAreaCoverage, placeArtwork, PRINT_AREAS, SMALL_TSHIRT_PRINT_AREA } from '@shop/placement';
import { PLACEMENT_BOUNDS } from '@shop/contracts/order';
import fc from 'fast-check';
import { DEFAULT_PLACEMENT } from './placement.js';
import { presetNames, presetPlacement, type PresetContext, type PresetName } from './presets.js';

const placementOf = (name: PresetName, context: PresetContext) => ({
  ...DEFAULT_PLACEMENT,
  ...presetPlacement(name, context),
});
const tee = { category: 'tshirt', printArea: PRINT_AREAS.tshirt, aspect: 1 } as const;
const contexts = fc.record({
  aspect: fc.double({ min: 0.5, max: 2, noNaN: true }),
  context: fc.constantFrom<Omit<PresetContext, 'aspect'>>(
    { category: 'tshirt', printArea: PRINT_AREAS.tshirt },
    { category: 'tshirt', printArea: SMALL_TSHIRT_PRINT_AREA },
    { category: 'hoodie', printArea: PRINT_AREAS.hoodie },
    { category: 'phone-case', printArea: PRINT_AREAS['phone-case'] },
    { category: 'pet-tag', printArea: PRINT_AREAS['pet-tag'] },
  ),
});

describe('presets', () => {
  it('are three on a garment, two on other products and only Centre on an unknown product', () => {
    expect(presetNames('hoodie')).toEqual(['Centre', 'Left chest', 'Large']);
    expect(presetNames('pet-tag')).toEqual(['Centre', 'Large']);
    expect(presetNames(undefined)).toEqual(['Centre']);
  });

  it('Centre keeps scale and rotation', () => {
    expect(presetPlacement('Centre', tee)).toEqual({ x: 50, y: 50 });
  });

  it('Left chest is about four inches wide on every garment, on the wearer’s left', () => {
    expect(placementOf('Left chest', tee)).toEqual({ x: 75, y: 15, scale: 25, rotation: 0 });
    expect(placementOf('Left chest', { ...tee, printArea: SMALL_TSHIRT_PRINT_AREA }).scale).toBe(35);
    expect(placementOf('Left chest', { ...tee, category: 'hoodie', printArea: PRINT_AREAS.hoodie }).scale).toBe(35);
  });

  it('Large shows the whole artwork on a garment and covers other products', () => {
    fc.assert(
      fc.property(contexts, ({ aspect, context }) => {
        const placement = placementOf('Large', { ...context, aspect });
        const { widthPx, heightPx, shape } = context.printArea;
        const coverage = computeAreaCoverage(
          { widthPx, heightPx, shape },
          placeArtwork(context.printArea, aspect, placement),
        );
        const isGarment = context.category === 'tshirt' || context.category === 'hoodie';
        if (isGarment) expect(coverage.isWhole).toBe(true);
        else expect(coverage.coveredShare > 1 - 1e-6 || placement.scale === PLACEMENT_BOUNDS.scale.max).toBe(true);
      }),
    );
  });

  it('use slider steps within the bounds', () => {
    fc.assert(
      fc.property(contexts, ({ aspect, context }) => {
        for (const name of presetNames(context.category)) {
          const placement = presetPlacement(name, { ...context, aspect });
          const scale = placement.scale ?? PLACEMENT_BOUNDS.scale.default;
          expect(scale % PLACEMENT_BOUNDS.scale.step).toBe(0);
          expect(scale >= PLACEMENT_BOUNDS.scale.min && scale <= PLACEMENT_BOUNDS.scale.max).toBe(true);
        }
      }),
    );
  });
});
