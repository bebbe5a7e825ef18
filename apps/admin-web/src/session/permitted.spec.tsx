import type { Permission } from '@shop/contracts-common';
import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

const ORDER = createOrderDetail({ nextStatuses: ['processing', 'cancelled'] });
const NO_REFUND = 'Your account may not give money back. Please ask an admin whose account may.';
const NO_EXPORT = 'Your account may not download lists of customers. Please ask an admin whose account may.';

/** An open paid order, and which of an admin's buttons and links are on the page. */
async function listOffers(permissions: Permission[] | undefined) {
  const account = EMPTY_SHOP['GET /api/user'].json;
  stubApi({
    ...EMPTY_SHOP,
    'GET /api/user': { json: { ...account, permissions } },
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET /api/admin/orders/${ORDER.id}`]: { json: ORDER },
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  const processing = await drawer.findByRole('button', { name: 'Start Processing' });
  const offers = {
    csv: screen.queryByText('Download CSV') !== null,
    csvReason: screen.queryByText(NO_EXPORT) !== null,
    refund: drawer.queryByRole('button', { name: 'Refund' }) !== null,
    refundReason: drawer.queryByText(NO_REFUND) !== null,
    processing: processing !== null,
  };
  await user.click(drawer.getByRole('button', { name: 'Correct email' }));
  const email = within(await screen.findByRole('dialog', { name: /^Correct email/ }));
  const correctEmail = email.queryByRole('button', { name: 'Save Email' }) !== null;
  await user.click(email.getByRole('button', { name: 'Keep Email' }));
  await user.click(drawer.getByRole('button', { name: 'Cancel Order' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel order/ }));
  return {
    ...offers,
    correctEmail,
    cancel: dialog.queryByRole('button', { name: 'Cancel and Refund' }) !== null,
    cancelReason: dialog.queryByText(NO_REFUND) !== null,
  };
}

describe('what an admin’s account may not do', () => {
  it.each<[string, Permission[] | undefined, boolean, boolean]>([
    ['all permissions', ['refund', 'export'], true, true],
    ['no permission', [], false, false],
    ['one permission', ['export'], false, true],
    ['a server that knows no permissions', undefined, true, true],
  ])('is replaced by the reason: %s', async (_, permissions, mayRefund, mayExport) => {
    expect(await listOffers(permissions)).toEqual({
      csv: mayExport,
      csvReason: !mayExport,
      refund: mayRefund,
      refundReason: !mayRefund,
      processing: true,
      correctEmail: mayRefund,
      cancel: mayRefund,
      cancelReason: !mayRefund,
    });
  });
});
