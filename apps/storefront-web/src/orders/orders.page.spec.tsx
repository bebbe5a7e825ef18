import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { act, screen, within } from '@testing-library/react';
import { anOwnOrder, CHANGEABLE_UNTIL, signedIn } from '../testing/builders.js';
import { mockNavigateToUrl } from '../testing/browser-stubs.js';

const navigateToUrl = await mockNavigateToUrl();
const { resetBrowser, openShop } = await import('../testing/open-shop.js');

afterEach(() => {
  resetBrowser();
  navigateToUrl.mockClear();
  jest.useRealTimers();
});

describe('orders page', () => {
  it('shows three skeletons while the orders load', async () => {
    stubApi({ ...signedIn, 'GET /api/orders': { after: new Promise(() => undefined) } });
    openShop('/orders');
    const loading = await screen.findByRole('status', { name: 'Loading your orders' });
    expect(loading.querySelectorAll('[data-skeleton]')).toHaveLength(3);
  });

  it('shows each order with number, date, status, amounts and address', async () => {
    stubApi({ ...signedIn, 'GET /api/orders': { json: [anOwnOrder({ status: 'shipped' })] } });
    openShop('/orders');
    const order = (await screen.findByRole('heading', { name: 'Order PA-7K3M9QXW2T' })).closest('li')!;
    expect(within(order).getByText('shipped')).toBeVisible();
    expect(within(order).getByText('November 18, 2026')).toBeVisible();
    for (const text of ['$61.83', '$9.99', '$3.84', 'Pat Doe', '12 Elm Street', 'US']) {
      expect(within(order).getByText(text)).toBeVisible();
    }
    expect(within(order).getByText('Springfield').parentElement).toHaveTextContent('Springfield, IL 62704');
  });

  it('says which order was partly refunded', async () => {
    const [refunded, whole] = [anOwnOrder({ orderNumber: 'PA-REFUNDED' }), anOwnOrder({ orderNumber: 'PA-WHOLE' })];
    const refundSummary = { ...refunded.refundSummary!, refunded: '10.00', retained: '51.83' };
    stubApi({ ...signedIn, 'GET /api/orders': { json: [{ ...refunded, refundSummary }, whole] } });
    openShop('/orders');
    const order = (await screen.findByRole('heading', { name: 'Order PA-REFUNDED' })).closest('li')!;
    expect(within(order).getByText('partly refunded')).toBeVisible();
    expect(screen.getAllByText('partly refunded')).toHaveLength(1);
  });

  it('loads the next page and shows an error with Retry if that fails', async () => {
    const SECOND = '/api/orders?cursor=second';
    const api = stubApi({
      ...signedIn,
      'GET /api/orders': {
        json: [anOwnOrder({ orderNumber: 'PA-NEW' })],
        headers: { link: `<${SECOND}>; rel="next"` },
      },
      [`GET ${SECOND}`]: { status: 503, text: 'Orders are unavailable right now.' },
    });
    const { user } = openShop('/orders');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Orders are unavailable right now.');
    api.responses[`GET ${SECOND}`] = { json: [anOwnOrder({ orderNumber: 'PA-OLD' })] };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Order PA-OLD' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Order PA-NEW',
      'Order PA-OLD',
    ]);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(screen.getByText('Orders: 2 shown')).toBeInTheDocument();
    // The button is removed, so the focus moves to the place where it was.
    expect(screen.getByText('Orders: 2 shown').parentElement).toHaveFocus();
  });

  it('shows the mock-up of each item, or its artwork until the mock-up exists', async () => {
    const order = anOwnOrder();
    const [item] = order.items;
    const withoutMockup = { ...item!, id: crypto.randomUUID() };
    stubApi({
      ...signedIn,
      'GET /api/orders': { json: [{ ...order, items: [{ ...item!, mockupUrl: '/media/mock-up' }, withoutMockup] }] },
    });
    openShop('/orders');
    await screen.findByRole('heading', { name: 'Order PA-7K3M9QXW2T' });
    const pictureUrls = [...document.querySelectorAll('li li img')].map(
      (picture) => picture.getAttribute('src')?.split('?')[0],
    );
    expect(pictureUrls).toEqual(['/media/mock-up', withoutMockup.generatedImage?.url ?? withoutMockup.imageUrl]);
  });

  it('shows the state of an order and links to it', async () => {
    const order = anOwnOrder({ status: 'paid', changeableUntil: CHANGEABLE_UNTIL });
    stubApi({ ...signedIn, 'GET /api/orders': { json: [order] } });
    openShop('/orders');
    expect(await screen.findByText(/^Paid, can be changed until (\w+ \d+, )?\d\d:\d\d$/)).toBeVisible();
    expect(screen.getByRole('link', { name: `View order ${order.orderNumber}` })).toHaveAttribute(
      'href',
      `/orders/${order.id}`,
    );
  });

  it('polls while an order may still change', async () => {
    jest.useFakeTimers();
    const order = anOwnOrder({ status: 'paid', changeableUntil: CHANGEABLE_UNTIL });
    const api = stubApi({ ...signedIn, 'GET /api/orders': { json: [order] } });
    openShop('/orders');
    await screen.findByText(/can be changed until/);
    api.responses['GET /api/orders'] = { json: [{ ...order, status: 'delivered', changeableUntil: null }] };
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(screen.getByText('Delivered')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    expect(api.callsTo('GET /api/orders')).toHaveLength(2);
  });

  it('polls while a refund is pending', async () => {
    jest.useFakeTimers();
    const order = anOwnOrder({ status: 'cancelled', paymentStatus: 'paid' });
    const refundSummary = {
      currency: 'usd',
      refunded: '0.00',
      pending: order.total,
      chargedBack: '0.00',
      retained: '0.00',
      isDisputed: false,
    };
    const api = stubApi({ ...signedIn, 'GET /api/orders': { json: [{ ...order, refundSummary }] } });
    openShop('/orders');
    await screen.findByText(/Nothing will be printed/);
    api.responses['GET /api/orders'] = {
      json: [
        {
          ...order,
          paymentStatus: 'refunded',
          refundSummary: { ...refundSummary, refunded: order.total, pending: '0.00' },
        },
      ],
    };
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByText('Cancelled and refunded')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    expect(api.callsTo('GET /api/orders')).toHaveLength(2);
  });

  it('says that there are no orders yet', async () => {
    stubApi({ ...signedIn, 'GET /api/orders': { json: [] } });
    openShop('/orders');
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(screen.getByText('Your order history will appear here once you make a purchase.')).toBeVisible();
  });

  it('offers Retry, not the empty state, when the list cannot be loaded', async () => {
    const api = stubApi({ ...signedIn, 'GET /api/orders': { status: 503, text: 'Orders are unavailable right now.' } });
    const { user } = openShop('/orders');
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(screen.queryByText('No orders yet')).not.toBeInTheDocument();
    api.responses['GET /api/orders'] = { json: [anOwnOrder()] };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Order PA-7K3M9QXW2T' })).toBeVisible();
  });

  it.each([
    ['the visitor is not signed in', { 'GET /api/user': { status: 401, text: 'Not signed in' } }],
    ['the session has ended', { ...signedIn, 'GET /api/orders': { status: 401, text: 'Not signed in' } }],
  ])('shows a toast and redirects to the sign-in when %s', async (_when, answers) => {
    jest.useFakeTimers();
    stubApi(answers);
    openShop('/orders');
    await findToast('Unauthorized', 'You are logged out. Logging in again...');
    await act(() => jest.advanceTimersByTimeAsync(400));
    expect(navigateToUrl).not.toHaveBeenCalled(); // The toast stays readable for half a second, part of which has passed already.
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(navigateToUrl).toHaveBeenCalledWith('/api/login');
  });
});
