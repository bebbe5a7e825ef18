import type { Fulfilment } from '@shop/contracts-order';
import { formatCompactDateTime } from '@shop/web-kit';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';
import { getFulfilmentText } from './order-printing.js';

const now = new Date(2026, 10, 20, 13, 32);
const createFulfilment = (change: Partial<Fulfilment>): Fulfilment => ({
  state: 'change-window',
  provider: 'sandbox',
  dueAt: new Date(2026, 10, 20, 14, 32).toISOString(),
  attempts: 0,
  nextTryAt: null,
  reason: null,
  externalId: null,
  ...change,
});

describe('getFulfilmentText', () => {
  it.each([
    [{}, /^The customer can change or cancel it until 14:32\.$/],
    [
      { dueAt: new Date(2026, 10, 21, 9, 5).toISOString() },
      /^The customer can change or cancel it until Nov 21, 09:05\.$/,
    ],
    [{ dueAt: now.toISOString() }, /^Goes to the printer now\.$/],
    [{ dueAt: now.toISOString(), provider: 'by-hand' }, /^Printed by hand: take the print files/],
    [{ state: 'waiting' }, /^Waits for its print files\.$/],
    [{ state: 'waiting', attempts: 2 }, /^Could not be handed to the printer yet\.$/],
    [{ state: 'submitting' }, /^Is being handed to the printer\.$/],
    [{ state: 'submitted' }, /^With the sandbox printer, which prints nothing\.$/],
    [{ state: 'submitted', provider: 'printful', externalId: '90001' }, /^With Printful, order 90001\.$/],
    [{ state: 'submitted', provider: 'by-hand' }, /^Printed by hand\.$/],
    [{ state: 'cancelled' }, /^Is not printed\.$/],
  ] as const)('describes %j', (change, expected) => {
    expect(getFulfilmentText(createFulfilment(change), now)).toMatch(expected);
  });
});

const ORDER = createOrderDetail({ status: 'paid' });
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const REMAKE = `POST ${ORDER_PATH}/print-files`;
const RETRY = `POST ${ORDER_PATH}/printing`;
const WAITING: Fulfilment = {
  state: 'waiting',
  provider: 'printful',
  dueAt: ORDER.createdAt,
  attempts: 4,
  nextTryAt: new Date(Date.now() + 1_800_000).toISOString(),
  reason: 'Printful refused this order. It says: Recipient: ZIP code 62701 does not fit',
  externalId: null,
};

async function openOrder(fulfilment: Fulfilment | null, responses: Parameters<typeof stubApi>[0] = {}) {
  const row = createOrder({ id: ORDER.id, status: 'paid' });
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [row] },
    [`GET ${ORDER_PATH}`]: { json: { ...ORDER, fulfilment } },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  await drawer.findByRole('heading', { name: 'Payment' });
  return { user, server, drawer };
}

afterEach(resetBrowser);

describe('OrderPrinting', () => {
  it('shows why printing waits, and retries once on a double click', async () => {
    const { user, server, drawer } = await openOrder(WAITING, { [RETRY]: { json: {} } });
    expect(drawer.getByText('Could not be handed to the printer yet.')).toBeVisible();
    expect(drawer.getByRole('alert')).toHaveTextContent('Recipient: ZIP code 62701 does not fit');
    expect(drawer.getByText(/^Next try:/)).toHaveTextContent(
      `Next try: ${formatCompactDateTime(WAITING.nextTryAt ?? '')}`,
    );
    server.responses[`GET ${ORDER_PATH}`] = {
      json: {
        ...ORDER,
        status: 'processing',
        fulfilment: { ...WAITING, state: 'submitted', reason: null, nextTryAt: null, externalId: '90001' },
      },
    };
    await user.dblClick(drawer.getByRole('button', { name: 'Try again' }));
    await findToast('The printer is tried again');
    expect(server.callsTo(RETRY)).toHaveLength(1);
    expect(await drawer.findByText('With Printful, order 90001.')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows an error response of the retry', async () => {
    const { user, drawer } = await openOrder(WAITING, {
      [RETRY]: { status: 409, text: 'This order does not wait for the printer.' },
    });
    await user.click(drawer.getByRole('button', { name: 'Try again' }));
    await findToast('Update failed', 'This order does not wait for the printer.');
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-disabled'));
  });

  it('shows a problem at the printer without a retry button', async () => {
    const { drawer } = await openOrder({
      ...WAITING,
      state: 'submitted',
      nextTryAt: null,
      externalId: '90001',
      reason: 'The printer has put this order on hold.',
    });
    expect(drawer.getByRole('alert')).toHaveTextContent('The printer has put this order on hold.');
    expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is hidden for an order without fulfilment', async () => {
    const { drawer } = await openOrder(null);
    expect(drawer.queryByRole('heading', { name: 'Printing' })).toBeNull();
  });

  it('requests missing print files again by one button, and shows an error response', async () => {
    const { user, server, drawer } = await openOrder(null, {
      [`GET ${ORDER_PATH}`]: { json: { ...ORDER, isPrintFileMissing: true } },
      [REMAKE]: { status: 409, text: 'No print file of this order is missing, or it is being made.' },
    });
    await user.click(drawer.getByRole('button', { name: 'Make the print file again' }));
    await findToast('Update failed', 'No print file of this order is missing, or it is being made.');
    server.responses[REMAKE] = { json: {} };
    server.responses[`GET ${ORDER_PATH}`] = { json: ORDER };
    await user.dblClick(drawer.getByRole('button', { name: 'Make the print file again' }));
    await findToast('The print file is being made again');
    expect(server.callsTo(REMAKE)).toHaveLength(2);
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Make the print file again' })).toBeNull());
  });
});

describe('OrderHolds', () => {
  const RELEASE = `POST ${ORDER_PATH}/holds/release`;
  const HOLD = { id: '5a6a1f5e-5f0e-4f0c-9a8e-0d1f6f1a0001', kind: 'dispute', openedAt: ORDER.createdAt };
  const held = { ...ORDER, isOnHold: true, holds: [HOLD], fulfilment: createFulfilment({ state: 'change-window' }) };

  it('says why the order waits, and continues the printing only with a reason', async () => {
    const { user, server, drawer } = await openOrder(null, {
      [`GET ${ORDER_PATH}`]: { json: held },
      [RELEASE]: { json: {} },
    });
    const section = within(drawer.getByRole('region', { name: 'On hold' }));
    expect(section.getByRole('listitem')).toHaveTextContent('The customer’s bank disputes the payment');
    expect(section.getByText('Nothing is printed until this is settled, or until you decide.')).toBeVisible();
    expect(drawer.getByText('Waits, because the order is on hold.')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Continue printing' }));
    expect(section.getByLabelText('Why it may go on')).toHaveAccessibleDescription(/Reason is required/);
    await user.type(section.getByLabelText('Why it may go on'), 'She called us');
    server.responses[`GET ${ORDER_PATH}`] = { json: ORDER };
    await user.click(section.getByRole('button', { name: 'Continue printing' }));
    await findToast('The printing goes on');
    expect(server.callsTo(RELEASE).map(({ body }) => body)).toEqual([{ holds: [HOLD.id], reason: 'She called us' }]);
    await waitFor(() => expect(drawer.queryByRole('region', { name: 'On hold' })).toBeNull());
  });

  it('says that the printer may have the order, and names a kind of a newer server', async () => {
    const { drawer } = await openOrder(null, {
      [`GET ${ORDER_PATH}`]: {
        json: { ...held, holds: [{ ...HOLD, kind: 'audit' }], fulfilment: createFulfilment({ state: 'submitted' }) },
      },
    });
    const section = within(drawer.getByRole('region', { name: 'On hold' }));
    expect(section.getByRole('listitem')).toHaveTextContent('audit');
    expect(
      section.getByText('The printer may have this order. If it must not be printed, cancel it now.'),
    ).toBeVisible();
  });

  it('says of an order that was sent that nothing is sent again before a decision', async () => {
    const { drawer } = await openOrder(null, {
      [`GET ${ORDER_PATH}`]: {
        json: {
          ...ORDER,
          status: 'shipped',
          holds: [{ ...HOLD, kind: 'fraud-warning' }],
          fulfilment: createFulfilment({ state: 'submitted' }),
        },
      },
    });
    const section = within(drawer.getByRole('region', { name: 'On hold' }));
    expect(section.getByRole('listitem')).toHaveTextContent('The card’s bank warns of fraud');
    expect(section.getByText('The order was sent. Nothing of it is sent again until you decide.')).toBeVisible();
  });
});
