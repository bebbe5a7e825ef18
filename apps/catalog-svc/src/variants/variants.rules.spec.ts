import type { VariantType } from '@shop/contracts-catalog';
import { assertNameFree, assertProportions, selectFieldsOfType, getNextPosition } from './variants.rules.js';

const area = (widthPx: number, heightPx: number) => ({ widthPx, heightPx, shape: 'rectangle' as const });
const named = (id: string, type: VariantType, name: string) => ({ id, type, name });

describe('the names of variants', () => {
  const variants = [named('1', 'size', 'XL'), named('2', 'color', 'Crème')];

  it.each([
    ['size', 'XL', 'There is already a size called “XL”'],
    ['size', 'xl', 'There is already a size called “XL”'],
    ['size', 'ＸＬ', 'There is already a size called “XL”'],
    ['color', 'CRE\u0300ME', 'There is already a color called “Crème”'],
  ] as const)('are taken for another %s %s', (type, name, message) => {
    expect(() => assertNameFree(variants, { type, name })).toThrow(message);
  });

  it('are free for another type, another name, and the same variant', () => {
    expect(() => assertNameFree(variants, { type: 'color', name: 'XL' })).not.toThrow();
    expect(() => assertNameFree(variants, { type: 'size', name: 'XXL' })).not.toThrow();
    expect(() => assertNameFree(variants, named('1', 'size', 'xl'))).not.toThrow();
  });
});

describe('the fields of variants', () => {
  it('are a swatch and a picture for a color, and a print area for a size; the others are reset', () => {
    expect(selectFieldsOfType('color', { colorHex: '#ffffff', printArea: null })).toEqual({
      colorHex: '#ffffff',
      printArea: null,
    });
    expect(selectFieldsOfType('color', {})).toEqual({ printArea: null });
    expect(selectFieldsOfType('size', { printArea: area(1, 1), imageUrl: null })).toEqual({
      colorHex: null,
      imageUrl: null,
      printArea: area(1, 1),
    });
  });

  it.each([
    ['color', { printArea: area(1, 1) }, 'Only a size has a print area of its own'],
    ['size', { colorHex: '#ffffff' }, 'Only a color has a swatch'],
    ['size', { imageUrl: '/media/a' }, 'Only a color has a picture of its own'],
  ] as const)('of a %s do not take %j', (type, fields, message) => {
    expect(() => selectFieldsOfType(type, fields)).toThrow(message);
  });
});

describe('the print area of a size', () => {
  it('has the proportions of the product if the size is active', () => {
    expect(() => assertProportions(area(4500, 5400), { active: true, printArea: area(3450, 4140) })).not.toThrow();
    expect(() => assertProportions(area(4500, 5400), { active: true, printArea: null })).not.toThrow();
    expect(() => assertProportions(area(4500, 5400), { active: false, printArea: area(100, 100) })).not.toThrow();
    expect(() => assertProportions(area(4500, 5400), { active: true, printArea: area(100, 100) })).toThrow(
      'The print area of a size must have the shape and the proportions of the product’s',
    );
  });
});

it('a new variant comes after the last of its type', () => {
  expect(getNextPosition([], 'size')).toBe(0);
  expect(
    getNextPosition(
      [
        { type: 'size', position: 4 },
        { type: 'color', position: 9 },
      ],
      'size',
    ),
  ).toBe(5);
  expect(getNextPosition([{ type: 'size', position: 9999 }], 'size')).toBe(9999);
});
