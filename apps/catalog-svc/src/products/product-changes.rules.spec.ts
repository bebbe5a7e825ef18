import { findChangedFields, changeAction, getSummary } from './product-changes.rules.js';

describe('changed fields', () => {
  it('are those that differ deeply, with old and new values', () => {
    const before = { title: 'Tee', area: { x: 1, y: 2 }, picture: null, active: true };
    expect(findChangedFields(before, { ...before, area: { x: 1, y: 3 }, picture: '/a' })).toEqual({
      before: { area: { x: 1, y: 2 }, picture: null },
      after: { area: { x: 1, y: 3 }, picture: '/a' },
    });
  });

  it('do not depend on the order of keys', () => {
    expect(findChangedFields({ area: { x: 1, y: 2 } }, { area: { y: 2, x: 1 } })).toBeNull();
  });
});

const size = { variantId: 'v', type: 'size', name: 'XL' };

describe('the timeline of a product', () => {
  it.each([
    ['product.created', null, { title: 'Tee' }, 'Made the product.'],
    ['product.changed', { basePrice: '24.00' }, { basePrice: '19.50' }, 'Changed price from 24.00 to 19.50.'],
    [
      'product.changed',
      { title: 'a', description: null, basePrice: '1.00' },
      { title: 'b', description: 'x', basePrice: '2.00' },
      'Changed title, description and price from 1.00 to 2.00.',
    ],
    [
      'product.changed',
      { printArea: null, active: true },
      { printArea: { widthPx: 300 }, active: false },
      'Changed print area and sale.',
    ],
    ['product.activated', { active: false }, { active: true }, 'Put the product on sale.'],
    ['product.deactivated', { active: true }, { active: false }, 'Took the product off sale.'],
    ['product.deleted', { title: 'Tee' }, null, 'Deleted the product.'],
    ['variant.added', null, size, 'Added size “XL”.'],
    [
      'variant.changed',
      { ...size, priceModifier: '0.00' },
      { ...size, priceModifier: '2.00' },
      'Changed price change from 0.00 to 2.00 of size “XL”.',
    ],
    [
      'variant.changed',
      { ...size, colorHex: null },
      { ...size, name: 'Huge', colorHex: '#ffffff' },
      'Changed name from XL to Huge and swatch of size “XL”.',
    ],
    ['variant.activated', { ...size, active: false }, { ...size, active: true }, 'Put size “XL” on sale.'],
    ['variant.deactivated', { ...size, active: true }, { ...size, active: false }, 'Took size “XL” off sale.'],
    ['product.of-another-day', null, null, 'Changed the product.'],
    ['toString', null, null, 'Changed the product.'],
  ])('says %s in a summary', (action, before, after, summary) => {
    expect(getSummary({ action, before, after })).toBe(summary);
  });
});

describe('the action of a change', () => {
  it.each([
    ['product', { active: true }, 'product.activated'],
    ['variant', { active: false }, 'variant.deactivated'],
    ['product', { active: false, title: 'x' }, 'product.changed'],
    ['variant', { name: 'x' }, 'variant.changed'],
  ] as const)('of a %s that changed %j is %s', (noun, after, action) => {
    expect(changeAction(noun, after)).toBe(action);
  });
});
