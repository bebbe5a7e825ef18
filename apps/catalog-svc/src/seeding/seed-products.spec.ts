import { findSizeArea, PRODUCT_CATEGORIES } from '@shop/contracts-catalog';
import { CUTS } from '@shop/product-pictures';
import { SEED_PRODUCTS } from './seed-products.js';

describe('the catalogue of a new shop', () => {
  it('has at least ten products of all kinds, each with its own title', () => {
    expect(SEED_PRODUCTS.length).toBeGreaterThanOrEqual(10);
    expect(new Set(SEED_PRODUCTS.map(({ category }) => category))).toEqual(new Set(PRODUCT_CATEGORIES));
    expect(new Set(SEED_PRODUCTS.map(({ title }) => title)).size).toBe(SEED_PRODUCTS.length);
  });

  it.each(
    SEED_PRODUCTS.filter(({ category }) => category === 'tshirt').map((product) => [product.title, product] as const),
  )('prints smaller on XS to M of the %s, in the same aspect', (_, { cut, sizes }) => {
    const { widthPx, heightPx } = CUTS[cut].printArea;
    for (const { name, printArea = findSizeArea('tshirt', name) ?? undefined } of sizes) {
      if (['XS', 'S', 'M'].includes(name)) {
        expect(printArea?.widthPx).toBeLessThan(widthPx);
        expect((printArea?.widthPx ?? 0) / (printArea?.heightPx ?? 1)).toBeCloseTo(widthPx / heightPx, 9);
      } else expect(printArea).toBeUndefined();
    }
  });
});
