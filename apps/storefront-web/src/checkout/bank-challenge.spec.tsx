import { getCurrentAddress, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { CHECKOUT, checkoutAnswers, CONFIRM, enterAddress, enterCard, customer } from '../testing/checkout-steps.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

const CHALLENGE = 'POST /api/sandbox/payments/challenge';
const CHALLENGED = {
  json: { paymentIntentId: 'pi_1', status: 'requires_action', challenge: { amount: '61.83', last4: '3155' } },
};
const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

beforeEach(setCartCookie);
afterEach(resetBrowser);

/** Opens the checkout and pays until the bank challenge is shown. */
async function openBankChallenge() {
  const api = stubApi({
    ...checkoutAnswers(),
    'GET /api/user': { json: customer },
    [CONFIRM]: CHALLENGED,
    [CHALLENGE]: { status: 422, text: AUTHENTICATION_FAILED },
  });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  await enterCard(user, '4000002500003155');
  await user.click(screen.getByRole('button', { name: 'Complete Order' }));
  const bank = within(await screen.findByRole('alertdialog', { name: 'Confirm this payment' }));
  return { api, user, bank };
}

describe('the bank challenge', () => {
  it('names shop, amount and card, and says that it is simulated', async () => {
    const { bank } = await openBankChallenge();
    for (const text of ['Sandbox Bank', 'PetArt', '$61.83', '•••• 3155']) expect(bank.getByText(text)).toBeVisible();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/sandbox/);
    expect(bank.getByRole('button', { name: 'Fail authentication' })).toHaveFocus();
    expect(getCurrentAddress()).toBe('/checkout');
  });

  it('leads to the order when completed and sends one request for a double click', async () => {
    const { api, user, bank } = await openBankChallenge();
    api.responses[CHALLENGE] = { json: { paymentIntentId: 'pi_1', status: 'succeeded' } };
    await user.dblClick(bank.getByRole('button', { name: 'Complete' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(api.callsTo(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'complete' },
    ]);
  });

  it('reports a failed authentication in the provider’s words, restores the focus and accepts another card', async () => {
    const { api, user, bank } = await openBankChallenge();
    await user.dblClick(bank.getByRole('button', { name: 'Fail authentication' }));
    await findToast('Payment Failed', AUTHENTICATION_FAILED);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveFocus();
    expect(api.callsTo(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'fail' },
    ]);

    api.responses[CONFIRM] = checkoutAnswers()[CONFIRM];
    await enterCard(user);
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('fails when it is closed with Escape', async () => {
    const { api, user } = await openBankChallenge();
    await user.keyboard('{Escape}');
    await findToast('Payment Failed', AUTHENTICATION_FAILED);
    expect(api.callsTo(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'fail' },
    ]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveFocus());
  });

  it('stays open until the bank has answered', async () => {
    const { api, user, bank } = await openBankChallenge();
    api.responses[CHALLENGE] = { after: new Promise(() => undefined) };
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    await user.keyboard('{Escape}');
    expect(bank.getByRole('button', { name: 'Complete' })).toHaveAttribute('aria-disabled', 'true');
    expect(api.callsTo(CHALLENGE)).toHaveLength(1);
  });

  it('reports an expired challenge and lets the customer pay again', async () => {
    const { api, user, bank } = await openBankChallenge();
    api.responses[CHALLENGE] = { status: 409, text: 'Your bank no longer waits for an answer. Please pay again.' };
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    await findToast('Payment Failed', 'Your bank no longer waits for an answer. Please pay again.');
    expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled');
  });
});

describe('a payment that is still processing', () => {
  it('is confirmed on /order-complete', async () => {
    const api = stubApi({
      ...checkoutAnswers(),
      'GET /api/user': { json: customer },
      [CONFIRM]: { json: { paymentIntentId: 'pi_1', status: 'processing' } },
    });
    const paid = api.responses['GET /api/checkout/orders/pi_1'] as { json: object };
    api.responses['GET /api/checkout/orders/pi_1'] = { json: { ...paid.json, state: 'open' } };
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user, '4000000000001018');
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText("We're confirming your payment…")).toBeVisible();
    api.responses['GET /api/checkout/orders/pi_1'] = paid;
    expect(await screen.findByText('Thank you for your order!', undefined, { timeout: 3_000 })).toBeVisible();
  });
});
