import { orderChangedMessage } from '@shop/contracts-order';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import {
  ADDRESS,
  CHANGED_CHECKOUT,
  CHECKOUT,
  checkoutAnswers,
  CONFIRM,
  enterAddress,
  enterCard,
  customer,
  PREPARE,
  SHIPPING,
} from '../testing/checkout-steps.js';
import { anIntent, unpayable } from '../testing/sandbox-script.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

const CHANGED = { status: 409, text: orderChangedMessage('87.75') };
const EXPIRED = { status: 409, text: 'Your bank no longer waits for an answer. Please pay again.' };
const CONFIRM_CHANGED = 'POST /sandbox/v1/payment_intents/pi_2/confirm';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const completeButton = () => screen.getByRole('button', { name: 'Complete Order' });

/** Opens the payment step with a card in the form after another tab has changed the order. */
async function openOutdatedCheckout(answers: Parameters<typeof stubApi>[0]) {
  const api = stubApi({ ...checkoutAnswers(), 'GET /api/user': { json: customer }, ...answers });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  await enterCard(user);
  api.responses[SHIPPING] = { json: CHANGED_CHECKOUT };
  return { api, user };
}

describe('an order that was changed in another tab', () => {
  it.each([
    ['before the payment', { [PREPARE]: CHANGED }],
    ['during the payment, whose intent was cancelled', { [CONFIRM]: unpayable('canceled') }],
  ])('is announced %s with the new amounts; the card stays in the form', async (_, answer) => {
    const { api, user } = await openOutdatedCheckout(answer);
    expect(screen.getByText('$61.83')).toBeVisible();
    await user.click(completeButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your order was changed in another tab and comes to $87.75 now. Please look at it again before you pay.',
    );
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByText('$87.75', { selector: 'dd' })).toBeVisible();
    expect(screen.queryByText('$61.83')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(api.callsTo(SHIPPING).map(({ body }) => body)).toEqual([ADDRESS, ADDRESS]);
  });

  it('is then paid with one click for the new amount', async () => {
    const { api, user } = await openOutdatedCheckout({ [PREPARE]: CHANGED });
    await user.click(completeButton());
    await screen.findByRole('alert');
    api.responses[PREPARE] = { json: { clientSecret: CHANGED_CHECKOUT.clientSecret } };
    api.responses[CONFIRM_CHANGED] = { json: anIntent('succeeded') };
    await user.click(completeButton());
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(api.callsTo(PREPARE)[1]?.body).toEqual({ orderNumber: CHECKOUT.orderNumber, revision: 'second' });
    const sent = Object.fromEntries(api.callsTo(CONFIRM_CHANGED)[0]?.body as URLSearchParams);
    expect(sent).toMatchObject({ client_secret: 'pi_2_secret_3' });
  });

  it('shows the payment error if the order turns out to be unchanged', async () => {
    const { api, user } = await openOutdatedCheckout({ [PREPARE]: EXPIRED });
    api.responses[SHIPPING] = { json: CHECKOUT };
    await user.click(completeButton());
    await findToast('Payment Failed', EXPIRED.text);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(completeButton()).not.toHaveAttribute('aria-disabled');
    // The error is also shown next to the button until the next attempt.
    expect(completeButton()).toHaveAccessibleDescription(EXPIRED.text);
    api.responses[SHIPPING] = { after: new Promise(() => undefined) };
    await user.click(completeButton());
    await waitFor(() => expect(api.callsTo(SHIPPING)).toHaveLength(3));
    expect(screen.getByRole('button', { name: 'Processing...' })).not.toHaveAccessibleDescription();
  });

  it('is announced as a new order if the old one was cancelled', async () => {
    const { api, user } = await openOutdatedCheckout({
      [PREPARE]: { status: 409, text: 'This order can no longer be changed.' },
    });
    api.responses[SHIPPING] = {
      json: {
        ...CHECKOUT,
        orderNumber: 'PA-2',
        clientSecret: 'pi_2_secret_3',
        order: { ...CHECKOUT.order, id: crypto.randomUUID(), orderNumber: 'PA-2' },
      },
    };
    await user.click(completeButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The order that you saw has been cancelled, and this is a new one. Please look at it again before you pay.',
    );
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it.each([
    [409, 'A price in your cart has changed. Please check it and try again.'],
    [422, 'Please choose a color for Bone Pet Tag.'],
  ])('returns to the address step if the cart can no longer be ordered (%s)', async (status, text) => {
    const { api, user } = await openOutdatedCheckout({ [PREPARE]: CHANGED });
    api.responses[SHIPPING] = { status, text };
    await user.click(completeButton());
    await findToast('Error', 'Could not process shipping information');
    expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toHaveAccessibleDescription(text);
  });

  it('stays at the payment step if the shop cannot be reached', async () => {
    const { api, user } = await openOutdatedCheckout({ [PREPARE]: CHANGED });
    api.responses[SHIPPING] = { status: 503, text: 'Orders are unavailable right now.' };
    await user.click(completeButton());
    await findToast('Payment Failed', 'Orders are unavailable right now.');
    expect(completeButton()).not.toHaveAttribute('aria-disabled');
    expect(completeButton()).toHaveAccessibleDescription('Orders are unavailable right now.');
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  });
});

it('the payment step shows the placed order even if the cart on this page is outdated', async () => {
  stubApi({ ...checkoutAnswers(), [SHIPPING]: { json: CHANGED_CHECKOUT } });
  const { user } = openShop('/checkout');
  expect(await screen.findByText('$61.83')).toBeVisible();
  await enterAddress(user);
  expect(await screen.findByText('$87.75')).toBeVisible();
  expect(screen.queryByText('$61.83')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
