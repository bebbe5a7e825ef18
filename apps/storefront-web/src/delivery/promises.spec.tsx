import { stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { ADDRESS, answers, resetCustomize } from '../testing/open-customize.js';
import { checkoutAnswers, enterAddress } from '../testing/checkout-steps.js';
import { openShop, setCartCookie } from '../testing/open-shop.js';
import { listPromises } from './promises.rules.js';

afterEach(resetCustomize);

it.each([
  [60, 'Change or cancel for an hour after you pay'],
  [45, 'Change or cancel for 45 minutes after you pay'],
  [1, 'Change or cancel for 1 minute after you pay'],
  [120, 'Change or cancel for 2 hours after you pay'],
  [1440, 'Change or cancel for 1 day after you pay'],
])('promises changes for %s minutes', (minutes, promise) => {
  expect(listPromises(minutes).at(-1)).toBe(promise);
});

it.each([0, undefined])('promises no changes for %s minutes', (minutes) => {
  expect(listPromises(minutes).join()).not.toContain('Change');
});

const SHOP = { 'GET /api/shop': { json: { changeWindowMinutes: 60 } } };

describe('what the shop promises', () => {
  it('is below Add to Cart, with its terms', async () => {
    stubApi({ ...answers(), ...SHOP });
    openShop(ADDRESS);
    expect(await screen.findByText(/100% satisfaction guarantee.*for an hour after you pay/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Our terms' })).toHaveAttribute('href', '/terms');
  });

  it('is below the payment form, without changes if the shop does not say how long', async () => {
    setCartCookie();
    stubApi({ ...checkoutAnswers(), 'GET /api/shop': { status: 404, text: 'Not found' } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByText(/100% satisfaction guarantee/)).not.toHaveTextContent('Change or cancel');
  });
});
