import { MAX_CENTS } from '@shop/contracts-common';
import fc from 'fast-check';
import { assertUnitPrices, type PricedVariant } from './unit-price.rules.js';

const variant = (
  type: PricedVariant['type'],
  name: string,
  priceModifierCents: number,
  active = true,
): PricedVariant => ({ type, name, active, priceModifierCents });
const errorOf = (base: number, variants: PricedVariant[]): string | null => {
  try {
    assertUnitPrices(base, variants, 'basePrice');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the unit prices of a product', () => {
  it.each<[string, number, PricedVariant[], string | null]>([
    ['may be nothing at all', 0, [], null],
    ['may come down to zero', 500, [variant('size', 'Mini', -500)], null],
    [
      'must not fall below zero with a size',
      500,
      [variant('size', 'Mini', -501)],
      'The price would fall below zero with size “Mini”.',
    ],
    [
      'nor with a size and a colour together',
      500,
      [variant('size', 'Mini', -300), variant('color', 'Ash', -201)],
      'The price would fall below zero with size “Mini” and color “Ash”.',
    ],
    ['count one size only', 500, [variant('size', 'Mini', -300), variant('size', 'Micro', -300)], null],
    ['leave out what is not sold', 500, [variant('size', 'Mini', -501, false)], null],
    [
      'may not rely on a more expensive colour, because colours are optional',
      500,
      [variant('size', 'Mini', -501), variant('color', 'Gold', 900)],
      'The price would fall below zero with size “Mini”.',
    ],
    [
      'must not exceed the largest amount',
      MAX_CENTS - 100,
      [variant('size', 'XL', 60), variant('color', 'Gold', 41)],
      'The price would be more than 99,999,999.99 with size “XL” and color “Gold”.',
    ],
    ['reach the end', MAX_CENTS - 100, [variant('size', 'XL', 60), variant('color', 'Gold', 40)], null],
  ])('%s', (_, base, variants, refused) => {
    expect(errorOf(base, variants)).toBe(refused);
  });

  it('are accepted exactly if every choice is within the range of an amount', () => {
    const variants = fc.array(
      fc.record({
        type: fc.constantFrom('size' as const, 'color' as const),
        name: fc.string(),
        active: fc.boolean(),
        priceModifierCents: fc.integer({ min: -1000, max: 1000 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), variants, (base, all) => {
        const choices = (type: string) => [
          0,
          ...all.filter((one) => one.active && one.type === type).map((one) => one.priceModifierCents),
        ];
        const prices = choices('size').flatMap((size) => choices('color').map((color) => base + size + color));
        expect(errorOf(base, all) === null).toBe(prices.every((price) => price >= 0));
      }),
    );
  });
});
