import type { Order } from '@shop/contracts/order';
import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import App from '../app.js';
import { aCustomerOrder } from '../testing/builders.js';
import {
  ADDRESS,
  CHECKOUT,
  checkoutAnswers,
  CONFIRM,
  enterAddress,
  enterCard,
  PREPARE,
  SHIPPING,
} from '../testing/checkout-steps.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';
import { stubEventSource } from '../testing/stub-event-source.js';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const LIVE = `/api/orders/${CHECKOUT.order.id}/live`;
const now = (change: Partial<Order> = {}) =>
  aCustomerOrder({ ...CHECKOUT.order, ...change }, { changeableUntil: null });
const PAID = { status: 'paid', paymentStatus: 'paid' } as const;

const complete = () => screen.getByRole('button', { name: 'Complete Order' });

/** At the payment step, whose order the stream has told of. */
async function openLiveCheckout(answers: Parameters<typeof stubApi>[0] = {}, Page?: ComponentType) {
  const streams = stubEventSource();
  const api = stubApi({ ...checkoutAnswers(), ...answers });
  const { user } = openShop('/checkout', Page);
  await enterAddress(user);
  await screen.findByRole('button', { name: 'Complete Order' });
  await waitFor(() => expect(streams.opened.map(({ url }) => url)).toEqual([LIVE]));
  const hear = (change?: Partial<Order>): void => act(() => streams.opened.at(-1)?.emit('order', now(change)));
  hear();
  return { api, user, streams, hear };
}

function AppWithBack() {
  const navigate = useNavigate();
  return (
    <>
      <App />
      <button onClick={() => void navigate(-1)}>One page back</button>
    </>
  );
}

describe('an order at the payment step', () => {
  it.each([
    ['waits to be paid', {}],
    ['was declined in another tab', { paymentStatus: 'failed' }],
  ] as const)('that %s stays there', async (_, change) => {
    const { hear } = await openLiveCheckout();
    hear(change);
    expect(complete()).not.toHaveAttribute('aria-disabled');
    expect(addressBar()).toBe('/checkout');
  });

  it('that is paid in another tab is thanked for here too, without a press', async () => {
    const { api, hear, streams } = await openLiveCheckout();
    hear(PAID);
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    await waitFor(() => expect(addressBar()).toBe('/order-complete?payment_intent=pi_1'));
    expect(api.callsOf(PREPARE)).toEqual([]);
    expect(streams.opened[0]?.readyState).toBe(streams.CLOSED);
  });

  it('that is paid in another tab, where no secret was told here, shows its own page, and what was paid for leaves the cart', async () => {
    const paid = now(PAID);
    const { api, hear } = await openLiveCheckout({
      [SHIPPING]: { json: { ...CHECKOUT, clientSecret: '' } },
      [`GET /api/orders/${CHECKOUT.order.id}`]: { json: paid },
    });
    const looks = api.callsOf('GET /api/cart').length;
    hear(PAID);
    await waitFor(() => expect(addressBar()).toBe(`/orders/${CHECKOUT.order.id}`));
    await waitFor(() => expect(api.callsOf('GET /api/cart').length).toBeGreaterThan(looks));
  });

  it('that is being paid here is led by what the provider says, which the stream would only disturb, until that is said', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { user, hear, streams } = await openLiveCheckout({
      [CONFIRM]: { status: 422, text: 'Your card was declined.', after: held },
    });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(complete());
    await waitFor(() => expect(streams.opened.at(-1)?.readyState).toBe(streams.CLOSED));
    await act(async () => {
      answer();
      await held;
    });
    await seenToast('Payment Failed', 'Your card was declined.');
    await waitFor(() => expect(streams.opened).toHaveLength(2));
    hear(PAID);
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('that is told to be paid twice, before the next page is there, is left once', async () => {
    const { user, streams } = await openLiveCheckout({}, AppWithBack);
    act(() => {
      for (let told = 0; told < 2; told += 1) streams.opened.at(-1)?.emit('order', now(PAID));
    });
    await screen.findByText('Thank you for your order!');
    await user.click(screen.getByRole('button', { name: 'One page back' }));
    await waitFor(() => expect(addressBar()).toBe('/checkout'));
  });

  it('keeps its address while it is being paid', async () => {
    const { user } = await openLiveCheckout({ [CONFIRM]: { after: new Promise(() => undefined) } });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(complete());
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible();
  });

  it('that is cancelled can’t be paid any more: the page says so, goes back to the address, and makes no other by itself', async () => {
    const { api, user, hear } = await openLiveCheckout();
    const looks = api.callsOf('GET /api/cart').length;
    hear({ status: 'cancelled' });
    await seenToast('Error', 'This order was cancelled. To order what is in your cart, continue to payment again.');
    expect(screen.queryByRole('button', { name: 'Complete Order' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Full Name')).toHaveValue(ADDRESS.name);
    expect(screen.getByLabelText('Full Name')).toHaveFocus();
    await waitFor(() => expect(api.callsOf('GET /api/cart').length).toBeGreaterThan(looks));
    expect(api.callsOf(SHIPPING)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('button', { name: 'Complete Order' })).toBeVisible();
  });

  it('that is cancelled while it is asked for anew stays away', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { api, user, hear, streams } = await openLiveCheckout({
      [PREPARE]: { status: 409, text: 'Your order was changed.' },
    });
    api.answers[SHIPPING] = { json: CHECKOUT, after: held };
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(complete());
    await waitFor(() => expect(api.callsOf(SHIPPING)).toHaveLength(2));
    await waitFor(() => expect(streams.opened.at(-1)?.readyState).not.toBe(streams.CLOSED));
    hear({ status: 'cancelled' });
    expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    await act(async () => {
      answer();
      await held;
    });
    expect(screen.queryByRole('button', { name: 'Complete Order' })).not.toBeInTheDocument();
  });
});
