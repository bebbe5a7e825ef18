import type { Order } from '@shop/contracts-order';
import { createDeferred, getCurrentAddress, waitForAddress, findToast, stubApi } from '@shop/web-testing';
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
import { declined } from '../testing/sandbox-script.js';
import { stubEventSource } from '../testing/browser-stubs.js';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const LIVE = `/api/orders/${CHECKOUT.order.id}/live`;
const customerOrder = (change: Partial<Order> = {}) =>
  aCustomerOrder({ ...CHECKOUT.order, ...change }, { changeableUntil: null });
const PAID = { status: 'paid', paymentStatus: 'paid' } as const;

const completeButton = () => screen.getByRole('button', { name: 'Complete Order' });

/** Opens the payment step with a connected order stream. */
async function openLiveCheckout(answers: Parameters<typeof stubApi>[0] = {}, Page?: ComponentType) {
  const streams = stubEventSource();
  const api = stubApi({ ...checkoutAnswers(), ...answers });
  const { user } = openShop('/checkout', Page);
  await enterAddress(user);
  await screen.findByRole('button', { name: 'Complete Order' });
  await waitFor(() => expect(streams.opened.map(({ url }) => url)).toEqual([LIVE]));
  const emitOrder = (change?: Partial<Order>): void =>
    act(() => streams.opened.at(-1)?.emit('order', customerOrder(change)));
  emitOrder();
  return { api, user, streams, emitOrder };
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

describe('live updates at the payment step', () => {
  it.each([
    ['is unpaid', {}],
    ['was declined in another tab', { paymentStatus: 'failed' }],
  ] as const)('stay at the payment step while the order %s', async (_, change) => {
    const { emitOrder } = await openLiveCheckout();
    emitOrder(change);
    await waitFor(() => expect(completeButton()).not.toHaveAttribute('aria-disabled'));
    expect(getCurrentAddress()).toBe('/checkout');
  });

  it('show the thank-you page when another tab pays the order', async () => {
    const { api, emitOrder, streams } = await openLiveCheckout();
    emitOrder(PAID);
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    await waitForAddress('/order-complete?payment_intent=pi_1');
    expect(api.callsTo(PREPARE)).toEqual([]);
    expect(streams.opened[0]?.readyState).toBe(streams.CLOSED);
  });

  it('show the order page and refresh the cart when another tab pays and this tab has no client secret', async () => {
    const paid = customerOrder(PAID);
    const { api, emitOrder } = await openLiveCheckout({
      [SHIPPING]: { json: { ...CHECKOUT, clientSecret: '' } },
      [`GET /api/orders/${CHECKOUT.order.id}`]: { json: paid },
    });
    const cartRequests = api.callsTo('GET /api/cart').length;
    emitOrder(PAID);
    await waitForAddress(`/orders/${CHECKOUT.order.id}`);
    await waitFor(() => expect(api.callsTo('GET /api/cart').length).toBeGreaterThan(cartRequests));
  });

  it('are paused while this tab pays and resume after the response', async () => {
    const { promise: pendingResponse, resolve: sendResponse } = createDeferred<void>();
    const { user, emitOrder, streams } = await openLiveCheckout({
      [CONFIRM]: { ...declined('Your card was declined.'), after: pendingResponse },
    });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(completeButton());
    await waitFor(() => expect(streams.opened.at(-1)?.readyState).toBe(streams.CLOSED));
    await act(async () => {
      sendResponse();
      await pendingResponse;
    });
    await findToast('Payment Failed', 'Your card was declined.');
    await waitFor(() => expect(streams.opened).toHaveLength(2));
    emitOrder(PAID);
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('navigate only once if the payment is reported twice', async () => {
    const { user, streams } = await openLiveCheckout({}, AppWithBack);
    act(() => {
      for (let count = 0; count < 2; count += 1) streams.opened.at(-1)?.emit('order', customerOrder(PAID));
    });
    await screen.findByText('Thank you for your order!');
    await user.click(screen.getByRole('button', { name: 'One page back' }));
    await waitForAddress('/checkout');
  });

  it('do not unlock the address during a payment', async () => {
    const { user } = await openLiveCheckout({ [CONFIRM]: { after: new Promise(() => undefined) } });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(completeButton());
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible();
  });

  it('return to the address step when the order is cancelled, without creating another order', async () => {
    const { api, user, emitOrder } = await openLiveCheckout();
    const cartRequests = api.callsTo('GET /api/cart').length;
    emitOrder({ status: 'cancelled' });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This order was cancelled. To order what is in your cart, continue to payment again.',
    );
    expect(screen.queryByRole('button', { name: 'Complete Order' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Full Name')).toHaveValue(ADDRESS.name);
    expect(screen.getByLabelText('Full Name')).toHaveFocus();
    await waitFor(() => expect(api.callsTo('GET /api/cart').length).toBeGreaterThan(cartRequests));
    expect(api.callsTo(SHIPPING)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('button', { name: 'Complete Order' })).toBeVisible();
  });

  it('discard the response of a running refresh when the order is cancelled', async () => {
    const { promise: pendingResponse, resolve: sendResponse } = createDeferred<void>();
    const { api, user, emitOrder, streams } = await openLiveCheckout({
      [PREPARE]: { status: 409, text: 'Your order was changed.' },
    });
    api.responses[SHIPPING] = { json: CHECKOUT, after: pendingResponse };
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await enterCard(user);
    await user.click(completeButton());
    await waitFor(() => expect(api.callsTo(SHIPPING)).toHaveLength(2));
    await waitFor(() => expect(streams.opened.at(-1)?.readyState).not.toBe(streams.CLOSED));
    emitOrder({ status: 'cancelled' });
    expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    await act(async () => {
      sendResponse();
      await pendingResponse;
    });
    expect(screen.queryByRole('button', { name: 'Complete Order' })).not.toBeInTheDocument();
  });
});
