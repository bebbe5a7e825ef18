import { PRODUCT_CATEGORIES } from '@shop/contracts/catalog';
import { moneySchema } from '@shop/contracts/common';
import { CUTS } from '@shop/product-pictures';
import { SEED_PRODUCTS } from './seed-products.js';

describe('the catalogue of a new shop', () => {
  it('has at least ten products over all four categories', () => {
    expect(SEED_PRODUCTS.length).toBeGreaterThanOrEqual(10);
    expect(new Set(SEED_PRODUCTS.map(({ category }) => category))).toEqual(new Set(PRODUCT_CATEGORIES));
  });

  it('uses each cut once, with a unique title', () => {
    expect(new Set(SEED_PRODUCTS.map(({ cut }) => cut)).size).toBe(SEED_PRODUCTS.length);
    expect(new Set(SEED_PRODUCTS.map(({ title }) => title)).size).toBe(SEED_PRODUCTS.length);
  });

  it.each(SEED_PRODUCTS.map((product) => [product.title, product] as const))(
    'prices and describes the %s',
    (_, product) => {
      expect(moneySchema.safeParse(product.basePrice).success).toBe(true);
      expect(product.description.length).toBeGreaterThan(80);
      expect(new Set(product.sizes.map(({ name }) => name)).size).toBe(product.sizes.length);
    },
  );

  it.each(
    SEED_PRODUCTS.filter(({ category }) => category === 'tshirt').map((product) => [product.title, product] as const),
  )('prints smaller on XS to M of the %s, in the same aspect', (_, { cut, sizes }) => {
    const { widthPx, heightPx } = CUTS[cut].printArea;
    for (const { name, printArea } of sizes) {
      if (['XS', 'S', 'M'].includes(name)) {
        expect(printArea?.widthPx).toBeLessThan(widthPx);
        expect((printArea?.widthPx ?? 0) / (printArea?.heightPx ?? 1)).toBeCloseTo(widthPx / heightPx, 9);
      } else expect(printArea).toBeUndefined();
    }
  });

  it('adds a price only to the largest sizes', () => {
    const tee = SEED_PRODUCTS[0];
    expect(
      tee?.sizes
        .filter(({ priceModifier }) => priceModifier)
        .map(({ name, priceModifier }) => `${name} ${priceModifier}`),
    ).toEqual(['2XL 2.00', '3XL 4.00']);
  });
});
