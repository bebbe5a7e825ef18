import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { themeStore } from '@shop/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { CHANGED_CHECKOUT, CHECKOUT, checkoutAnswers, pat, PREPARE, SHIPPING } from '../../testing/checkout-steps.js';
import { FakeStripe } from '../../testing/fake-stripe.js';
import { resetBrowser, setCartCookie, openShop } from '../../testing/open-shop.js';

/** A guest without an e-mail is not told the secret. */
const SHOWN = { ...CHECKOUT, clientSecret: '' };

const answers = () => ({
  ...checkoutAnswers(),
  'GET /api/checkout/config': { json: { provider: 'stripe', publishableKey: 'pk_test_1' } },
  [SHIPPING]: { json: SHOWN },
});

let stripe: FakeStripe;
beforeEach(() => {
  setCartCookie();
  stripe = FakeStripe.install();
});
afterEach(() => {
  resetBrowser();
  themeStore.set('light');
  document.documentElement.removeAttribute('style');
});

/** Goes to the payment step. */
async function toPayment(change: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ ...answers(), ...change });
  const { user } = openShop('/checkout');
  for (const [label, value] of [
    ['Full Name', 'Pat Doe'],
    ['Address', '12 Elm Street'],
    ['City', 'Springfield'],
    ['State', 'IL'],
    ['ZIP Code', '62704'],
  ] as const) {
    await user.type(await screen.findByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled'),
  );
  return { api, user, pay: () => user.click(screen.getByRole('button', { name: 'Complete Order' })) };
}

describe('/checkout, payment by Stripe', () => {
  it('shows the Payment Element of this amount, and nothing of the sandbox', async () => {
    await toPayment();
    expect(await screen.findByText('Payment Element')).toBeVisible();
    expect(stripe.keys).toEqual(['pk_test_1']);
    expect(stripe.options[0]).toMatchObject({ mode: 'payment', amount: 6_183, currency: 'usd' });
    expect(screen.queryByText(/payment sandbox/)).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
  });

  it('gives it the shop’s look, and again when the theme changes', async () => {
    document.documentElement.style.setProperty('--card', '#ffffff');
    await toPayment();
    expect(stripe.options[0]?.appearance?.variables).toMatchObject({ colorBackground: '#ffffff' });
    document.documentElement.style.setProperty('--card', '#251a2a');
    act(() => themeStore.set('dark'));
    await waitFor(() =>
      expect(stripe.options.at(-1)?.appearance?.variables).toMatchObject({ colorBackground: '#251a2a' }),
    );
  });

  it('asks a guest for an e-mail, gets the secret for it and for what is shown, and only then gives the money', async () => {
    const { api, user, pay } = await toPayment();
    await pay();
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(stripe.confirmed).toEqual([]);

    await user.type(screen.getByLabelText('Email'), 'Guest@Example.com');
    await pay();
    await waitFor(() => expect(stripe.confirmed).toHaveLength(1));
    expect(api.callsOf(PREPARE).map(({ body }) => body)).toEqual([
      { orderNumber: CHECKOUT.orderNumber, revision: 'first', email: 'guest@example.com' },
    ]);
    expect(stripe.paid).toEqual([{ clientSecret: CHECKOUT.clientSecret, amount: 6_183 }]);
    expect(stripe.confirmed).toEqual([
      {
        return_url: 'http://localhost/order-complete',
        payment_method_data: { billing_details: { email: 'guest@example.com' } },
      },
    ]);
  });

  it('takes no money where the shop could not be asked', async () => {
    const { user, pay } = await toPayment({ [PREPARE]: { status: 503, text: 'Orders are unavailable right now.' } });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await pay();
    await seenToast('Payment Failed', 'Orders are unavailable right now.');
    expect(stripe.confirmed).toEqual([]);
  });

  it('uses a customer’s own e-mail, and stays shut until Stripe leads away', async () => {
    const { api, user } = await toPayment({ 'GET /api/user': { json: pat } });
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.dblClick(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(stripe.confirmed).toHaveLength(1));
    expect(stripe.confirmed[0]?.payment_method_data.billing_details.email).toBe('pat@example.com');
    expect(stripe.elementOptions).toMatchObject({ readOnly: true });
    expect(api.callsOf(PREPARE).map(({ body }) => body)).toEqual([
      { orderNumber: CHECKOUT.orderNumber, revision: 'first' },
    ]);
  });

  it('shows a decline in Stripe’s words, stays, and takes another try', async () => {
    const { pay } = await toPayment({ 'GET /api/user': { json: pat } });
    stripe.confirmResult = () =>
      Promise.resolve({ error: { type: 'card_error', message: 'Your card has insufficient funds.' } });
    await pay();
    await seenToast('Payment Failed', 'Your card has insufficient funds.');
    expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveAccessibleDescription(
      'Your card has insufficient funds.',
    );
    expect(addressBar()).toBe('/checkout');
    expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled');
    await pay();
    await waitFor(() => expect(stripe.confirmed).toHaveLength(2));
  });

  it('names what is missing in the form before anything is asked of anybody', async () => {
    const { pay } = await toPayment({ 'GET /api/user': { json: pat } });
    stripe.invalid = { type: 'validation_error', message: 'Your card number is incomplete.' };
    await pay();
    await seenToast('Payment Failed', 'Your card number is incomplete.');
    expect(stripe.confirmed).toEqual([]);
  });

  it('goes on to the order where it was paid already', async () => {
    const { pay } = await toPayment({ 'GET /api/user': { json: pat } });
    stripe.confirmResult = () =>
      Promise.resolve({
        error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'succeeded' } },
      });
    await pay();
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it.each([
    ['by the shop', { [PREPARE]: { status: 409, text: 'It was changed.' } }, undefined],
    [
      'by Stripe, whose intent has ended',
      {},
      { error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'canceled' } } },
    ],
  ])(
    'an order that was changed in another tab is refused %s, told with its new total, and paid at that in the same form',
    async (_, change, refusal) => {
      const { api, pay } = await toPayment({ 'GET /api/user': { json: pat }, ...change });
      api.answers[SHIPPING] = { json: CHANGED_CHECKOUT };
      if (refusal) stripe.confirmResult = () => Promise.resolve(refusal);
      await pay();
      expect(await screen.findByRole('alert')).toHaveTextContent('comes to $87.75 now');
      expect(stripe.mounted).toBe(1);

      api.answers[PREPARE] = { json: { clientSecret: CHANGED_CHECKOUT.clientSecret } };
      stripe.confirmResult = () => new Promise(() => undefined);
      await pay();
      await waitFor(() => expect(stripe.paid.at(-1)).toEqual({ clientSecret: 'pi_2_secret_3', amount: 8_775 }));
    },
  );
});
