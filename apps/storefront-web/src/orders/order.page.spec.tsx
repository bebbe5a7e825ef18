import { jest } from '@jest/globals';
import type { CustomerOrder, OrderStatus, PaymentStatus } from '@shop/contracts-order';
import { waitForAddress, stubApi } from '@shop/web-testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, anOrder, aPrint, signedIn } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { setVisibility } from '../testing/browser-stubs.js';

afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

const getSteps = () => within(screen.getByRole('list', { name: 'Progress of your order' })).getAllByRole('listitem');
const findState = (title: RegExp | string) => screen.findByRole('heading', { level: 2, name: title });
const now = '2026-11-18T12:00:00.000Z';

describe('order page', () => {
  it('shows the state, the prints and the amounts of the order', async () => {
    const { order } = await openOrder();
    expect(document.title).toBe(`Order ${order.orderNumber} · PetArt`);
    expect(await findState(/^Paid, can be changed until .*\d\d:\d\d$/)).toBeVisible();
    expect(getSteps().map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null, null]);
    expect(screen.getByRole('img', { name: 'Classic T-Shirt with your artwork' })).toHaveAttribute(
      'src',
      '/media/mock-up',
    );
    expect(
      screen.getByRole('img', { name: 'The print file for Classic T-Shirt, 11.5 by 13.8 inches' }),
    ).toHaveAttribute('src', '/media/print-file');
    for (const text of [
      '11.5 × 11.5 in',
      'Excellent',
      '$61.83',
      '$9.99',
      'Pat Doe',
      '12 Elm Street',
      'Order placed',
      'Payment confirmed',
    ])
      expect(screen.getAllByText(text)[0]).toBeVisible();
  });

  it('offers the receipt as PDF if the answer says that there is one', async () => {
    const { address } = await openOrder(aCustomerOrder({}, { hasReceipt: true }));
    expect(screen.getByRole('link', { name: 'Receipt (PDF)' })).toHaveAttribute('href', `${address}/receipt`);
    resetBrowser();
    await openOrder();
    expect(screen.getByRole('button', { name: 'Print Receipt' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Receipt (PDF)' })).not.toBeInTheDocument();
  });

  it('links back to My Orders only for a signed-in customer', async () => {
    await openOrder(undefined, signedIn);
    expect(await screen.findByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders');
    resetBrowser();
    await openOrder();
    expect(screen.queryByRole('link', { name: 'My Orders' })).not.toBeInTheDocument();
  });

  it('shows the state of a print file that is not ready', async () => {
    const order = anOrder();
    const [item] = order.items;
    const second = { ...item!, id: crypto.randomUUID() };
    const prints = [
      aPrint(item!.id, { state: 'making', fileUrl: null, mockupUrl: null, dpi: null }),
      aPrint(second.id, { state: 'failed', fileUrl: null, mockupUrl: null, dpi: null }),
    ];
    await openOrder(aCustomerOrder({ items: [item!, second] }, { prints }));
    expect(screen.getByText('Making your print file…')).toBeVisible();
    expect(screen.getByText(/needs a look from us/)).toBeVisible();
    expect(screen.getAllByRole('img', { name: 'Your artwork for Classic T-Shirt' })).toHaveLength(2);
  });

  it('says that the print file exists if its picture cannot be loaded', async () => {
    await openOrder();
    const file = screen.getByRole('img', { name: /^The print file for/ });
    fireEvent.error(file);
    expect(file).not.toBeInTheDocument();
    expect(screen.getByText("Your print file is there, but it can't be shown right now.")).toBeVisible();
    expect(screen.getByText(/^Print file · 11.5 × 13.8 in$/)).toBeVisible();
  });

  it.each(['created', 'cancelled'] as const)('shows no pending print file for an order that is %s', async (status) => {
    const order = anOrder({ status, paymentStatus: 'failed' });
    const prints = order.items.map(({ id }) => aPrint(id, { state: 'making', fileUrl: null, mockupUrl: null }));
    await openOrder(aCustomerOrder(order, { changeableUntil: null, prints }));
    expect(screen.queryByText('Making your print file…')).not.toBeInTheDocument();
  });

  it.each([
    [
      'created',
      'failed',
      { paymentMessage: 'Your card was declined.' },
      "Your payment didn't go through",
      'Your card was declined. Nothing was charged.',
    ],
    ['delivered', 'paid', {}, 'Delivered', /should be with you/],
  ] satisfies [OrderStatus, PaymentStatus, Partial<CustomerOrder>, string, string | RegExp][])(
    'describes an order that is %s with its payment %s and offers no change',
    async (status, paymentStatus, given, title, text) => {
      await openOrder(aCustomerOrder({ status, paymentStatus }, { changeableUntil: null, ...given }));
      expect(await findState(title)).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByRole('button', { name: /Change|Cancel/ })).not.toBeInTheDocument();
    },
  );

  it('accepts responses of other server versions: missing fields, and unknown timeline entries as their text', async () => {
    const timeline = [
      { at: now, type: 'cancelled' as const, detail: null },
      { at: now, type: 'sent-by-balloon' as never, detail: 'Up it goes' },
    ];
    const refunds = [{ amount: '61.83', requestedAt: now, refundedAt: null }];
    await openOrder(
      aCustomerOrder(
        { status: 'cancelled', paymentStatus: 'paid' },
        { changeableUntil: null, refundSummary: undefined, refunds, timeline },
      ),
    );
    expect(await findState('Cancelled')).toBeVisible();
    expect(screen.getByText(/\$61\.83 is on its way back/)).toBeVisible();
    expect(screen.getByText(/^On its way, asked for/)).toBeVisible();
    expect(screen.getByText('sent-by-balloon')).toBeVisible();
    expect(screen.getByText('Up it goes')).toBeVisible();
  });

  it('links to each of several parcels', async () => {
    const tracking = {
      carrier: 'UPS',
      number: '1Z9',
      url: null,
      further: [
        { carrier: 'USPS', number: '9400', url: null },
        { carrier: 'By bicycle', number: '7', url: null },
      ],
    };
    await openOrder(aCustomerOrder({ status: 'shipped' }, { changeableUntil: null, tracking }));
    expect(
      screen.getAllByRole('link', { name: /^Follow parcel/ }).map((link) => link.getAttribute('aria-label')),
    ).toEqual(['Follow parcel 1 at UPS, opens in a new tab', 'Follow parcel 2 at USPS, opens in a new tab']);
  });

  it('links to the tracking page and lists refunds', async () => {
    const tracking = { carrier: 'UPS', number: '1Z9', url: 'https://ups.example/1Z9' };
    const refunds = [{ amount: '5.00', requestedAt: now, refundedAt: null, state: 'on-its-way' as const }];
    await openOrder(aCustomerOrder({ status: 'shipped' }, { changeableUntil: null, tracking, refunds }));
    expect(screen.getByRole('link', { name: /Follow the parcel at UPS/ })).toHaveAttribute('href', tracking.url);
    expect(screen.getByText(/^On its way, asked for /)).toBeVisible();
    expect(screen.getByText('$5.00')).toBeVisible();
  });

  it('shows not found for an order that does not exist or is not accessible', async () => {
    stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      'GET /api/orders/none': { status: 404, text: 'Not found' },
    });
    openShop('/orders/none');
    expect(await screen.findByText("We couldn't find that order")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  it('offers Retry when the order service is unavailable', async () => {
    const customerOrder = aCustomerOrder();
    const call = `GET /api/orders/${customerOrder.order.id}`;
    const api = stubApi({
      [call]: { status: 503, text: 'Orders are unavailable right now. Please try again in a moment.' },
    });
    const { user } = openShop(`/orders/${customerOrder.order.id}`);
    expect(await screen.findByText('Orders are unavailable right now. Please try again in a moment.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Order' })).toBeVisible();
    api.responses[call] = { json: customerOrder };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('PA-7K3M9QXW2T', { exact: false })).toBeVisible();
  });
});

describe('email link to an order', () => {
  const storedKeys = (): string[] => Object.keys(sessionStorage).filter((name) => name.includes('order-key'));

  it('removes its key from the address bar, sends it with each call and survives a reload', async () => {
    const customerOrder = aCustomerOrder();
    const { id } = customerOrder.order;
    const api = stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      [`GET /api/orders/${id}?key=k%2B1`]: { json: customerOrder },
    });
    openShop(`/orders/${id}?key=k%2B1&from=email`);
    await screen.findByText(/can be changed until/, { selector: 'h2' });
    await waitForAddress(`/orders/${id}?from=email`);
    const stored = { ...sessionStorage } as Record<string, string>;
    closeTab();
    localStorage.setItem('last-sign-out', 'another document knows no keys of left pages');
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
    openShop(`/orders/${id}`);
    expect(await screen.findByText(/can be changed until/, { selector: 'h2' })).toBeVisible();
    expect(api.callsTo(`GET /api/orders/${id}`)).toHaveLength(0);
  });

  it('stores its key while the order is displayed; Back works until the customer signs out', async () => {
    const customerOrder = aCustomerOrder();
    const { id } = customerOrder.order;
    const api = stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      [`GET /api/orders/${id}?key=k`]: { json: customerOrder },
      [`GET /api/orders/${id}`]: { status: 404, text: 'Not found' },
      'GET /api/products': { json: [] },
    });
    openShop(`/orders/${id}?key=k`);
    await screen.findByText(/can be changed until/, { selector: 'h2' });
    expect(storedKeys()).toEqual([`draft:order-key:${id}`]);
    closeTab();
    expect(storedKeys()).toEqual([]);

    openShop(`/orders/${id}`);
    await screen.findByText(/can be changed until/, { selector: 'h2' });
    closeTab();

    localStorage.setItem('last-sign-out', new Date().toISOString());
    openShop(`/orders/${id}`);
    await waitFor(() => expect(api.callsTo(`GET /api/orders/${id}`)).toHaveLength(1));
    expect(storedKeys()).toEqual([]);
  });
});

describe('an order whose payment failed', () => {
  const CART_IN_OTHER_BROWSER = /^To pay again, go to the checkout in the browser you ordered with/;

  it('shows visitors from an email link where the cart is', async () => {
    const customerOrder = aCustomerOrder({ status: 'created', paymentStatus: 'failed' }, { changeableUntil: null });
    stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      [`GET /api/orders/${customerOrder.order.id}?key=k`]: { json: customerOrder },
    });
    openShop(`/orders/${customerOrder.order.id}?key=k`);
    expect(await screen.findByText(CART_IN_OTHER_BROWSER)).toBeVisible();
  });

  it('links to the checkout in the browser that has the cart', async () => {
    await openOrder(aCustomerOrder({ status: 'created', paymentStatus: 'failed' }, { changeableUntil: null }));
    expect(screen.getByRole('link', { name: 'Back to Checkout' })).toHaveAttribute('href', '/checkout');
    expect(screen.queryByText(CART_IN_OTHER_BROWSER)).toBeNull();
  });
});

describe('live updates of an order', () => {
  it('come from the stream and are announced once', async () => {
    const { streams, order, address, api } = await openOrder();
    const stream = streams.opened[0]!;
    expect(stream.url).toBe(`${address}/live`);
    const status = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('');
    expect(status()).not.toContain('Printing');
    const printing = aCustomerOrder({ ...order, status: 'processing' }, { changeableUntil: null });
    act(() => {
      stream.connect();
      stream.emit('order', printing);
    });
    expect(await findState('Printing')).toBeVisible();
    expect(status()).toContain('Printing.');
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).not.toBeInTheDocument();
    expect(api.callsTo(`GET ${address}`)).toHaveLength(1);
    act(() => stream.emit('order', aCustomerOrder({ ...order, status: 'delivered' }, { changeableUntil: null })));
    expect(await findState('Delivered')).toBeVisible();
    expect(stream.readyState).toBe(streams.CLOSED);
  });

  it('come from polling while the stream is down', async () => {
    jest.useFakeTimers();
    const { streams, address, api } = await openOrder();
    const stream = streams.opened[0]!;
    const countRequests = () => api.callsTo(`GET ${address}`).length;
    act(() => stream.connect());
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(countRequests()).toBe(1);
    act(() => stream.disconnect());
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(countRequests()).toBe(2);
    act(() => stream.connect());
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(countRequests()).toBe(2);
  });

  it('show a notice while the shop cannot be reached', async () => {
    jest.useFakeTimers();
    const { address, api, streams } = await openOrder();
    act(() => streams.opened[0]!.reject());
    api.responses[`GET ${address}`] = { lost: true };
    await act(() => jest.advanceTimersByTimeAsync(12_000));
    expect(screen.getByText(/may be out of date/)).toBeVisible();
    expect(await findState(/can be changed until/)).toBeVisible();
    api.responses[`GET ${address}`] = { json: aCustomerOrder() };
    await act(() => jest.advanceTimersByTimeAsync(12_000));
    expect(screen.queryByText(/may be out of date/)).not.toBeInTheDocument();
  });

  it('ask the server at the end of the change window', async () => {
    jest.useFakeTimers();
    const { address, api, streams, order } = await openOrder(
      aCustomerOrder({}, { changeableUntil: new Date(Date.now() + 30_000).toISOString() }),
    );
    act(() => streams.opened[0]!.connect());
    api.responses[`GET ${address}`] = { json: aCustomerOrder(order, { changeableUntil: null }) };
    await act(() => jest.advanceTimersByTimeAsync(32_000));
    expect(await findState('Paid, about to be printed')).toBeVisible();
  });

  it('include polling while the payment is confirmed, and lead back to the checkout if it is abandoned', async () => {
    jest.useFakeTimers();
    const confirming = aCustomerOrder(
      { status: 'created', paymentStatus: 'pending' },
      { changeableUntil: null, isPaymentInProgress: true },
    );
    const { address, api, streams } = await openOrder(confirming);
    act(() => streams.opened[0]!.connect());
    expect(await findState('Confirming your payment')).toBeVisible();
    api.responses[`GET ${address}`] = { json: { ...confirming, isPaymentInProgress: false } };
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(await findState("Your payment didn't go through")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Checkout' })).toHaveAttribute('href', '/checkout');
    const requests = api.callsTo(`GET ${address}`).length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(api.callsTo(`GET ${address}`)).toHaveLength(requests);
  });

  it('pause in a hidden tab, and resume with one request and a new stream', async () => {
    jest.useFakeTimers();
    const { streams, close, api, address, order } = await openOrder();
    const countRequests = () => api.callsTo(`GET ${address}`).length;
    act(() => streams.opened[0]!.connect());
    setVisibility('hidden');
    expect(streams.opened.map(({ readyState }) => readyState)).toEqual([streams.CLOSED]);
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(countRequests()).toBe(1);

    api.responses[`GET ${address}`] = {
      json: aCustomerOrder({ ...order, status: 'processing' }, { changeableUntil: null }),
    };
    setVisibility('visible');
    expect(streams.opened).toHaveLength(2);
    act(() => streams.opened[1]!.connect());
    expect(await findState('Printing')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(countRequests()).toBe(2);
    act(() =>
      streams.opened[1]!.emit('order', aCustomerOrder({ ...order, status: 'shipped' }, { changeableUntil: null })),
    );
    expect(await findState('Shipped')).toBeVisible();
    close();
    expect(streams.opened[1]?.readyState).toBe(streams.CLOSED);
    jest.restoreAllMocks();
  });
});
