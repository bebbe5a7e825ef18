import { jest } from '@jest/globals';
import { EMPTY_CART } from '@shop/contracts-order';
import { waitForAddress, stubApi } from '@shop/web-testing';
import { act, screen, waitFor } from '@testing-library/react';
import { aCustomerOrder, anOrder, aPrint } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { restoreImage, stubEventSource, stubImage } from '../testing/browser-stubs.js';

const RETURN =
  '/order-complete?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
const PLACED = 'GET /api/checkout/orders/pi_1';
const anonymous = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
const customer = {
  id: crypto.randomUUID(),
  email: 'pat@example.com',
  role: 'user',
  firstName: 'Pat',
  lastName: null,
  profileImageUrl: null,
};
const placedOrder = (state: 'paid' | 'open' | 'failed', paymentMessage: string | null = null) => ({
  json: { state, paymentMessage, order: anOrder() },
});

afterEach(resetBrowser);
afterEach(restoreImage);

describe('order-complete page', () => {
  it('thanks for a paid order and shows number, items and amounts', async () => {
    stubApi({ ...anonymous, [PLACED]: placedOrder('paid'), 'GET /api/cart': { json: EMPTY_CART } });
    openShop(RETURN);
    expect(await screen.findByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    expect(screen.getByText('PA-7K3M9QXW2T')).toBeVisible();
    expect(screen.getByText('Classic T-Shirt')).toBeVisible();
    expect(screen.getByText('$61.83')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
    expect(screen.queryByRole('link', { name: 'My Orders' })).not.toBeInTheDocument();
  });

  it.each([
    ['paid', null],
    ['failed', '{"name":"Pat Doe"}'],
    ['open', '{"name":"Pat Doe"}'],
  ] as const)('of a payment that is %s leaves of the typed address in the tab: %s', async (state, expected) => {
    sessionStorage.setItem('draft:shipping', '{"name":"Pat Doe"}');
    stubApi({ ...anonymous, [PLACED]: placedOrder(state), 'GET /api/cart': { json: EMPTY_CART } });
    openShop(RETURN);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(sessionStorage.getItem('draft:shipping')).toBe(expected));
  });

  it('links a signed-in customer to My Orders', async () => {
    stubApi({
      'GET /api/user': { json: customer },
      [PLACED]: placedOrder('paid'),
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    expect(await screen.findByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders');
  });

  it('removes the secret from the address and keeps what a reload needs', async () => {
    stubApi({ ...anonymous, [PLACED]: placedOrder('paid'), 'GET /api/cart': { json: EMPTY_CART } });
    openShop(RETURN);
    await screen.findByText('Thank you for your order!');
    await waitForAddress('/order-complete?payment_intent=pi_1');
  });

  it('loads the cart again after the payment, even for a guest without the cart cookie', async () => {
    const api = stubApi({ ...anonymous, [PLACED]: placedOrder('paid'), 'GET /api/cart': { json: EMPTY_CART } });
    openShop(RETURN);
    await screen.findByText('Thank you for your order!');
    await waitFor(() => expect(api.callsTo('GET /api/cart')).toHaveLength(1));
  });

  it.each([
    ['paid', 'The payment has arrived, and the order is made.'],
    ['failed', 'The payment did not go through.'],
  ] as const)('announces the payment result: %s', async (state, announcement) => {
    const api = stubApi({ ...anonymous, [PLACED]: placedOrder('open'), 'GET /api/cart': { json: EMPTY_CART } });
    openShop(RETURN);
    await screen.findByText("We're confirming your payment…");
    expect(screen.queryByText(announcement)).not.toBeInTheDocument();
    api.responses[PLACED] = placedOrder(state);
    expect(await screen.findByText(announcement, undefined, { timeout: 3_000 })).toHaveAttribute('role', 'status');
  });

  it('polls once a minute and promises no quick result if a bank takes days', async () => {
    stubEventSource();
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const api = stubApi({
        ...anonymous,
        [PLACED]: { json: { ...placedOrder('open').json, isAwaitingBank: true } },
        'GET /api/cart': { json: EMPTY_CART },
      });
      openShop(RETURN);
      expect(
        await screen.findByText('Your bank is still working on it. That can take some days; we write to you.'),
      ).toBeVisible();
      expect(screen.queryByText(/only a moment/)).not.toBeInTheDocument();
      const requests = api.callsTo(PLACED).length;
      await act(() => jest.advanceTimersByTimeAsync(50_000));
      expect(api.callsTo(PLACED)).toHaveLength(requests);
      api.responses[PLACED] = placedOrder('paid');
      await act(() => jest.advanceTimersByTimeAsync(11_000));
      expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows the end of the change window, links to the order and offers the receipt', async () => {
    const customerOrder = aCustomerOrder();
    const { order } = customerOrder;
    stubApi({
      ...anonymous,
      [PLACED]: { json: { state: 'paid', paymentMessage: null, order } },
      [`GET /api/orders/${order.id}`]: { json: customerOrder },
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    expect(await screen.findByText(/^You can change or cancel until .*\d\d:\d\d\.$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Your Order' })).toHaveAttribute('href', `/orders/${order.id}`);
    expect(screen.getByRole('button', { name: 'Print Receipt' })).toBeVisible();
  });

  it('reloads at once when the stream reports the payment', async () => {
    const streams = stubEventSource();
    const customerOrder = aCustomerOrder({ status: 'created', paymentStatus: 'pending' }, { changeableUntil: null });
    const { order } = customerOrder;
    const api = stubApi({
      ...anonymous,
      [PLACED]: { json: { state: 'open', paymentMessage: null, order } },
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    await screen.findByText("We're confirming your payment…");
    await waitFor(() => expect(streams.opened[0]?.url).toBe(`/api/orders/${order.id}/live`));
    act(() => streams.opened[0]?.emit('order', customerOrder));
    api.responses[PLACED] = {
      json: { state: 'paid', paymentMessage: null, order: { ...order, status: 'paid', paymentStatus: 'paid' } },
    };
    const requests = api.callsTo(PLACED).length;
    act(() =>
      streams.opened[0]?.emit('order', {
        ...customerOrder,
        order: { ...order, status: 'paid', paymentStatus: 'paid' },
      }),
    );
    expect(api.callsTo(PLACED)).toHaveLength(requests + 1);
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(streams.opened[0]?.readyState).toBe(streams.CLOSED);
  });

  it('shows the artwork on the product until the mock-up replaces it', async () => {
    stubImage({ width: 320, height: 320 });
    const streams = stubEventSource();
    const customerOrder = aCustomerOrder();
    const { order } = customerOrder;
    const withoutMockup = {
      ...customerOrder,
      prints: order.items.map(({ id }) => aPrint(id, { state: 'making', fileUrl: null, mockupUrl: null })),
    };
    stubApi({
      ...anonymous,
      [PLACED]: { json: { state: 'paid', paymentMessage: null, order } },
      [`GET /api/orders/${order.id}`]: { json: withoutMockup },
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    const picture = await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' });
    expect(picture).toHaveAttribute('src', '/pictures/tshirt-white.svg');
    const line = picture.closest('li')!;
    expect(line.querySelector('[data-print-area] img')).toHaveAttribute('src', order.items[0]?.generatedImage?.url);

    await waitFor(() => expect(streams.opened.at(-1)?.url).toBe(`/api/orders/${order.id}/live`));
    const items = order.items.map((item) => ({ ...item, mockupUrl: '/media/mock-up' }));
    act(() => streams.opened.at(-1)?.emit('order', { ...customerOrder, order: { ...order, items } }));
    await waitFor(() => expect(line.querySelector('img')).toHaveAttribute('src', '/media/mock-up'));
    expect(line.querySelectorAll('img')).toHaveLength(1);
  });

  it('keeps the preview while a mock-up loads or if it fails to load', async () => {
    const streams = stubEventSource();
    const customerOrder = aCustomerOrder();
    const { order } = customerOrder;
    stubImage(null);
    stubApi({
      ...anonymous,
      [PLACED]: { json: { state: 'paid', paymentMessage: null, order } },
      [`GET /api/orders/${order.id}`]: { json: customerOrder },
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' });
    await waitFor(() => expect(streams.opened.at(-1)?.url).toBe(`/api/orders/${order.id}/live`));
    const items = order.items.map((item) => ({ ...item, title: 'Tee with a mock-up', mockupUrl: '/media/mock-up' }));
    act(() => streams.opened.at(-1)?.emit('order', { ...customerOrder, order: { ...order, items } }));
    expect(await screen.findByRole('img', { name: 'Your artwork on Tee with a mock-up' })).toHaveAttribute(
      'src',
      '/pictures/tshirt-white.svg',
    );
  });

  it('replaces the thank-you when the order is cancelled while the page is open', async () => {
    const streams = stubEventSource();
    const customerOrder = aCustomerOrder();
    const { order } = customerOrder;
    stubApi({
      ...anonymous,
      [PLACED]: { json: { state: 'paid', paymentMessage: null, order } },
      [`GET /api/orders/${order.id}`]: { json: customerOrder },
      'GET /api/cart': { json: EMPTY_CART },
    });
    openShop(RETURN);
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you for your order!' })).toBeVisible();
    await waitFor(() => expect(streams.opened.at(-1)?.url).toBe(`/api/orders/${order.id}/live`));
    const cancelled = aCustomerOrder(
      { ...order, status: 'cancelled', paymentStatus: 'refunded' },
      { changeableUntil: null },
    );
    act(() => streams.opened.at(-1)?.emit('order', cancelled));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your order was cancelled' })).toBeVisible();
    expect(screen.getAllByText(/^Cancelled and refunded\.$/)).not.toEqual([]);
    expect(screen.queryByText('Thank you for your order!')).not.toBeInTheDocument();
  });

  it('says why a payment failed and links back to the checkout', async () => {
    stubApi({ ...anonymous, [PLACED]: placedOrder('failed', 'Your card was declined.') });
    openShop(RETURN);
    expect(await screen.findByRole('heading', { name: "Your payment didn't go through" })).toBeVisible();
    expect(screen.getByText(/Your card was declined\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Checkout' })).toHaveAttribute('href', '/checkout');
  });

  it.each([
    [
      'is being checked',
      'open',
      { retained: '1.00' },
      "We're checking your payment",
      /after a day at the latest it goes back to you/,
    ],
    [
      'was returned while the order was open',
      'open',
      { refunded: '1.00' },
      "Your payment didn't go through",
      /\$1\.00 went back to your card or account/,
    ],
    [
      'is being returned',
      'failed',
      { pending: '1.00' },
      "Your payment didn't go through",
      '$1.00 is on its way back to your card or account.',
    ],
  ] as const)(
    'says that a mismatched amount %s, not that nothing was charged',
    async (_, state, amounts, title, text) => {
      const refundSummary = {
        currency: 'usd',
        refunded: '0.00',
        pending: '0.00',
        chargedBack: '0.00',
        retained: '0.00',
        isDisputed: false,
        ...amounts,
      };
      stubApi({ ...anonymous, [PLACED]: { json: { ...placedOrder(state).json, refundSummary } } });
      openShop(RETURN);
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByText(/Nothing was charged/)).not.toBeInTheDocument();
    },
  );

  it('shows a failure from the redirect that the server does not know yet', async () => {
    stubApi({ ...anonymous, [PLACED]: placedOrder('open') });
    openShop('/order-complete?payment_intent=pi_1&redirect_status=failed');
    expect(await screen.findByText("Your payment didn't go through")).toBeVisible();
  });

  it.each([['/order-complete?payment_intent=pi_2'], ['/order-complete']])(
    'shows not found for an unknown order (%s)',
    async (address) => {
      stubApi({ ...anonymous, 'GET /api/checkout/orders/pi_2': { status: 404, text: 'Not found' } });
      openShop(address);
      expect(await screen.findByText("We couldn't find that order")).toBeVisible();
      expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    },
  );

  it('offers Retry when the order cannot be loaded', async () => {
    const api = stubApi({
      ...anonymous,
      [PLACED]: { status: 503, text: 'Orders are unavailable right now.' },
      'GET /api/cart': { json: EMPTY_CART },
    });
    const { user } = openShop(RETURN);
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    api.responses[PLACED] = placedOrder('paid');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });
});
