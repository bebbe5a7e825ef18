import type { Product } from '@shop/contracts-catalog';
import { createProductHead } from './product-head.rules.js';

const product = (over: Partial<Product> = {}): Product => ({
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  title: 'Cozy Blanket',
  description: 'For two.',
  category: 'hoodie',
  basePrice: '49.90',
  imageUrl: '/pictures/pullover-hoodie-ash.svg',
  mockupTemplateUrl: null,
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  printArea: { widthPx: 1, heightPx: 1, shape: 'rectangle' },
  pictureArea: { x: 0, y: 0, width: 1, height: 1 },
  version: 1,
  ...over,
});
it('names the product for tabs, shared links and search engines', () => {
  expect(createProductHead(product(), 'cozy-blanket')).toMatchObject({
    title: 'Cozy Blanket · PetArt',
    description: 'For two.',
    canonicalPath: '/products/cozy-blanket',
    picture: { url: '/share.jpg', width: 1200, height: 630 },
    data: {
      '@type': 'Product',
      name: 'Cozy Blanket',
      image: '{origin}/pictures/pullover-hoodie-ash.svg',
      offers: { price: '49.90', priceCurrency: 'USD', url: '{origin}/products/cozy-blanket' },
    },
  });
});

it.each([
  [undefined, 'InStock'],
  [true, 'OutOfStock'],
])('says whether it can be bought: sold out %s', (isSoldOut, availability) => {
  expect(createProductHead(product({ isSoldOut }), 'a').data).toMatchObject({
    offers: { availability: `https://schema.org/${availability}` },
  });
});

it('takes no text of the catalogue for the site’s address', () => {
  const { data } = createProductHead(product({ title: 'A {origin}', description: '{origin}' }), 'a');
  expect(data).toMatchObject({ name: 'A (origin)', description: '(origin)' });
});

it.each([
  [null, 'Cozy Blanket, printed to order with a portrait of your own pet.'],
  [`${'word '.repeat(40)}end`, `${'word '.repeat(31).trimEnd()}…`],
  ['x'.repeat(500), `${'x'.repeat(80)}…`],
  ['🐕'.repeat(100), `${'🐕'.repeat(40)}…`],
  [`x${'👩‍👩‍👧'.repeat(40)}`, `x${'👩‍👩‍👧'.repeat(9)}…`],
])('describes it in at most 160 characters, to the end of a word: %.10s', (description, expected) => {
  expect(createProductHead(product({ description }), 'x').description).toBe(expected);
});
