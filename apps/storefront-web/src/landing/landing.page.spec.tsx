import { stubApi } from '@shop/web-testing';
import { forgetBrowser, openShop } from '../testing/open-shop.js';
import { screen, within } from '@testing-library/react';

afterEach(forgetBrowser);

describe('/', () => {
  it('leads to the wizard and to the products, without asking the server for anything', async () => {
    const api = stubApi({});
    openShop('/');
    expect(await screen.findByRole('link', { name: 'Create Your Pet Art' })).toHaveAttribute('href', '/create');
    expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
    expect(screen.getByRole('link', { name: 'Start Creating Now' })).toHaveAttribute('href', '/create');
    expect(api.calls).toEqual([]);
  });

  it('explains three steps, shows four styles and says why', async () => {
    stubApi({});
    openShop('/');
    const steps = (await screen.findByRole('heading', { name: /three steps/ })).closest('section')!;
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
    for (const style of ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract']) expect(screen.getByText(style)).toBeVisible();
    for (const claim of ['AI Technology', 'Quality Printing', 'Fast Shipping', '100% Satisfaction Guarantee', 'Secure Payment', 'Easy Customization']) {
      expect(screen.getByRole('heading', { name: claim })).toBeVisible();
    }
  });
});
