import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { CHECKOUT, checkoutAnswers, CONFIRM, enterAddress, enterCard, pat } from '../testing/checkout-steps.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

const CHALLENGE = 'POST /api/sandbox/payments/challenge';
const ASKED = {
  json: { paymentIntentId: 'pi_1', status: 'requires_action', challenge: { amount: '61.83', last4: '3155' } },
};
const NOT_YOU =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

beforeEach(setCartCookie);
afterEach(resetBrowser);

/** As far as the page of the bank. */
async function openBank() {
  const api = stubApi({
    ...checkoutAnswers(),
    'GET /api/user': { json: pat },
    [CONFIRM]: ASKED,
    [CHALLENGE]: { status: 422, text: NOT_YOU },
  });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  await enterCard(user, '4000002500003155');
  await user.click(screen.getByRole('button', { name: 'Complete Order' }));
  const bank = within(await screen.findByRole('alertdialog', { name: 'Confirm this payment' }));
  return { api, user, bank };
}

describe('the bank’s challenge', () => {
  it('says who asks for how much on which card, and that it is the sandbox’s', async () => {
    const { bank } = await openBank();
    for (const text of ['Sandbox Bank', 'PetArt', '$61.83', '•••• 3155']) expect(bank.getByText(text)).toBeVisible();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/sandbox/);
    expect(bank.getByRole('button', { name: 'Fail authentication' })).toHaveFocus();
    expect(addressBar()).toBe('/checkout');
  });

  it('completed leads on to the order, and is sent once however often it is pressed', async () => {
    const { api, user, bank } = await openBank();
    api.answers[CHALLENGE] = { json: { paymentIntentId: 'pi_1', status: 'succeeded' } };
    await user.dblClick(bank.getByRole('button', { name: 'Complete' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(api.callsOf(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'complete' },
    ]);
  });

  it('failed is sent once however often it is pressed, told in the provider’s words, gives the focus back, and another card pays', async () => {
    const { api, user, bank } = await openBank();
    await user.dblClick(bank.getByRole('button', { name: 'Fail authentication' }));
    await seenToast('Payment Failed', NOT_YOU);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveFocus();
    expect(api.callsOf(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'fail' },
    ]);

    api.answers[CONFIRM] = checkoutAnswers()[CONFIRM];
    await enterCard(user);
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('left by Escape has failed', async () => {
    const { api, user } = await openBank();
    await user.keyboard('{Escape}');
    await seenToast('Payment Failed', NOT_YOU);
    expect(api.callsOf(CHALLENGE).map(({ body }) => body)).toEqual([
      { clientSecret: CHECKOUT.clientSecret, answer: 'fail' },
    ]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveFocus());
  });

  it('stays until the bank has answered', async () => {
    const { api, user, bank } = await openBank();
    api.answers[CHALLENGE] = { after: new Promise(() => undefined) };
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    await user.keyboard('{Escape}');
    expect(bank.getByRole('button', { name: 'Complete' })).toHaveAttribute('aria-disabled', 'true');
    expect(api.callsOf(CHALLENGE)).toHaveLength(1);
  });

  it('that nobody answers in time is told, and the card can be given again', async () => {
    const { api, user, bank } = await openBank();
    api.answers[CHALLENGE] = { status: 409, text: 'Your bank no longer waits for an answer. Please pay again.' };
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    await seenToast('Payment Failed', 'Your bank no longer waits for an answer. Please pay again.');
    expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled');
  });
});

describe('a payment that takes its time', () => {
  it('is being confirmed on /order-complete', async () => {
    const api = stubApi({
      ...checkoutAnswers(),
      'GET /api/user': { json: pat },
      [CONFIRM]: { json: { paymentIntentId: 'pi_1', status: 'processing' } },
    });
    const paid = api.answers['GET /api/checkout/orders/pi_1'] as { json: object };
    api.answers['GET /api/checkout/orders/pi_1'] = { json: { ...paid.json, state: 'open' } };
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user, '4000000000001018');
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText("We're confirming your payment…")).toBeVisible();
    api.answers['GET /api/checkout/orders/pi_1'] = paid;
    expect(await screen.findByText('Thank you for your order!', undefined, { timeout: 3_000 })).toBeVisible();
  });
});
