import type { Product } from '@shop/contracts-catalog';
import { createProductHead } from './product-head.rules.js';

const product = (over: Partial<Product> = {}): Product => ({
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  title: 'Cosy Blanket',
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
const readData = (head: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? '');

it('names the product for tabs, shared links and search engines', () => {
  const head = createProductHead(product(), 'cosy-blanket');
  expect(head).toContain('<title>Cosy Blanket · PetArt</title>');
  expect(head).toContain('<meta name="description" content="For two.">');
  expect(head).toContain('<link rel="canonical" href="{origin}/products/cosy-blanket">');
  expect(head).toContain('<meta property="og:image" content="{origin}/pictures/pullover-hoodie-ash-1600.avif">');
  expect(readData(head)).toMatchObject({
    '@type': 'Product',
    name: 'Cosy Blanket',
    image: '{origin}/pictures/pullover-hoodie-ash.svg',
    offers: { price: '49.90', priceCurrency: 'USD', url: '{origin}/products/cosy-blanket' },
  });
});

it('takes no text of the catalogue for markup or for the site’s address', () => {
  const title = `</title></script><img src=x onerror="alert(1)"> {origin} & 'x'`;
  const head = createProductHead(product({ title, description: title, imageUrl: null }), 'x');
  expect(head.match(/<\/script>/g)).toHaveLength(1);
  expect(head.match(/<\/title>/g)).toHaveLength(1);
  expect(head).not.toContain('<img');
  expect(head.replaceAll('{origin}/', '')).not.toContain('{origin}');
  expect(readData(head)).toMatchObject({ name: title.replace('{origin}', '(origin)') });
});

it.each([
  [null, 'Cosy Blanket, printed to order with a portrait of your own pet.'],
  [`${'word '.repeat(40)}end`, `${'word '.repeat(31).trimEnd()}…`],
  ['x'.repeat(500), `${'x'.repeat(80)}…`],
])('describes it in at most 160 characters, to the end of a word: %.10s', (description, expected) => {
  expect(createProductHead(product({ description }), 'x')).toContain(`name="description" content="${expected}"`);
});
