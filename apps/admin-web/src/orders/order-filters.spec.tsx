import { stubApi, waitForAddress } from '@shop/web-testing';
import { fireEvent, screen } from '@testing-library/react';
import { ORDERS } from '../testing/builders.js';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

async function openOrders(address = '/admin?tab=orders') {
  const midnight = new Date(2026, 2, 1).toISOString();
  const server = stubApi({
    ...EMPTY_SHOP,
    [`${ORDERS}&status=paid`]: { json: [] },
    [`${ORDERS}&view=came-back`]: { json: [] },
    [`${ORDERS}&${new URLSearchParams({ from: midnight })}`]: { json: [] },
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
});
