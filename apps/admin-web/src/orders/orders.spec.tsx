import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { anOrder, forgetBrowser, openAdmin, QUIET_SHOP } from '../testing/open-admin.js';

const HOURS_MS = 3_600_000;
const ORDERS = [
  anOrder({ orderNumber: 'PA-AAAAAAAAAA', status: 'created', paymentStatus: 'pending', createdAt: new Date(Date.now() - 2 * HOURS_MS).toISOString() }),
  anOrder({ orderNumber: 'PA-BBBBBBBBBB', status: 'shipped', paymentStatus: 'paid' }),
  anOrder({ orderNumber: 'PA-CCCCCCCCCC', status: 'shipped', paymentStatus: 'refunded' }),
];
const numbers = () => screen.getAllByText(/^PA-/).map(({ textContent }) => textContent);

async function open(answer: object = { json: ORDERS }) {
  const server = stubApi({ ...QUIET_SHOP, 'GET /api/admin/orders': answer });
  const { user } = openAdmin('/admin?tab=orders');
  await screen.findByRole('tabpanel', { name: 'Orders' });
  return { user, server };
}

afterEach(forgetBrowser);

describe('the orders', () => {
  it('show number, both statuses, age, total and who it goes to', async () => {
    await open();
    const row = within((await screen.findByText('PA-AAAAAAAAAA')).closest('li') as HTMLElement);
    for (const words of ['created', 'pending', 'about 2 hours ago', '$61.83', 'Pat Doe']) expect(row.getByText(words)).toBeVisible();
  });

  it('are filtered by both statuses at once', async () => {
    const { user } = await open();
    await screen.findByText('PA-AAAAAAAAAA');
    await user.selectOptions(screen.getByLabelText('Order status'), 'shipped');
    expect(numbers()).toEqual(['PA-BBBBBBBBBB', 'PA-CCCCCCCCCC']);
    await user.selectOptions(screen.getByLabelText('Payment status'), 'refunded');
    expect(numbers()).toEqual(['PA-CCCCCCCCCC']);
    await user.selectOptions(screen.getByLabelText('Order status'), 'cancelled');
    expect(screen.getByText('No orders match the selected filters')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Order status'), 'All');
    await user.selectOptions(screen.getByLabelText('Payment status'), 'All');
    expect(numbers()).toHaveLength(3);
  });

  it('offer every status there is', async () => {
    await open();
    const options = (label: string) => within(screen.getByLabelText(label)).getAllByRole('option').map(({ textContent }) => textContent);
    expect(options('Order status')).toEqual(['All', 'created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled']);
    expect(options('Payment status')).toEqual(['All', 'pending', 'paid', 'failed', 'refunded']);
  });

  it('tell "none yet" from "could not be had"', async () => {
    const { user, server } = await open({ status: 403, text: 'Orders are unavailable right now.' });
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(screen.queryByText('No orders yet')).toBeNull();
    server.answers['GET /api/admin/orders'] = { json: [] };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });
});
