import { getCurrentAddress, findToast, stubApi } from '@shop/web-testing';
import { themeStore } from '@shop/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { CHANGED_CHECKOUT, CHECKOUT, checkoutAnswers, customer, PREPARE, SHIPPING } from '../testing/checkout-steps.js';
import { FakeStripe } from '../testing/fake-stripe.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

/** A guest without an email does not get the client secret. */
const CHECKOUT_WITHOUT_SECRET = { ...CHECKOUT, clientSecret: '' };

const answers = () => ({
  ...checkoutAnswers(),
  'GET /api/checkout/config': { json: { provider: 'stripe', publishableKey: 'pk_test_1' } },
  [SHIPPING]: { json: CHECKOUT_WITHOUT_SECRET },
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

/** Opens the payment step. */
async function openPaymentStep(change: Parameters<typeof stubApi>[0] = {}) {
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

describe('payment by Stripe', () => {
  it('shows the Payment Element for this amount and nothing of the sandbox', async () => {
    await openPaymentStep();
    expect(await screen.findByText('Payment Element')).toBeVisible();
    expect(stripe.keys).toEqual(['pk_test_1']);
    expect(stripe.options[0]).toMatchObject({ mode: 'payment', amount: 6_183, currency: 'usd' });
    expect(screen.queryByText(/payment sandbox/)).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
  });

  it('applies the shop’s appearance and updates it when the theme changes', async () => {
    document.documentElement.style.setProperty('--card', '#ffffff');
    await openPaymentStep();
    expect(stripe.options[0]?.appearance?.variables).toMatchObject({ colorBackground: '#ffffff' });
    document.documentElement.style.setProperty('--card', '#251a2a');
    act(() => themeStore.set('dark'));
    await waitFor(() =>
      expect(stripe.options.at(-1)?.appearance?.variables).toMatchObject({ colorBackground: '#251a2a' }),
    );
  });

  it('requires a guest’s email, gets the secret for the displayed revision, and only then confirms the payment', async () => {
    const { api, user, pay } = await openPaymentStep();
    await pay();
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(stripe.confirmed).toEqual([]);

    await user.type(screen.getByLabelText('Email'), 'Guest@Example.com');
    await pay();
    await waitFor(() => expect(stripe.confirmed).toHaveLength(1));
    expect(api.callsTo(PREPARE).map(({ body }) => body)).toEqual([
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

  it('confirms no payment if the shop cannot be reached', async () => {
    const { user, pay } = await openPaymentStep({
      [PREPARE]: { status: 503, text: 'Orders are unavailable right now.' },
    });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await pay();
    await findToast('Payment Failed', 'Orders are unavailable right now.');
    expect(stripe.confirmed).toEqual([]);
  });

  it('uses the customer’s account email and keeps the button disabled until Stripe redirects', async () => {
    const { api, user } = await openPaymentStep({ 'GET /api/user': { json: customer } });
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.dblClick(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(stripe.confirmed).toHaveLength(1));
    expect(stripe.confirmed[0]?.payment_method_data.billing_details.email).toBe('pat@example.com');
    expect(stripe.elementOptions).toMatchObject({ readOnly: true });
    expect(api.callsTo(PREPARE).map(({ body }) => body)).toEqual([
      { orderNumber: CHECKOUT.orderNumber, revision: 'first' },
    ]);
  });

  it('shows Stripe’s decline message and allows another attempt', async () => {
    const { pay } = await openPaymentStep({ 'GET /api/user': { json: customer } });
    stripe.confirmResult = () =>
      Promise.resolve({ error: { type: 'card_error', message: 'Your card has insufficient funds.' } });
    await pay();
    await findToast('Payment Failed', 'Your card has insufficient funds.');
    expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveAccessibleDescription(
      'Your card has insufficient funds.',
    );
    expect(getCurrentAddress()).toBe('/checkout');
    expect(screen.getByRole('button', { name: 'Complete Order' })).not.toHaveAttribute('aria-disabled');
    await pay();
    await waitFor(() => expect(stripe.confirmed).toHaveLength(2));
  });

  it('reports invalid input before it contacts the shop or Stripe', async () => {
    const { pay } = await openPaymentStep({ 'GET /api/user': { json: customer } });
    stripe.invalid = { type: 'validation_error', message: 'Your card number is incomplete.' };
    await pay();
    await findToast('Payment Failed', 'Your card number is incomplete.');
    expect(stripe.confirmed).toEqual([]);
  });

  it('shows the order if it was already paid', async () => {
    const { pay } = await openPaymentStep({ 'GET /api/user': { json: customer } });
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
      'by Stripe, which cancelled the intent',
      {},
      { error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'canceled' } } },
    ],
  ])(
    'an order changed in another tab is rejected %s, shown with its new total, and paid in the same form',
    async (_, change, stripeError) => {
      const { api, pay } = await openPaymentStep({ 'GET /api/user': { json: customer }, ...change });
      api.responses[SHIPPING] = { json: CHANGED_CHECKOUT };
      if (stripeError) stripe.confirmResult = () => Promise.resolve(stripeError);
      await pay();
      expect(await screen.findByRole('alert')).toHaveTextContent('comes to $87.75 now');
      expect(stripe.mounted).toBe(1);

      api.responses[PREPARE] = { json: { clientSecret: CHANGED_CHECKOUT.clientSecret } };
      stripe.confirmResult = () => new Promise(() => undefined);
      await pay();
      await waitFor(() => expect(stripe.paid.at(-1)).toEqual({ clientSecret: 'pi_2_secret_3', amount: 8_775 }));
    },
  );
});
