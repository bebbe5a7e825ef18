import { stubApi, waitForAddress } from '@shop/web-testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ORDERS } from '../testing/builders.js';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

const SHOP = 'GET /api/shop';
const inAuckland = { seller: {}, carriers: [], timeZone: 'Pacific/Auckland' };

async function openOrders(address = '/admin?tab=orders') {
  const server = stubApi({
    ...EMPTY_SHOP,
    [`${ORDERS}&status=paid`]: { json: [] },
    [`${ORDERS}&view=came-back`]: { json: [] },
    [SHOP]: { json: inAuckland },
    [`${ORDERS}&${new URLSearchParams({ from: new Date(2026, 2, 1).toISOString() })}`]: { json: [] },
    [`${ORDERS}&${new URLSearchParams({ from: '2026-02-28T11:00:00.000Z' })}`]: { json: [] },
    [`${ORDERS}&${new URLSearchParams({ to: '2026-03-01T11:00:00.000Z' })}`]: { json: [] },
  });
  const { user } = openAdmin(address);
  const details = (await screen.findByText('Filters')).closest('details')!;
  return { user, server, details };
}

describe('the filters of the orders on a phone', () => {
  it('stay open when the last one is taken away', async () => {
    const { user, details } = await openOrders();
    expect(details.open).toBe(false);
    await user.click(screen.getByText('Filters'));
    await user.selectOptions(screen.getByLabelText('Order status'), 'paid');
    await waitForAddress('/admin?tab=orders&status=paid');
    await user.selectOptions(screen.getByLabelText('Order status'), 'all');
    await waitForAddress('/admin?tab=orders');
    expect(details.open).toBe(true);
  });

  it.each([
    ['open', 'status=paid', true],
    ['folded', 'view=came-back', false],
  ])('are %s for %s', async (_, query, isOpen) => {
    const { details } = await openOrders(`/admin?tab=orders&${query}`);
    expect(details.open).toBe(isOpen);
  });

  it('show a day while its year is typed, and ask for it with its year', async () => {
    const { server } = await openOrders();
    const field = screen.getByLabelText('Placed from');
    for (const value of ['0002-03-01', '0202-03-01', '2026-03-01']) {
      fireEvent.change(field, { target: { value } });
      expect(field).toHaveValue(value);
    }
    await waitForAddress('/admin?tab=orders&from=2026-03-01');
    expect(server.unexpected).toEqual([]);
  });

  it.each([
    ['from', '2026-03-01', '2026-02-28T11:00:00.000Z'],
    ['to', '2026-03-01', '2026-03-01T11:00:00.000Z'],
  ])('begin and end a day in the shop’s time zone: %s', async (name, day, moment) => {
    const { server } = await openOrders(`/admin?tab=orders&${name}=${day}`);
    await waitFor(() => expect(server.callsTo(`${ORDERS}&${new URLSearchParams({ [name]: moment })}`)).toHaveLength(1));
  });
});
