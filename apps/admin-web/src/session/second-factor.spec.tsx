import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

const ADMIN = EMPTY_SHOP['GET /api/user'].json;
const withState = (secondFactor: string, role = 'user') => ({ json: { ...ADMIN, role, secondFactor } });
const ENTERED = withState('on', 'admin');
const WRONG = { status: 400, text: 'This code is wrong or was used before. Please enter the newest one.' };

describe('/admin for an admin without a code', () => {
  it('asks for it without admin requests, shows an error beside it, and opens', async () => {
    const server = stubApi({
      ...EMPTY_SHOP,
      'GET /api/user': withState('asked'),
      'POST /api/second-factor': WRONG,
    });
    const { user } = openAdmin('/admin');
    expect(await screen.findByRole('heading', { name: 'Two-Step Sign-In' })).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText(WRONG.text)).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(server.calls.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
    server.responses['POST /api/second-factor'] = ENTERED;
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('tab', { name: 'Dashboard' })).toBeVisible();
    expect(server.callsTo('POST /api/second-factor').at(-1)?.body).toEqual({ code: '123456' });
  });

  it('leads to the set-up where the shop demands one', async () => {
    stubApi({ ...EMPTY_SHOP, 'GET /api/user': withState('missing') });
    openAdmin('/admin');
    expect(await screen.findByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/profile');
  });
});

const ORDER = createOrderDetail();
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const REFUND = `POST ${ORDER_PATH}/refunds`;
const DETAIL = 'Please enter a code of your authenticator app first.';
const NOT_RECENT = {
  status: 403,
  text: JSON.stringify({
    type: 'about:blank',
    title: DETAIL,
    status: 403,
    detail: DETAIL,
    code: 'SECOND_FACTOR_NOT_RECENT',
  }),
  headers: { 'content-type': 'application/problem+json' },
};

async function sendRefund() {
  const server = stubApi({
    ...EMPTY_SHOP,
    'GET /api/user': ENTERED,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${ORDER_PATH}`]: { json: { ...ORDER, payment: { ...ORDER.payment, refundable: '61.83' } } },
    [REFUND]: NOT_RECENT,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.type(await screen.findByLabelText('Reason'), 'A stain');
  await user.click(screen.getByRole('button', { name: /Give .* Back/ }));
  return { user, server, dialog: within(await screen.findByRole('alertdialog', { name: 'Enter your code' })) };
}

describe('a refund that takes a code', () => {
  it('is repeated with its key once the code is entered', async () => {
    const { user, server, dialog } = await sendRefund();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    server.responses['POST /api/second-factor'] = ENTERED;
    server.responses[REFUND] = { status: 201, json: ORDER };
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    await findToast('Refund on its way', '$61.83 goes back to the customer.');
    const calls = server.callsTo(REFUND);
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ amount: '61.83', reason: 'A stain' }));
    expect(calls[0]?.headers['idempotency-key']).toBeTruthy();
    expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key']);
  });
});

describe('a download that takes a code', () => {
  it('asks first, and starts once the code is entered', async () => {
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const server = stubApi({
      ...EMPTY_SHOP,
      'GET /api/user': ENTERED,
      'GET /api/user/second-factor': { json: { isOn: true, isRecent: false, recoveryCodesLeft: 10 } },
      'POST /api/second-factor': ENTERED,
    });
    const { user } = openAdmin('/admin?tab=orders');
    await user.click(await screen.findByRole('link', { name: 'Download CSV' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Enter your code' }));
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsTo('POST /api/second-factor')).toHaveLength(1);
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    clicked.mockRestore();
  });
});
