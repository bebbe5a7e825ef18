import { isGarment } from '@shop/contracts-catalog/kinds';
import { isWhite } from './garment-colour.js';

describe('fabric colours', () => {
  it.each([
    ['White', '#ffffff', true],
    ['Off-white', '#F7F4EC', true],
    ['Sand', '#d9c7a3', false],
    ['Heather Grey', '#cfcfd2', false],
    ['Black', '#000000', false],
    ['White', null, true],
    ['Black', null, false],
    ['Arctic white', 'unknown', true],
  ])('%s (%s): white is %s', (name, colorHex, expected) => {
    expect(isWhite({ name, colorHex })).toBe(expected);
  });

  it('matter for garments only', () => {
    expect(['tshirt', 'hoodie', 'phone-case', 'pet-tag', 'mug'].map(isGarment)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
