import type { ProductPage } from '@shop/contracts-catalog';
import { stubApi, waitForAddress } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { getRememberedProductId } from '../catalogue/remembered-product.js';
import { aProduct, aVariant } from '../testing/builders.js';
import { openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const anonymous = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
const CALL = 'GET /api/products/cozy-tee';

const aPage = (given: Partial<ProductPage> = {}): ProductPage => ({
  ...aProduct({ title: 'Cozy Tee', slug: 'cozy-tee', imageUrl: '/pictures/classic-tee-white.svg' }),
  details: {
    material: 'Ringspun cotton',
    care: 'Wash cold',
    printed: null,
    backImageUrl: '/pictures/classic-tee-black.svg',
    sizeTable: [{ size: 'M', values: [50.8, 73.7] }],
  },
  variants: [
    aVariant({ name: 'M' }),
    aVariant({ name: '2XL', priceModifier: '2.00' }),
    aVariant({ name: 'Navy', type: 'color', colorHex: '#24385f', imageUrl: '/pictures/classic-tee-navy.svg' }),
  ],
  rating: { count: 0, average: null },
  ...given,
});

it('says what it is, what it costs, what it is made of, what is printed and which sizes there are', async () => {
  stubApi({ ...anonymous, [CALL]: { json: aPage() } });
  openShop('/products/cozy-tee');
  expect(await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' })).toBeVisible();
  expect(document.title).toMatch(/^Cozy Tee/);
  for (const text of ['$24.00', 'T-Shirt', 'Ringspun cotton', 'Wash cold', '2XL (+$2.00)', 'Navy'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/large across the chest/)).toBeVisible();
  const row = within(screen.getByRole('table')).getByRole('row', { name: /^M/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['50.8 cm / 20 in', '73.7 cm / 29 in']);
});

describe('what search engines read', () => {
  const SERVED = { '@type': 'Product', '@id': 'https://shop.example/products/served' };
  const listBlocks = () =>
    [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as { '@id': string; offers?: object },
    );
  afterEach(() => document.head.querySelector('[type="application/ld+json"]')?.remove());
  /** The server's head describes the page on which the visit began. */
  const serveHead = (slug: string): void => {
    const block = Object.assign(document.createElement('script'), { type: 'application/ld+json' });
    block.textContent = JSON.stringify({ ...SERVED, '@id': `https://shop.example/products/${slug}` });
    document.head.append(block);
  };

  it('is this product, also after another one of the same visit', async () => {
    serveHead('served');
    stubApi({ ...anonymous, [CALL]: { json: aPage() } });
    openShop('/products/cozy-tee');
    await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' });
    expect(listBlocks()).toMatchObject([
      { '@id': 'http://localhost/products/cozy-tee', offers: { availability: 'https://schema.org/InStock' } },
    ]);
  });

  it('is not there twice', async () => {
    history.replaceState(null, '', '/');
    serveHead('cozy-tee');
    stubApi({ ...anonymous, [CALL]: { json: aPage() } });
    openShop('/products/cozy-tee');
    await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' });
    expect(document.body.querySelector('script[type="application/ld+json"]')).toBeNull();
  });

  it('says that it is sold out', async () => {
    stubApi({ ...anonymous, [CALL]: { json: aPage({ isSoldOut: true }) } });
    openShop('/products/cozy-tee');
    await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' });
    expect(listBlocks()).toMatchObject([{ offers: { availability: 'https://schema.org/OutOfStock' } }]);
    expect(screen.getByText('Sold out')).toBeVisible();
    expect(screen.queryByText(/Flat shipping/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Create yours' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See Other Products' })).toHaveAttribute('href', '/products');
  });
});

it('promises changes for as long as the shop allows them', async () => {
  stubApi({ ...anonymous, [CALL]: { json: aPage() }, 'GET /api/shop': { json: { changeWindowMinutes: 30 } } });
  openShop('/products/cozy-tee');
  expect(await screen.findByText(/Change or cancel for 30 minutes/)).toBeVisible();
  expect(screen.queryByText(/an hour|one hour/)).toBeNull();
});

it('shows front, back and colors, and enlarges the chosen picture', async () => {
  const user = userEvent.setup();
  stubApi({ ...anonymous, [CALL]: { json: aPage() } });
  openShop('/products/cozy-tee');
  const pictures = within(await screen.findByRole('list', { name: 'Pictures' }));
  expect(pictures.getAllByRole('button').map(({ title }) => title)).toEqual(['Front', 'Back', 'Navy']);
  await user.click(pictures.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('img', { name: 'The back of Cozy Tee' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Zoom' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cozy Tee' }));
  await user.click(dialog.getByRole('button', { name: 'Enlarge the picture' }));
  await user.click(dialog.getByRole('button', { name: 'Show the whole picture', pressed: true }));
  expect(dialog.getByRole('button', { name: 'Enlarge the picture', pressed: false })).toBeVisible();
});

it('leads to the wizard, which knows the product', async () => {
  const page = aPage();
  stubApi({
    ...anonymous,
    [CALL]: { json: page },
    'GET /api/styles': { json: [] },
    'GET /api/products': { json: [page] },
  });
  openShop('/products/cozy-tee');
  await userEvent.click(await screen.findByRole('link', { name: 'Create yours' }));
  await waitForAddress('/create');
  expect(getRememberedProductId()).toBe(page.id);
});

it('is complete with what the specification knows of a product, also of a kind of a newer server', async () => {
  const { id, title, category, basePrice } = aPage({ category: 'mug' as 'hoodie' });
  stubApi({ ...anonymous, [CALL]: { json: { id, title, category, basePrice } } });
  openShop('/products/cozy-tee');
  expect(await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' })).toBeVisible();
  expect(screen.getByText('mug')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Zoom' })).toBeNull();
});

it('moves to the present address of a renamed product', async () => {
  stubApi({ ...anonymous, 'GET /api/products/old-tee': { json: aPage() }, [CALL]: { json: aPage() } });
  openShop('/products/old-tee?utm_source=letter#reviews');
  await waitForAddress('/products/cozy-tee?utm_source=letter');
  expect(window.location.hash).toBe('#reviews');
});

it('says that there is no such product', async () => {
  stubApi({ ...anonymous, [CALL]: { status: 404, text: 'Not found' } });
  openShop('/products/cozy-tee');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show All Products' })).toHaveAttribute('href', '/products');
});

it('can be loaded again after a failure', async () => {
  const api = stubApi({ ...anonymous, [CALL]: { status: 503, text: 'The catalogue is unavailable right now.' } });
  openShop('/products/cozy-tee');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.responses[CALL] = { json: aPage() };
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' })).toBeVisible();
});

it('shows what customers say of it, and nothing while nobody has', async () => {
  const page = aPage();
  const reviews = `GET /api/products/${page.id}/reviews?limit=10`;
  const { callsTo, responses } = stubApi({ ...anonymous, [CALL]: { json: page } });
  openShop('/products/cozy-tee');
  await screen.findByRole('heading', { level: 1, name: 'Cozy Tee' });
  expect(screen.queryByRole('heading', { name: 'Reviews' })).toBeNull();
  expect(screen.queryByRole('link', { name: /reviews?\)/ })).toBeNull();
  expect(callsTo(reviews)).toEqual([]);
  resetBrowser();
  stubApi({ ...responses, [CALL]: { json: { ...page, rating: { count: 1, average: 5 } } }, [reviews]: { json: [] } });
  openShop('/products/cozy-tee');
  expect(await screen.findByRole('link', { name: 'Rated 5 out of 5, (1 review)' })).toHaveAttribute('href', '#reviews');
  expect(await screen.findByRole('heading', { name: 'Reviews' })).toBeVisible();
});
