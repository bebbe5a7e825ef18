import type { BulkAction } from '@shop/contracts-order';
import { stubApi, waitForAddress } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { ORDERS } from '../../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';

const PATH = '/api/admin/orders/bulk-actions';
const createOrders = (count: number) =>
  Array.from({ length: count }, (_, n) => createOrder({ orderNumber: `PA-${String(n).padStart(10, '0')}` }));

async function openOrders(orders = createOrders(3), responses: Parameters<typeof stubApi>[0] = {}, query = '') {
  const server = stubApi({ ...EMPTY_SHOP, [ORDERS]: { json: orders }, ...responses });
  const { user } = openAdmin(`/admin?tab=orders${query}`);
  await screen.findByText(orders[0]!.orderNumber);
  return { user, server, orders };
}
const boxOf = (orderNumber: string) => screen.getByRole('checkbox', { name: `Select ${orderNumber}` });
const bar = async () => within(await screen.findByRole('region', { name: 'Selected orders' }));

const createAction = (rows: BulkAction['rows'], counts: Partial<BulkAction['counts']> = {}): BulkAction => ({
  id: '6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11',
  kind: 'start-processing',
  startedBy: 'ada@example.com',
  startedAt: new Date().toISOString(),
  counts: { pending: 0, done: 0, skipped: 0, failed: 0, ...counts },
  rows,
});

afterEach(resetBrowser);

describe('the selection of orders', () => {
  it('is made by boxes and the key x, and stays while a further page is loaded', async () => {
    const [first, second, third] = createOrders(3) as [
      ReturnType<typeof createOrder>,
      ...ReturnType<typeof createOrder>[],
    ];
    const next = '/api/admin/orders?limit=50&cursor=next';
    const { user } = await openOrders([first, second!], {
      [ORDERS]: { json: [first, second], headers: { link: `<${next}>; rel="next"` } },
      [`GET ${next}`]: { json: [third] },
    });
    await user.click(boxOf(first.orderNumber));
    expect((await bar()).getByText('1 selected')).toBeVisible();
    await user.keyboard('jx');
    expect(boxOf(second!.orderNumber)).toBeChecked();
    await user.keyboard('a');
    expect((await bar()).getByRole('button', { name: 'Start Processing' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: /more/i }));
    expect(await screen.findByText(third!.orderNumber)).toBeVisible();
    expect((await bar()).getByText('2 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all shown' })).toBePartiallyChecked();
    await user.click((await bar()).getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull();
  });

  it('has at most 200 orders, and says so', async () => {
    const { user } = await openOrders(createOrders(201));
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    const region = await bar();
    expect(region.getByText('200 selected')).toBeVisible();
    expect(region.getByText('At most 200 orders can be selected at once. Further ones are not.')).toBeVisible();
  }, 30_000);
});

describe('Start Processing of the selected orders', () => {
  it('asks about orders that customers may still change, and shows each result', async () => {
    const orders = createOrders(3);
    const [startable, changeable, refused] = orders.map(({ id: orderId, orderNumber }) => ({
      ...{ orderId, orderNumber, problem: null },
    }));
    const failed = createAction(
      [
        { orderId: orders[0]!.id, orderNumber: orders[0]!.orderNumber, state: 'done', message: null },
        {
          orderId: orders[1]!.id,
          orderNumber: orders[1]!.orderNumber,
          state: 'failed',
          message: 'The printer is busy.',
        },
      ],
      { done: 1, failed: 1 },
    );
    const { user, server } = await openOrders(orders, {
      [`POST ${PATH}/preview`]: {
        json: [
          startable,
          { ...changeable, changeableUntil: new Date().toISOString() },
          { ...refused, problem: 'It was cancelled.' },
        ],
      },
      [`POST ${PATH}`]: { status: 201, json: failed },
      [`GET ${PATH}/${failed.id}`]: { json: failed },
      [`POST ${PATH}/${failed.id}/retry`]: { json: createAction(failed.rows.slice(0, 1), { done: 2 }) },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click((await bar()).getByRole('button', { name: 'Start Processing' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start Processing' }));
    expect(await dialog.findByText('It was cancelled.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Start 1 order' })).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Start it all the same' }));
    await user.click(dialog.getByRole('button', { name: 'Start 2 orders' }));
    await waitForAddress(`/admin?tab=orders&bulk=${failed.id}`);
    expect(server.callsTo(`POST ${PATH}`)[0]?.body).toEqual({
      kind: 'start-processing',
      orders: [orders[0]!.id, orders[1]!.id],
      confirmed: [orders[1]!.id],
    });
    expect(await screen.findByText('1 done, 1 failed')).toBeVisible();
    expect(screen.getByText('The printer is busy.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try 1 order again' }));
    expect(await screen.findByText('2 done')).toBeVisible();
  });

  it('is found again by a reload, and in the list of the last ones', async () => {
    const action = createAction([], { done: 3 });
    const { user } = await openOrders(
      createOrders(1),
      { [`GET ${PATH}`]: { json: [action] }, [`GET ${PATH}/${action.id}`]: { json: action } },
      `&bulk=${action.id}`,
    );
    expect(await screen.findByText('3 done')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Bulk actions' }));
    await user.click(await screen.findByRole('button', { name: /Start Processing 3 done ada@example.com/ }));
    await waitForAddress(`/admin?tab=orders&bulk=${action.id}`);
  });
});

describe('tracking numbers', () => {
  const LINES = 'PA-0000000000,1Z9,UPS\nPA-0000000001,1Z8,UPS\nnonsense,1Z7,UPS';

  it('are checked by line before anything is sent, and what is not sent stays', async () => {
    const [known, unknown] = ['PA-0000000000', 'PA-0000000001'];
    const done = { ...createAction([], { done: 1 }), kind: 'set-tracking' as const };
    const { user, server } = await openOrders(createOrders(1), {
      [`POST ${PATH}/preview`]: {
        json: [
          { orderId: crypto.randomUUID(), orderNumber: known, problem: null },
          { orderId: null, orderNumber: unknown, problem: 'There is no order with this number.' },
        ],
      },
      [`POST ${PATH}`]: { status: 201, json: done },
      [`GET ${PATH}/${done.id}`]: { json: done },
    });
    await user.click(screen.getByRole('button', { name: 'Tracking numbers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tracking numbers' }));
    await user.click(dialog.getByLabelText('Lines'));
    await user.paste(LINES);
    expect(dialog.getByText('2 lines of 3 can be checked.')).toBeVisible();
    expect(dialog.getByText('“nonsense” is no order number.').closest('li')).toHaveTextContent('Line 3:');
    await user.click(dialog.getByRole('button', { name: 'Check' }));
    expect((await dialog.findByText('There is no order with this number.')).closest('li')).toHaveTextContent('Line 2:');
    expect(server.callsTo(`POST ${PATH}`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send 1 line' }));
    expect(await screen.findByText('1 done')).toBeVisible();
    expect(server.callsTo(`POST ${PATH}`)[0]?.body).toEqual({
      kind: 'set-tracking',
      parcels: [{ orderNumber: known, carrier: 'UPS', number: '1Z9' }],
    });
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Tracking numbers' }));
    await waitFor(() => expect(screen.getByLabelText('Lines')).toHaveValue('PA-0000000001,1Z8,UPS\nnonsense,1Z7,UPS'));
    await user.clear(screen.getByLabelText('Lines'));
  });

  it('are named where several orders have one, which may be right', async () => {
    const { user } = await openOrders(createOrders(1), {}, '&bulk=tracking');
    await user.click(await screen.findByLabelText('Lines'));
    await user.paste('PA-0000000000,1Z9,UPS\nPA-0000000001,1z 9,UPS\nPA-0000000002,1Z8,UPS');
    const question = 'Lines 1 and 2 have the same tracking number. Are they in one parcel?';
    expect(screen.getByText(question)).toBeVisible();
    expect(screen.getByText('3 lines of 3 can be checked.')).toBeVisible();
    await user.clear(screen.getByLabelText('Lines'));
    expect(screen.queryByText(question)).toBeNull();
  });

  it('come from a file that is not too large', async () => {
    const { user } = await openOrders(createOrders(1), {}, '&bulk=tracking');
    const input = await screen.findByLabelText('CSV file');
    await user.upload(input, new File(['PA-0000000000;0123'], 'parcels.csv', { type: 'text/csv' }));
    await waitFor(() => expect(screen.getByLabelText('Lines')).toHaveValue('PA-0000000000;0123'));
    const gone = new File(['PA-1'], 'gone.csv', { type: 'text/csv' });
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await user.upload(input, gone);
    expect(await screen.findByText(/This file can’t be read any more/)).toBeVisible();
    await user.upload(input, new File(['x'.repeat(200_001)], 'all.csv', { type: 'text/csv' }));
    expect(await screen.findByText(/This file has more than 200 kB/)).toBeVisible();
    expect(screen.getByLabelText('Lines')).toHaveValue('PA-0000000000;0123');
    await user.clear(screen.getByLabelText('Lines'));
  });
});

it('names orders without a print file before the ZIP is downloaded', async () => {
  const [order] = createOrders(1);
  const query = `orders=${order!.orderNumber}`;
  const { user } = await openOrders([order!], {
    [`GET /api/admin/print-files?${query}`]: {
      json: { files: 2, missing: [{ orderNumber: order!.orderNumber, message: 'Article 3 has no print file yet.' }] },
    },
  });
  await user.click(boxOf(order!.orderNumber));
  await user.click((await bar()).getByRole('button', { name: 'Print files' }));
  expect(await screen.findByText('2 print files are ready.')).toBeVisible();
  expect(screen.getByText('Article 3 has no print file yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download ZIP' })).toHaveAttribute(
    'href',
    `/api/admin/print-files.zip?${query}`,
  );
});

it('offers no packing slips of orders that get none', async () => {
  const [order] = createOrders(1).map((each) => ({ ...each, status: 'cancelled' as const }));
  const { user } = await openOrders([order!]);
  await user.click(boxOf(order!.orderNumber));
  await user.click((await bar()).getByRole('button', { name: 'Packing slips' }));
  expect(await screen.findByText('No selected order gets a packing slip.')).toBeVisible();
  expect(screen.getByText('It was cancelled.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
});
