import { orderChangedSentence } from '@shop/contracts/order';
import { seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import {
  ADDRESS,
  CHANGED_CHECKOUT,
  CHECKOUT,
  checkoutAnswers,
  CONFIRM,
  enterAddress,
  enterCard,
  pat,
  PREPARE,
  SHIPPING,
} from '../testing/checkout-steps.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

const CHANGED = { status: 409, text: orderChangedSentence('87.75') };
const OVER = { status: 409, text: 'Your bank no longer waits for an answer. Please pay again.' };
const CHALLENGE = 'POST /api/sandbox/payments/challenge';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const complete = () => screen.getByRole('button', { name: 'Complete Order' });

/** At the payment step with a card in the form, while another tab has changed the order. */
async function openOutdated(answers: Parameters<typeof stubApi>[0]) {
  const api = stubApi({ ...checkoutAnswers(), 'GET /api/user': { json: pat }, ...answers });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  await enterCard(user);
  api.answers[SHIPPING] = { json: CHANGED_CHECKOUT };
  return { api, user };
}

describe('an order that another tab has changed', () => {
  it.each([
    ['before it is paid', PREPARE],
    ['in the moment it is paid', CONFIRM],
  ])('is told %s, with the new sums, and the card stays in the form', async (_, call) => {
    const { api, user } = await openOutdated({ [call]: CHANGED });
    expect(screen.getByText('$61.83')).toBeVisible();
    await user.click(complete());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your order was changed in another tab and comes to $87.75 now. Please look at it again before you pay.',
    );
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByText('$87.75', { selector: 'dd' })).toBeVisible();
    expect(screen.queryByText('$61.83')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(api.callsOf(SHIPPING).map(({ body }) => body)).toEqual([ADDRESS, ADDRESS]);
  });

  it('is then paid with one press, at what is shown now', async () => {
    const { api, user } = await openOutdated({ [PREPARE]: CHANGED });
    await user.click(complete());
    await screen.findByRole('alert');
    api.answers[PREPARE] = { json: { clientSecret: CHANGED_CHECKOUT.clientSecret } };
    await user.click(complete());
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(api.callsOf(PREPARE)[1]?.body).toEqual({ orderNumber: CHECKOUT.orderNumber, revision: 'second' });
    expect(api.callsOf(CONFIRM)[0]?.body).toMatchObject({ clientSecret: 'pi_2_secret_3', amountCents: 8_775 });
  });

  it('ends the bank’s question about the old amount', async () => {
    const asked = {
      json: { paymentIntentId: 'pi_1', status: 'requires_action', challenge: { amount: '61.83', last4: '3155' } },
    };
    const { user } = await openOutdated({ [CONFIRM]: asked, [CHALLENGE]: CHANGED });
    await user.click(complete());
    await user.click(await screen.findByRole('button', { name: 'Complete' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('$87.75');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('says what was refused where it turns out to be what is shown', async () => {
    const { api, user } = await openOutdated({ [PREPARE]: OVER });
    api.answers[SHIPPING] = { json: CHECKOUT };
    await user.click(complete());
    await seenToast('Payment Failed', OVER.text);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(complete()).not.toHaveAttribute('aria-disabled');
    // Beside the button as well, until the next try.
    expect(complete()).toHaveAccessibleDescription(OVER.text);
    api.answers[SHIPPING] = { after: new Promise(() => undefined) };
    await user.click(complete());
    await waitFor(() => expect(api.callsOf(SHIPPING)).toHaveLength(3));
    expect(screen.getByRole('button', { name: 'Processing...' })).not.toHaveAccessibleDescription();
  });

  it('is told as a new one where it was cancelled meanwhile', async () => {
    const { api, user } = await openOutdated({
      [PREPARE]: { status: 409, text: 'This order can no longer be changed.' },
    });
    api.answers[SHIPPING] = {
      json: {
        ...CHECKOUT,
        orderNumber: 'PA-2',
        clientSecret: 'pi_2_secret_3',
        order: { ...CHECKOUT.order, id: crypto.randomUUID(), orderNumber: 'PA-2' },
      },
    };
    await user.click(complete());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The order that you saw was cancelled meanwhile, and this is a new one. Please look at it again before you pay.',
    );
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('goes back to the address where the cart cannot be ordered any more', async () => {
    const { api, user } = await openOutdated({ [PREPARE]: CHANGED });
    api.answers[SHIPPING] = { status: 409, text: 'A price in your cart has changed. Please check it and try again.' };
    await user.click(complete());
    await seenToast('Error', 'A price in your cart has changed. Please check it and try again.');
    expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  });

  it('keeps the payment step where the shop cannot be asked', async () => {
    const { api, user } = await openOutdated({ [PREPARE]: CHANGED });
    api.answers[SHIPPING] = { status: 503, text: 'Orders are unavailable right now.' };
    await user.click(complete());
    await seenToast('Payment Failed', 'Orders are unavailable right now.');
    expect(complete()).not.toHaveAttribute('aria-disabled');
    expect(complete()).toHaveAccessibleDescription('Orders are unavailable right now.');
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  });
});

it('the payment step shows the order as it was placed, also where the cart on this page was an older one', async () => {
  stubApi({ ...checkoutAnswers(), [SHIPPING]: { json: CHANGED_CHECKOUT } });
  const { user } = openShop('/checkout');
  expect(await screen.findByText('$61.83')).toBeVisible();
  await enterAddress(user);
  expect(await screen.findByText('$87.75')).toBeVisible();
  expect(screen.queryByText('$61.83')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
