import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from './builders.js';
import { createOrder, EMPTY_SHOP, openAdmin } from './open-admin.js';

/** The signed-in admin in a state of the second factor. */
export const withSecondFactor = (secondFactor: string, role = 'admin') => ({
  json: { ...EMPTY_SHOP['GET /api/user'].json, role, secondFactor },
});

export const REFUNDED_ORDER = createOrderDetail();
const ORDER_PATH = `/api/admin/orders/${REFUNDED_ORDER.id}`;
export const REFUND = `POST ${ORDER_PATH}/refunds`;

export const NOT_RECENT_TEXT = 'Please enter a code of your authenticator app first.';
const NOT_RECENT = {
  status: 403,
  text: JSON.stringify({
    type: 'about:blank',
    title: NOT_RECENT_TEXT,
    status: 403,
    detail: NOT_RECENT_TEXT,
    code: 'SECOND_FACTOR_NOT_RECENT',
  }),
  headers: { 'content-type': 'application/problem+json' },
};

/** Sends a refund for which the server demands a code. `dialog` asks for it. */
export async function sendRefund() {
  const { id, payment } = REFUNDED_ORDER;
  const server = stubApi({
    ...EMPTY_SHOP,
    'GET /api/user': withSecondFactor('on'),
    [ORDERS]: { json: [createOrder({ id })] },
    [`GET ${ORDER_PATH}`]: { json: { ...REFUNDED_ORDER, payment: { ...payment, refundable: '61.83' } } },
    [REFUND]: NOT_RECENT,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${id}`);
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.type(await screen.findByLabelText('Reason'), 'A stain');
  await user.click(screen.getByRole('button', { name: /Give .* Back/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Enter your code' }));
  await waitFor(() => expect(dialog.getByLabelText('Code')).toHaveFocus());
  return { user, server, dialog };
}
