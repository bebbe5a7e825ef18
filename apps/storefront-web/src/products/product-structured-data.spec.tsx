import { stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { aProduct } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';

afterEach(resetBrowser);

const anonymous = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
const structuredData = (): HTMLScriptElement | null => document.querySelector('script[type="application/ld+json"]');

it('lists each product with its price for search engines', async () => {
  const tee = aProduct({
    title: 'Tee',
    description: 'Soft.',
    basePrice: '24.99',
    imageUrl: '/pictures/classic-tee-white.svg',
  });
  const withoutDetails = aProduct({ title: 'Bare', description: null, imageUrl: null, isSoldOut: true });
  stubApi({ ...anonymous, 'GET /api/products': { json: [tee, withoutDetails] } });
  openShop('/products');
  await screen.findByRole('heading', { name: 'Tee' });

  const list = JSON.parse(structuredData()?.textContent ?? '') as {
    '@type': string;
    itemListElement: { position: number; item: Record<string, unknown> }[];
  };
  expect(list['@type']).toBe('ItemList');
  expect(list.itemListElement.map(({ position, item }) => [position, item['@type'], item.name])).toEqual([
    [1, 'Product', 'Tee'],
    [2, 'Product', 'Bare'],
  ]);
  expect(list.itemListElement[0]?.item).toMatchObject({
    description: 'Soft.',
    image: 'http://localhost/pictures/classic-tee-white.svg',
    offers: {
      '@type': 'Offer',
      price: '24.99',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: 'http://localhost/products',
    },
  });
  expect(list.itemListElement[1]?.item).not.toHaveProperty('image');
  expect(list.itemListElement[1]?.item).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
});

it('escapes titles so that none can end the script element', async () => {
  const title = '</script><img src=x onerror=alert(1)>';
  stubApi({ ...anonymous, 'GET /api/products': { json: [aProduct({ title })] } });
  openShop('/products');
  await screen.findByRole('heading', { name: title });
  expect(structuredData()?.innerHTML).not.toContain('<');
  expect(JSON.parse(structuredData()?.textContent ?? '')).toMatchObject({
    itemListElement: [{ item: { name: title } }],
  });
});

it('renders no structured data without products', async () => {
  stubApi({ ...anonymous, 'GET /api/products': { json: [] } });
  openShop('/products');
  await screen.findByText('No Products Yet');
  expect(structuredData()).toBeNull();
});
