import { leavePage, restorePage, stubApi } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  checkoutAnswers,
  CHECKOUT,
  CONFIRM,
  customer,
  enterAddress,
  enterCard,
  SHIPPING,
} from '../testing/checkout-steps.js';
import { FakeStripe } from '../testing/fake-stripe.js';
import { openShop, resetBrowser, setCartCookie } from '../testing/open-shop.js';
import { stubEventSource } from '../testing/browser-stubs.js';

const NEVER = { after: new Promise(() => undefined) };
const CHALLENGE = 'POST /api/sandbox/payments/challenge';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const findButton = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
};

async function openPaymentStep(answers: Parameters<typeof stubApi>[0]) {
  const api = stubApi({ ...checkoutAnswers(), 'GET /api/user': { json: customer }, ...answers });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  return { api, user };
}

/** Pays without an answer, and comes back out of the back/forward cache. */
async function payAndComeBack(user: Awaited<ReturnType<typeof openPaymentStep>>['user']): Promise<void> {
  await user.click(await findButton('Complete Order'));
  expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
  act(leavePage);
  act(restorePage);
}

describe('Back from a payment page', () => {
  it('of Stripe: the form can be sent again, and the order is followed again', async () => {
    const stripe = FakeStripe.install();
    const streams = stubEventSource();
    const { user } = await openPaymentStep({
      'GET /api/checkout/config': { json: { provider: 'stripe', publishableKey: 'pk_test_1' } },
      [SHIPPING]: { json: { ...CHECKOUT, clientSecret: '' } },
    });
    await findButton('Complete Order');
    await payAndComeBack(user);
    expect(stripe.confirmed).toHaveLength(1);
    await user.click(await findButton('Complete Order'));
    await waitFor(() => expect(stripe.confirmed).toHaveLength(2));
    act(leavePage);
    const before = streams.opened.length;
    act(restorePage);
    await waitFor(() => expect(streams.opened.length).toBeGreaterThan(before));
  });

  it('of the sandbox: the form can be sent again', async () => {
    const { api, user } = await openPaymentStep({ [CONFIRM]: NEVER });
    await enterCard(user);
    await payAndComeBack(user);
    await user.click(await findButton('Complete Order'));
    await waitFor(() => expect(api.callsTo(CONFIRM)).toHaveLength(2));
  });

  it('of the sandbox: the bank’s question can be answered again', async () => {
    const { api, user } = await openPaymentStep({
      [CONFIRM]: {
        json: { paymentIntentId: 'pi_1', status: 'requires_action', challenge: { amount: '61.83', last4: '3155' } },
      },
      [CHALLENGE]: NEVER,
    });
    await enterCard(user, '4000002500003155');
    await user.click(await findButton('Complete Order'));
    const bank = within(await screen.findByRole('alertdialog'));
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    act(leavePage);
    act(restorePage);
    await waitFor(() => expect(bank.getByRole('button', { name: 'Complete' })).not.toHaveAttribute('aria-disabled'));
    await user.click(bank.getByRole('button', { name: 'Complete' }));
    await waitFor(() => expect(api.callsTo(CHALLENGE)).toHaveLength(2));
  });
});
