import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { checkoutAnswers, enterAddress } from '../testing/checkout-steps.js';
import { openShop, resetBrowser, setCartCookie } from '../testing/open-shop.js';
import { SANDBOX_CONFIG } from '../testing/sandbox-script.js';

beforeEach(setCartCookie);
afterEach(() => {
  jest.restoreAllMocks();
  resetBrowser();
});

it.each([
  ['Stripe’s', { provider: 'stripe', publishableKey: 'pk_test_1' }, 'js.stripe.com'],
  ['the sandbox’s', { ...SANDBOX_CONFIG, scriptUrl: '/sandbox/missing.js' }, '/sandbox/missing.js'],
])('the address of %s script is named if it can’t be loaded', async (_, config, address) => {
  jest.spyOn(document.head, 'appendChild').mockImplementation((script) => {
    setTimeout(() => script.dispatchEvent(new Event('error')));
    return script;
  });
  stubApi({ ...checkoutAnswers(), 'GET /api/checkout/config': { json: config } });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  expect(
    await screen.findByText(
      `The payment form could not be loaded. Please check your connection, and that nothing blocks ${address}.`,
    ),
  ).toBeVisible();
});
