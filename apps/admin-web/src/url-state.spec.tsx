import { waitForAddress, doubleClick, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from './testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from './testing/open-admin.js';

const ORDER = createOrderDetail();

afterEach(resetBrowser);

it('opens an item once on a double click, and closes it once without leaving the page', async () => {
  stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET /api/admin/orders/${ORDER.id}`]: { json: ORDER },
  });
  window.history.replaceState(null, '', '/before');
  window.history.pushState(null, '', '/admin');
  openAdmin('/admin?tab=orders');
  const openAndClose = async (): Promise<void> => {
    doubleClick(await screen.findByRole('link', { name: ORDER.orderNumber }));
    const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
    await waitForAddress(`/admin?tab=orders&order=${ORDER.id}`);
    doubleClick(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitForAddress('/admin?tab=orders');
  };
  await openAndClose();
  await openAndClose();
});
