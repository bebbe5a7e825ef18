import { stubApi, waitForAddress } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

beforeEach(() => {
  globalThis.matchMedia = ((query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof matchMedia;
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'matchMedia');
  resetBrowser();
});

const openTable = async (responses: Parameters<typeof stubApi>[0], address = '/admin?tab=orders') => {
  stubApi({ ...EMPTY_SHOP, ...responses });
  const { user } = openAdmin(address);
  return { user, table: within(await screen.findByRole('table', { name: 'Orders' })) };
};

describe('the table of orders in a wide window', () => {
  it('shows number, both statuses, age, total, recipient, destination and articles', async () => {
    const order = createOrder({
      orderNumber: 'PA-AAAAAAAAAA',
      status: 'processing',
      email: 'pat@example.com',
      waitsFor: ['payment-review'],
      articles: [
        { title: 'Cozy Hoodie', quantity: 2, choices: ['L', 'Black'], pictureUrl: null },
        { title: 'Round Pet Tag', quantity: 1, choices: [], pictureUrl: null },
        { title: 'Classic Tee', quantity: 1, choices: [], pictureUrl: null },
      ],
    });
    const { table } = await openTable({ [ORDERS]: { json: [order] } });
    const row = within(table.getByRole('row', { name: /PA-AAAAAAAAAA/ }));
    for (const text of [
      'processing',
      'paid',
      'Waits: payment review',
      'less than a minute ago',
      '$61.83',
      'Pat Doe',
      'pat@example.com',
      'Springfield, US',
      'L, Black',
      'and 1 more',
    ])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByText('Cozy Hoodie').closest('li')).toHaveTextContent('2 × Cozy Hoodie L, Black');
  });

  it('opens an order by a click anywhere in its row', async () => {
    const order = createOrderDetail();
    const { user, table } = await openTable({
      [ORDERS]: { json: [createOrder({ id: order.id })] },
      [`GET /api/admin/orders/${order.id}`]: { json: order },
    });
    await user.click(table.getByText('Springfield, US'));
    expect(await screen.findByRole('dialog', { name: `Order ${order.orderNumber}` })).toBeVisible();
    await waitForAddress(`/admin?tab=orders&order=${order.id}`);
  });

  it('needs only the fields that the specification names', async () => {
    const { id, orderNumber, status, paymentStatus, total, createdAt, shippingAddress } = createOrder();
    const { table } = await openTable({
      [ORDERS]: {
        json: [
          { id, orderNumber, status, paymentStatus, total, createdAt, shippingAddress, waitsFor: 3, articles: 'x' },
        ],
      },
    });
    expect(table.getByRole('row', { name: new RegExp(orderNumber) })).toBeVisible();
  });

  it('is sorted by the head of its column, on the server', async () => {
    const { user, table } = await openTable({
      [ORDERS]: { json: [createOrder({ orderNumber: 'PA-NEW' })] },
      'GET /api/admin/orders?limit=50&sort=oldest': { json: [createOrder({ orderNumber: 'PA-OLD' })] },
    });
    expect(table.getByRole('columnheader', { name: /Placed/ })).toHaveAttribute('aria-sort', 'descending');
    await user.click(table.getByRole('button', { name: /Placed/ }));
    expect(await screen.findByText('PA-OLD')).toBeVisible();
    await waitForAddress('/admin?tab=orders&sort=oldest');
    expect(screen.getByRole('columnheader', { name: /Placed/ })).toHaveAttribute('aria-sort', 'ascending');
  });

  it('is a view and a range of days of the reader, in the address', async () => {
    const from = new Date(2026, 2, 1).toISOString();
    const to = new Date(2026, 2, 3).toISOString();
    const query = new URLSearchParams({ limit: '50', view: 'came-back', from, to });
    await openTable(
      { [`GET /api/admin/orders?${query}`]: { json: [createOrder({ orderNumber: 'PA-BACK' })] } },
      '/admin?tab=orders&view=came-back&from=2026-03-01&to=2026-03-02',
    );
    expect(await screen.findByText('PA-BACK')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Came back' })).toHaveAttribute('aria-pressed', 'true');
  });
});
