import { waitForAddress, stubApi } from '@shop/web-testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { aProduct, aStyle } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { saveFinishedWizard } from '../wizard-draft.js';

afterEach(resetBrowser);

const anonymous = { 'GET /api/user': { status: 401, text: 'Not signed in' } };

describe('/products', () => {
  it('shows eight skeletons while the products load', async () => {
    stubApi({ ...anonymous, 'GET /api/products': { after: new Promise(() => undefined) } });
    openShop('/products');
    const loading = await screen.findByRole('status', { name: 'Loading products' });
    expect(loading.querySelectorAll('[data-skeleton]')).toHaveLength(8);
    expect(screen.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
  });

  it('shows each product with category, description, price and picture', async () => {
    stubApi({
      ...anonymous,
      'GET /api/products': {
        json: [aProduct({ title: 'Cozy Hoodie', category: 'hoodie', basePrice: '48.00', description: 'Warm.' })],
      },
    });
    openShop('/products');
    const card = (await screen.findByRole('heading', { name: 'Cozy Hoodie' })).closest('li')!;
    expect(within(card).getByText('Hoodie')).toBeVisible();
    expect(within(card).getByText('Warm.')).toHaveClass('line-clamp-2');
    expect(within(card).getByText('$48.00')).toBeVisible();
    expect(within(card).getByRole('img', { name: 'Cozy Hoodie' })).toHaveAttribute('src', '/pictures/tshirt-white.svg');
  });

  it('says which product is sold out, instead of offering it', async () => {
    stubApi({
      ...anonymous,
      'GET /api/products': { json: [aProduct({ title: 'Gone', isSoldOut: true }), aProduct()] },
    });
    openShop('/products');
    const card = (await screen.findByRole('heading', { name: 'Gone' })).closest('li')!;
    expect(within(card).getByText('Sold out')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Customize' })).toHaveLength(1);
  });

  it('leads to the page of a product by its card, where the server has such pages', async () => {
    stubApi({
      ...anonymous,
      'GET /api/products': { json: [aProduct({ title: 'Tee', slug: 'tee' }), aProduct({ title: 'Bare' })] },
    });
    openShop('/products');
    expect(await screen.findByRole('link', { name: 'Tee' })).toHaveAttribute('href', '/products/tee');
    expect(screen.queryByRole('link', { name: 'Bare' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Customize' })).toHaveLength(2);
  });

  it('shows the artwork that was drawn last on each product whose picture has a place for it', async () => {
    saveFinishedWizard({ id: 'w', imageIds: ['older', 'newest'], state: null });
    const drawn = aProduct({ title: 'Tee', overlayUrl: '/pictures/classic-tee-overlay.svg' });
    stubApi({ ...anonymous, 'GET /api/products': { json: [drawn, aProduct({ title: 'Photographed' })] } });
    openShop('/products');
    const picture = await screen.findByRole('img', { name: 'Your artwork on Tee' });
    const artwork = picture.parentElement!.querySelector('[data-print-area] img')!;
    expect(artwork).toHaveAttribute('src', '/media/newest');
    expect(screen.getByRole('img', { name: 'Photographed' })).toBeVisible();
    fireEvent.error(artwork);
    expect(screen.getByRole('img', { name: 'Tee' })).toBeVisible();
  });

  it('shows all pages of a long catalogue', async () => {
    const second = '/api/products?cursor=second';
    stubApi({
      ...anonymous,
      'GET /api/products': {
        json: [aProduct({ title: 'Newest' })],
        headers: { link: `<${second}>; rel="next"` },
      },
      [`GET ${second}`]: { json: [aProduct({ title: 'Oldest' })] },
    });
    openShop('/products');
    expect(await screen.findByRole('heading', { name: 'Oldest' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Newest' })).toBeVisible();
  });

  it('shows one kind of products by its address, and all again', async () => {
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    stubApi({
      ...anonymous,
      'GET /api/products': {
        json: [
          aProduct({ title: 'Tee' }),
          aProduct({ title: 'Hoodie A', category: 'hoodie' }),
          aProduct({ title: 'Mug', category: 'mug' as 'hoodie' }),
        ],
      },
    });
    const { user } = openShop('/products?kind=hoodie');
    await screen.findByRole('heading', { name: 'Hoodie A' });
    expect(titles()).toEqual(['Hoodie A']);
    const filter = within(screen.getByRole('navigation', { name: 'Kinds of products' }));
    expect(filter.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All',
      'T-Shirts',
      'Hoodies',
      'mug',
    ]);
    expect(filter.getByRole('link', { name: 'Hoodies' })).toHaveAttribute('aria-current', 'page');
    await user.click(filter.getByRole('link', { name: 'mug' }));
    await waitForAddress('/products?kind=mug');
    expect(titles()).toEqual(['Mug']);
    await user.click(filter.getByRole('link', { name: 'All' }));
    await waitForAddress('/products');
    expect(titles()).toEqual(['Tee', 'Hoodie A', 'Mug']);
  });

  it('offers all products if there is nothing of a kind', async () => {
    stubApi({ ...anonymous, 'GET /api/products': { json: [aProduct({ title: 'Tee' })] } });
    openShop('/products?kind=pet-tag');
    expect(await screen.findByText('Nothing of this kind right now')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show All Products' })).toHaveAttribute('href', '/products');
  });

  it('says that there are no products yet', async () => {
    stubApi({ ...anonymous, 'GET /api/products': { json: [] } });
    openShop('/products');
    expect(await screen.findByText('No Products Yet')).toBeVisible();
    expect(screen.getByText('Products will appear here once they are added by administrators.')).toBeVisible();
  });

  it('shows an error and Retry, not the empty state, when the list cannot be loaded', async () => {
    const api = stubApi({
      ...anonymous,
      'GET /api/products': {
        status: 503,
        text: 'The catalogue is unavailable right now. Please try again in a moment.',
      },
    });
    const { user } = openShop('/products');
    expect(await screen.findByText(/The catalogue is unavailable right now/)).toBeVisible();
    expect(screen.queryByText('No Products Yet')).not.toBeInTheDocument();

    api.responses['GET /api/products'] = { json: [aProduct({ title: 'Back Again' })] };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Back Again' })).toBeVisible();
  });

  it('opens /create from Customize and remembers the product', async () => {
    const chosen = aProduct({ title: 'Tag' });
    stubApi({
      ...anonymous,
      'GET /api/products': { json: [aProduct(), chosen] },
      'GET /api/styles': { json: [aStyle('modern')] },
    });
    const { user } = openShop('/products');
    const card = (await screen.findByRole('heading', { name: 'Tag' })).closest('li')!;
    await user.click(within(card).getByRole('link', { name: 'Customize' }));
    await waitForAddress('/create');
    expect(sessionStorage.getItem('draft:product')).toContain(chosen.id);
  });
});
