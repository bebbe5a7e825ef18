import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import {
  createDiscrepancy,
  createMoney,
  createOrderDetail,
  createRequestDetail,
  createVariant,
  NIMDA_REQUESTS,
  ORDERS,
  PRODUCTS,
  REQUESTS,
} from '../testing/builders.js';
import {
  createOrder,
  createProduct,
  createRequest,
  EMPTY_SHOP,
  openAdmin,
  resetBrowser,
  SHIRT,
  SHIRT_PATH,
  SHIRT_SHOP,
} from '../testing/open-admin.js';

const ORDER = createOrderDetail({ status: 'paid', nextStatuses: ['processing'], emailKinds: ['order-confirmed'] });
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const ROW = createOrder({ id: ORDER.id });
const REQUEST = createRequest();
const STATUS = `PATCH /api/admin/contact-submissions/${REQUEST.id}/status`;
const VARIANT = createVariant({ name: 'M' });
const DISCREPANCY = createDiscrepancy({ action: { label: 'Try again', warning: null } });
const EMAIL = {
  id: crypto.randomUUID(),
  kind: 'order-confirmed',
  state: 'sent',
  at: ORDER.createdAt,
  nextTryAt: null,
  reason: null,
  isToPresentAddress: true,
  about: null,
};

interface Case {
  address: string;
  answers: Parameters<typeof stubApi>[0];
  /** The call that turns out to be outdated, and its button. */
  change: string;
  button: string | RegExp;
  /** The list as it is by then, and a text that only its new state has. */
  newest: Parameters<typeof stubApi>[0];
  text: string;
  /** The rows, in the notice. */
  rows: string;
}

const OF_ORDER = { [ORDERS]: { json: [ROW] }, [`GET ${ORDER_PATH}`]: { json: ORDER } };
const CASES: Record<string, Case> = {
  orders: {
    address: `/admin?tab=orders&order=${ORDER.id}`,
    answers: OF_ORDER,
    change: `PATCH ${ORDER_PATH}/status`,
    button: 'Start Processing',
    newest: { [ORDERS]: { json: [{ ...ROW, status: 'on its way' }] } },
    text: 'on its way',
    rows: 'orders',
  },
  'emails of an order': {
    address: `/admin?tab=orders&order=${ORDER.id}`,
    answers: { ...OF_ORDER, [`GET ${ORDER_PATH}/emails`]: { json: [EMAIL] } },
    change: `POST ${ORDER_PATH}/emails`,
    button: 'Send again: Order confirmation',
    newest: {
      [`GET ${ORDER_PATH}/emails`]: { json: [EMAIL, { ...EMAIL, id: 'other', kind: 'order-sent-by-balloon' }] },
    },
    text: 'order-sent-by-balloon',
    rows: 'emails',
  },
  products: {
    address: '/admin?tab=products',
    answers: { ...SHIRT_SHOP },
    change: `PATCH ${SHIRT_PATH}`,
    button: 'Deactivate',
    newest: { [PRODUCTS]: { json: [createProduct({ title: 'Their Tee' })] } },
    text: 'Their Tee',
    rows: 'products',
  },
  'products of which one is deleted': {
    address: '/admin?tab=products',
    answers: { ...SHIRT_SHOP },
    change: `DELETE ${SHIRT_PATH}`,
    button: `Delete ${SHIRT.title}`,
    newest: { [PRODUCTS]: { json: [createProduct({ title: 'Their Tee' })] } },
    text: 'Their Tee',
    rows: 'products',
  },
  variants: {
    address: `/admin?tab=products&product=${SHIRT.id}`,
    answers: { ...SHIRT_SHOP, [`GET ${SHIRT_PATH}/variants`]: { json: [VARIANT] } },
    change: `PATCH ${SHIRT_PATH}/variants/${VARIANT.id}`,
    button: 'Deactivate M',
    newest: { [`GET ${SHIRT_PATH}/variants`]: { json: [createVariant({ name: 'Medium' })] } },
    text: 'Medium',
    rows: 'sizes and colors',
  },
  requests: {
    address: '/admin?tab=requests',
    answers: { [REQUESTS]: { json: [REQUEST] } },
    change: STATUS,
    button: 'Mark Read',
    newest: { [REQUESTS]: { json: [createRequest({ name: 'Ben Ode' })] } },
    text: 'Ben Ode',
    rows: 'requests',
  },
  'requests of the simple dashboard': {
    address: '/nimda',
    answers: { [NIMDA_REQUESTS]: { json: [REQUEST] } },
    change: STATUS,
    button: 'Mark Read',
    newest: { [NIMDA_REQUESTS]: { json: [createRequest({ name: 'Ben Ode' })] } },
    text: 'Ben Ode',
    rows: 'requests',
  },
  discrepancies: {
    address: '/admin',
    answers: { 'GET /api/admin/money': { json: createMoney({ discrepancies: [DISCREPANCY], discrepanciesCount: 1 }) } },
    change: `POST /api/admin/money/discrepancies/${DISCREPANCY.id}/resolve`,
    button: 'Try again',
    newest: { 'GET /api/admin/money': { json: createMoney({ received: '77.00' }) } },
    text: '$77.00',
    rows: 'payments and orders',
  },
};

const getNotice = (rows: string): string =>
  `The ${rows} were changed elsewhere: in another tab, or by another admin. This is how they are now.`;

async function pressOutdated({ address, answers, change, button, newest }: Case, status: number) {
  const server = stubApi({ ...EMPTY_SHOP, ...answers, [change]: { status, text: 'Ben was first.' } });
  const { user } = openAdmin(address);
  const target = await screen.findByRole('button', { name: button });
  Object.assign(server.responses, newest);
  await user.click(target);
  return { server, user };
}

beforeEach(() => {
  window.confirm = () => true;
});
afterEach(resetBrowser);

describe.each(Object.entries(CASES))('an outdated list of %s', (_, one) => {
  it.each([404, 409])('is loaded again after the answer %i, and says that it was changed elsewhere', async (status) => {
    await pressOutdated(one, status);
    expect(await screen.findByText(one.text)).toBeVisible();
    expect(screen.getByText(getNotice(one.rows))).toBeInTheDocument();
  });
});

describe('the notice of an outdated list', () => {
  const { requests } = CASES as Record<'requests', Case>;

  it('is not shown after another failure', async () => {
    await pressOutdated(requests, 503);
    await findToast('Update failed', 'Could not update submission status');
    expect(screen.queryByText(getNotice('requests'))).toBeNull();
  });

  it('is not shown for a name that is taken', async () => {
    const { variants } = CASES as Record<'variants', Case>;
    const message = 'This product already has the size M.';
    const refused = {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
      json: { detail: message, code: 'VARIANT_NAME_TAKEN', errors: { name: message } },
    };
    stubApi({ ...EMPTY_SHOP, ...variants.answers, [variants.change]: refused });
    const { user } = openAdmin(variants.address);
    await user.click(await screen.findByRole('button', { name: variants.button }));
    await findToast('Update failed', 'Could not update product');
    expect(screen.queryByText(getNotice(variants.rows))).toBeNull();
  });

  it('is not waited for by an error', async () => {
    const { orders } = CASES as Record<'orders', Case>;
    const never = { after: new Promise(() => undefined) };
    await pressOutdated({ ...orders, newest: { [ORDERS]: never, [`GET ${ORDER_PATH}`]: never } }, 409);
    await findToast('Update failed', 'Ben was first.');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Start Processing' })).not.toHaveAttribute('aria-disabled'),
    );
  });

  it('goes with the next change', async () => {
    const { server, user } = await pressOutdated({ ...requests, newest: {} }, 409);
    await screen.findByText(getNotice('requests'));
    server.responses[requests.change] = { json: {} };
    await user.click(screen.getByRole('button', { name: 'Mark Read' }));
    await findToast('Status updated');
    await waitFor(() => expect(screen.queryByText(getNotice('requests'))).toBeNull());
  });

  it('is about the list behind an opened request, whose draft is kept', async () => {
    const detail = createRequestDetail({ id: REQUEST.id });
    const path = `/api/admin/contact-submissions/${REQUEST.id}`;
    stubApi({
      ...EMPTY_SHOP,
      [REQUESTS]: { json: [REQUEST] },
      [`GET ${path}`]: { json: detail },
      [`POST ${path}/reply`]: { status: 409, text: 'Ben was first.' },
    });
    const { user } = openAdmin(`/admin?tab=requests&request=${REQUEST.id}`);
    await user.click(await screen.findByRole('button', { name: 'Reply' }));
    await user.type(await screen.findByLabelText('Your reply'), 'Soon');
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    expect(await screen.findByText(getNotice('requests'))).toBeInTheDocument();
    expect(screen.getByText('Ben was first.')).toBeVisible();
    expect(screen.getByLabelText('Your reply')).toHaveValue('Soon');
  });
});
