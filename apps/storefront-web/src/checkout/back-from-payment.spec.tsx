import { leavePage, restorePage, stubApi } from '@shop/web-testing';
import { act, screen, waitFor } from '@testing-library/react';
import { checkoutAnswers, CONFIRM, customer, enterAddress, enterCard } from '../testing/checkout-steps.js';
import { openShop, resetBrowser, setCartCookie } from '../testing/open-shop.js';
import { stubEventSource } from '../testing/browser-stubs.js';

beforeEach(setCartCookie);
afterEach(resetBrowser);

it('Back from a payment page: the form can be sent again, and the order is followed again', async () => {
  const streams = stubEventSource();
  const api = stubApi({
    ...checkoutAnswers(),
    'GET /api/user': { json: customer },
    // The browser leaves the page, so no answer arrives.
    [CONFIRM]: { after: new Promise(() => undefined) },
  });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  await enterCard(user);
  for (const attempt of [1, 2]) {
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled'),
    );
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(api.callsTo(CONFIRM)).toHaveLength(attempt));
    act(leavePage);
    const before = streams.opened.length;
    act(restorePage);
    await waitFor(() => expect(streams.opened.length).toBeGreaterThan(before));
  }
});
