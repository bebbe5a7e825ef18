import { waitForAddress, stubApi } from '@shop/web-testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ORDERS } from '../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../testing/open-admin.js';

const HOURS_MS = 3_600_000;
const getNumbers = () => screen.queryAllByText(/^PA-/).map(({ textContent }) => textContent);
const expectNumbers = (...expected: string[]) => waitFor(() => expect(getNumbers()).toEqual(expected));

async function openOrders(responses: Parameters<typeof stubApi>[0] = {}, address = '/admin?tab=orders') {
  const server = stubApi({ ...EMPTY_SHOP, ...responses });
  const { user } = openAdmin(address);
  await screen.findByRole('tabpanel', { name: 'Orders' });
  return { user, server };
}

afterEach(resetBrowser);

describe('Orders', () => {
  it('shows number, both statuses, age, total and recipient', async () => {
    await openOrders({
      [ORDERS]: {
        json: [
          createOrder({
            orderNumber: 'PA-AAAAAAAAAA',
            status: 'created',
            paymentStatus: 'pending',
            createdAt: new Date(Date.now() - 2 * HOURS_MS).toISOString(),
          }),
        ],
      },
    });
    const row = within((await screen.findByText('PA-AAAAAAAAAA')).closest('li') as HTMLElement);
    for (const text of ['created', 'pending', 'about 2 hours ago', '$61.83', 'Pat Doe'])
      expect(row.getByText(text)).toBeVisible();
  });

  it('says which paid order was partly refunded, and how much went back', async () => {
    await openOrders({
      [ORDERS]: { json: [createOrder({ orderNumber: 'PA-PARTLY', returned: '10.00' }), createOrder()] },
    });
    const row = within((await screen.findByText('PA-PARTLY')).closest('li') as HTMLElement);
    expect(row.getByText('partly refunded')).toBeVisible();
    expect(row.getByText('$10.00 went back')).toBeVisible();
    expect(screen.getAllByText('partly refunded')).toHaveLength(1);
  });

  it('says which order has a problem or a parcel that came back, and which is being sent again', async () => {
    await openOrders({
      [ORDERS]: {
        json: [
          createOrder({ orderNumber: 'PA-BOTH', hasOpenProblem: true, isReprinted: true, hasReturnedParcel: true }),
          createOrder({ orderNumber: 'PA-NONE' }),
        ],
      },
    });
    const row = within((await screen.findByText('PA-BOTH')).closest('li') as HTMLElement);
    expect(row.getByText('Problem reported')).toBeVisible();
    expect(row.getByText('Being sent again')).toBeVisible();
    expect(row.getByText('Parcel came back')).toBeVisible();
    expect(screen.getAllByText(/^(Problem reported|Being sent again|Parcel came back)$/)).toHaveLength(3);
  });

  it('filters on the server by both statuses, and keeps the filter in the URL', async () => {
    const { user } = await openOrders({
      [ORDERS]: { json: [createOrder({ orderNumber: 'PA-ALL' })] },
      'GET /api/admin/orders?limit=50&status=shipped': {
        json: [createOrder({ orderNumber: 'PA-SHIPPED', status: 'shipped' })],
      },
      'GET /api/admin/orders?limit=50&status=shipped&paymentStatus=refunded': { json: [] },
    });
    await expectNumbers('PA-ALL');
    await user.selectOptions(screen.getByLabelText('Order status'), 'shipped');
    await expectNumbers('PA-SHIPPED');
    await user.selectOptions(screen.getByLabelText('Payment status'), 'refunded');
    expect(await screen.findByText('No orders match the selected filters')).toBeVisible();
    await waitForAddress('/admin?tab=orders&status=shipped&paymentStatus=refunded');
    await user.selectOptions(screen.getByLabelText('Order status'), 'All');
    await user.selectOptions(screen.getByLabelText('Payment status'), 'All');
    await expectNumbers('PA-ALL');
    await waitForAddress('/admin?tab=orders');
  });

  it('filters the rows of a server that ignores the query, also when the first page has no match', async () => {
    const second = '/api/admin/orders?cursor=two';
    const answer = {
      json: [
        createOrder({ orderNumber: 'PA-SHIPPED', status: 'shipped' }),
        createOrder({ orderNumber: 'PA-REFUNDED', status: 'shipped', paymentStatus: 'refunded' }),
        createOrder({ orderNumber: 'PA-CREATED', status: 'created', paymentStatus: 'pending' }),
      ],
    };
    const { user } = await openOrders({
      [ORDERS]: answer,
      'GET /api/admin/orders?limit=50&status=shipped': answer,
      'GET /api/admin/orders?limit=50&status=shipped&paymentStatus=refunded': answer,
      'GET /api/admin/orders?limit=50&status=shipped&paymentStatus=failed': {
        ...answer,
        headers: { link: `<${second}>; rel="next"` },
      },
      [`GET ${second}`]: {
        json: [createOrder({ orderNumber: 'PA-FAILED', status: 'shipped', paymentStatus: 'failed' })],
      },
    });
    await expectNumbers('PA-SHIPPED', 'PA-REFUNDED', 'PA-CREATED');
    await user.selectOptions(screen.getByLabelText('Order status'), 'shipped');
    await expectNumbers('PA-SHIPPED', 'PA-REFUNDED');
    await user.selectOptions(screen.getByLabelText('Payment status'), 'refunded');
    await expectNumbers('PA-REFUNDED');
    await user.selectOptions(screen.getByLabelText('Payment status'), 'failed');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await expectNumbers('PA-FAILED');
  });

  it('says that no order matches when a server that ignores the query sends others only', async () => {
    const answer = { json: [createOrder({ status: 'created' })] };
    await openOrders({ 'GET /api/admin/orders?limit=50&status=paid': answer }, '/admin?tab=orders&status=paid');
    expect(await screen.findByText('No orders match the selected filters')).toBeVisible();
  });

  it('applies two filters that are chosen before the first list renders, and shows each at once', async () => {
    await openOrders({
      [ORDERS]: { json: [createOrder({ orderNumber: 'PA-ALL' })] },
      'GET /api/admin/orders?limit=50&status=created&paymentStatus=refunded': { json: [] },
    });
    await expectNumbers('PA-ALL');
    const choose = (label: string, value: string): string => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      return screen.getByLabelText<HTMLSelectElement>(label).value;
    };
    // React delays transitions until the end of the act.
    act(() => {
      expect(choose('Order status', 'created')).toBe('created');
      expect(getNumbers()).toEqual(['PA-ALL']);
      expect(choose('Payment status', 'refunded')).toBe('refunded');
    });
    expect(await screen.findByText('No orders match the selected filters')).toBeVisible();
    await waitForAddress('/admin?tab=orders&status=created&paymentStatus=refunded');
  });

  it('keeps a filter that is chosen right before an order is opened', async () => {
    const order = createOrder({ orderNumber: 'PA-ALL', status: 'paid' });
    await openOrders({
      [ORDERS]: { json: [order] },
      'GET /api/admin/orders?limit=50&status=paid': { json: [order] },
    });
    await expectNumbers('PA-ALL');
    act(() => {
      fireEvent.change(screen.getByLabelText('Order status'), { target: { value: 'paid' } });
      fireEvent.click(screen.getByText('PA-ALL'));
    });
    await waitForAddress(`/admin?tab=orders&status=paid&order=${order.id}`);
  });

  it('restores the filter on reload, and ignores an unknown status', async () => {
    await openOrders(
      { 'GET /api/admin/orders?limit=50&status=paid': { json: [createOrder({ orderNumber: 'PA-PAID' })] } },
      '/admin?tab=orders&status=paid&paymentStatus=stolen',
    );
    await expectNumbers('PA-PAID');
    expect(screen.getByLabelText('Order status')).toHaveValue('paid');
    expect(screen.getByLabelText('Payment status')).toHaveValue('all');
  });

  it('distinguishes an empty list from a failed one', async () => {
    const { user, server } = await openOrders({ [ORDERS]: { status: 403, text: 'Orders are unavailable right now.' } });
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(screen.queryByText('No orders yet')).toBeNull();
    server.responses[ORDERS] = { json: [] };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  it.each([
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ])('downloads the filtered list as %s', async (name, extension) => {
    const { user } = await openOrders({ 'GET /api/admin/orders?limit=50&status=paid': { json: [] } });
    const file = screen.getByRole('link', { name: `Download ${name}` });
    expect(file).toHaveAttribute('href', `/api/admin/orders.${extension}`);
    await user.selectOptions(screen.getByLabelText('Order status'), 'paid');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: `Download ${name}` })).toHaveAttribute(
        'href',
        `/api/admin/orders.${extension}?status=paid`,
      ),
    );
  });
});

describe('a long list', () => {
  const SECOND = '/api/admin/orders?limit=50&cursor=two';
  const LONG = {
    [ORDERS]: { json: [createOrder({ orderNumber: 'PA-1' })], headers: { link: `<${SECOND}>; rel="next"` } },
    [`GET ${SECOND}`]: { json: [createOrder({ orderNumber: 'PA-2' })] },
  };
  const observers: { notice: () => void; gone: boolean }[] = [];

  afterEach(() => {
    observers.length = 0;
    Reflect.deleteProperty(window, 'IntersectionObserver');
  });

  /** Replaces IntersectionObserver; the returned function scrolls the end of the list into view. */
  function mockIntersectionObserver(): () => void {
    class EndOfList {
      #own: (typeof observers)[number];
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#own = { notice: () => callback([{ isIntersecting: true }]), gone: false };
      }
      observe(): void {
        observers.push(this.#own);
      }
      disconnect(): void {
        this.#own.gone = true;
      }
    }
    Object.assign(window, { IntersectionObserver: EndOfList });
    return () => observers.filter(({ gone }) => !gone).forEach(({ notice }) => notice());
  }

  it('loads the next page of the Link header by its button, until the end', async () => {
    const { user } = await openOrders(LONG);
    await expectNumbers('PA-1');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await expectNumbers('PA-1', 'PA-2');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Orders 2 to 2' })).toBeVisible();
  });

  it('loads more when its end comes into view', async () => {
    const scrollDown = mockIntersectionObserver();
    await openOrders(LONG);
    await expectNumbers('PA-1');
    scrollDown();
    await expectNumbers('PA-1', 'PA-2');
  });

  it('keeps its rows when loading more fails, and retries only by its button', async () => {
    const scrollDown = mockIntersectionObserver();
    const { user, server } = await openOrders({
      ...LONG,
      [`GET ${SECOND}`]: { status: 429, text: 'Too many attempts. Please try again in 3 seconds.' },
    });
    await expectNumbers('PA-1');
    scrollDown();
    expect(await screen.findByText('Too many attempts. Please try again in 3 seconds.')).toBeVisible();
    scrollDown();
    expect(getNumbers()).toEqual(['PA-1']);
    expect(server.callsTo(`GET ${SECOND}`)).toHaveLength(1);
    server.responses[`GET ${SECOND}`] = LONG[`GET ${SECOND}`];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectNumbers('PA-1', 'PA-2');
  });

  it.each([
    ['keeps and refetches up to three pages on return', 3, ['PA-1', 'PA-2', 'PA-3'], 2],
    ['restarts with its first page on return from a fourth page, with one request', 4, ['PA-1'], 1],
  ])('%s', async (_, count, numbersOnReturn, callsOfSecond) => {
    const pages = Array.from({ length: count }, (_page, index) =>
      index === 0 ? ORDERS : `GET /api/admin/orders?limit=50&cursor=${index}`,
    );
    const responses = pages.map((page, index) => {
      const next = pages[index + 1]?.replace('GET ', '');
      return [
        page,
        {
          json: [createOrder({ orderNumber: `PA-${index + 1}` })],
          ...(next && { headers: { link: `<${next}>; rel="next"` } }),
        },
      ] as const;
    });
    const { user, server } = await openOrders(Object.fromEntries(responses));
    await expectNumbers('PA-1');
    for (let more = 1; more < count; more += 1) {
      await user.click(screen.getByRole('button', { name: 'Load more' }));
      await waitFor(() => expect(getNumbers()).toHaveLength(more + 1));
    }
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }));
    await user.click(screen.getByRole('tab', { name: 'Orders' }));
    await expectNumbers(...numbersOnReturn);
    await waitFor(() => expect(server.callsTo(ORDERS)).toHaveLength(2));
    await waitFor(() => expect(server.callsTo(pages[1] ?? '')).toHaveLength(callsOfSecond));
  });
});
