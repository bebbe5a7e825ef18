import { findPrintfulEntry } from './printful-catalogue.js';

const entries = [
  { product: 'tee', size: 'm', color: 'black', variantId: 1, placement: 'front' },
  { product: 'tee', size: 'm', variantId: 2, placement: 'front' },
  { product: 'cap', size: 'one', variantId: 3, placement: 'front' },
];

describe('findPrintfulEntry', () => {
  it.each([
    ['tee', { size: 'm', color: 'black' }, 1],
    ['tee', { size: 'm', color: 'white' }, 2],
    ['tee', { size: 'm' }, 2],
    ['tee', { size: 'l' }, undefined],
    ['tee', {}, undefined],
    ['mug', { size: 'm' }, undefined],
  ])('finds the first entry for %s with %j', (productId, variantIds, variantId) => {
    expect(findPrintfulEntry(entries, { productId, variantIds })?.variantId).toBe(variantId);
  });

  it('takes a choice that is still open as any', () => {
    expect(findPrintfulEntry(entries, { productId: 'tee', variantIds: {} }, ['size', 'color'])?.variantId).toBe(1);
    expect(findPrintfulEntry(entries, { productId: 'tee', variantIds: { size: 'l' } }, ['color'])).toBeUndefined();
  });
});
