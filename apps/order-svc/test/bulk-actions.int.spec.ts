import { randomUUID } from 'node:crypto';
import {
  type BulkAction,
  type BulkActionPreview,
  DEFAULT_SHOP_SETTINGS,
  type StartBulkActionRequest,
} from '@shop/contracts-order';
import { asUser, waitFor } from '@shop/testing';
import { DataSource } from 'typeorm';
import { BulkRowsService } from '../src/bulk-actions/bulk-rows.service.js';
import { CleanupService } from '../src/customer-data/cleanup.service.js';
import { admin, AdminActions } from './support/admin-actions.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
const PATH = '/api/admin/orders/bulk-actions';

beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
afterAll(() => shop.close());

const send = (body: unknown, { key = randomUUID(), as = admin, path = PATH } = {}) =>
  shop.service.call('POST', path, { as, body, headers: { 'idempotency-key': key } });

async function start(body: StartBulkActionRequest, options = {}): Promise<BulkAction> {
  const answer = await send(body, options);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.json<BulkAction>();
}

async function getEnded(id: string): Promise<BulkAction> {
  let action: BulkAction | undefined;
  await waitFor(async () => {
    action = (await office.call('GET', `${PATH}/${id}`)).json<BulkAction>();
    expect(action.counts.pending).toBe(0);
  });
  return action as BulkAction;
}

async function createPaidOrders(count: number) {
  const orders = [];
  for (let n = 0; n < count; n += 1) orders.push(await office.getOrder((await office.createPaidOrder()).id));
  return orders;
}
async function createStartedOrders(count: number) {
  const orders = await createPaidOrders(count);
  for (const { id } of orders) expect((await office.changeStatus(id, 'processing')).status).toBe(200);
  return orders;
}
type Orders = Awaited<ReturnType<typeof createPaidOrders>>;

const startAll = (orders: Orders, change: object = {}): StartBulkActionRequest => ({
  kind: 'start-processing',
  orders: orders.map(({ id }) => id),
  confirmed: orders.map(({ id }) => id),
  ...change,
});
const listOutcomes = ({ rows }: BulkAction) => rows.map(({ state, message }) => [state, message]);
const countPublished = async (orderId: string, to: string): Promise<number> =>
  (
    await shop.query(
      `SELECT FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' = 'order.status-changed' AND envelope->'data'->>'to' = $2`,
      [`order/${orderId}`, to],
    )
  ).length;
const SELECT_WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const SECOND_RUN = { attempt: 2 };
const ADD_JOB = `SELECT graphile_worker.add_job('orders.bulk-action-row', $1::json, max_attempts := 32767)`;

describe('starting many orders', () => {
  it('asks before it starts an order that its customer may still change', async () => {
    const [first, second] = (await createPaidOrders(2)) as [Orders[0], Orders[0]];
    const body = startAll([first, second], { confirmed: [second.id] });
    const preview = (await send(body, { path: `${PATH}/preview` })).json<BulkActionPreview[]>();
    expect(preview).toEqual(
      [first, second].map(({ id, orderNumber, fulfilment }) => ({
        ...{ orderId: id, orderNumber, problem: null },
        changeableUntil: fulfilment?.dueAt,
      })),
    );
    expect(listOutcomes(await getEnded((await start(body)).id))).toEqual([
      ['skipped', 'Its customer may still change it. It needs to be confirmed.'],
      ['done', null],
    ]);
    expect([(await office.getOrder(first.id)).status, (await office.getOrder(second.id)).status]).toEqual([
      'paid',
      'processing',
    ]);
  });

  it('does each order by itself, and tries again only what has failed', async () => {
    const [first, broken, last] = (await createPaidOrders(3)) as [Orders[0], Orders[0], Orders[0]];
    await shop.query(
      `CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`,
    );
    await shop.query(
      `CREATE TRIGGER refuse_order BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.id = '${broken.id}') EXECUTE FUNCTION refuse_order()`,
    );
    const { id } = await start(startAll([first, broken, last]));
    const failed = await getEnded(id);
    expect(failed.counts).toEqual({ pending: 0, done: 2, skipped: 0, failed: 1 });
    expect(failed.rows[1]).toMatchObject({ state: 'failed', message: 'Something went wrong. Please try it again.' });
    await shop.query('DROP TRIGGER refuse_order ON orders');
    expect((await office.call('POST', `${PATH}/${id}/retry`)).status).toBe(200);
    expect((await getEnded(id)).counts).toEqual({ pending: 0, done: 3, skipped: 0, failed: 0 });
    for (const order of [first, broken, last]) expect(await countPublished(order.id, 'processing')).toBe(1);
    const timeline = (await office.getOrder(broken.id)).timeline.filter(({ actor }) => actor === admin.email);
    expect(timeline).toHaveLength(1);
  }, 30_000);

  it('fails an order during which the process ended three times', async () => {
    const [order] = (await createPaidOrders(1)) as [Orders[0]];
    const { id } = await start(startAll([order]));
    await getEnded(id);
    await shop.query(`UPDATE bulk_action_rows SET state = 'pending', ended_at = NULL WHERE bulk_action_id = $1`, [id]);
    const [row] = await shop.query('SELECT id FROM bulk_action_rows WHERE bulk_action_id = $1', [id]);
    await shop.query(ADD_JOB, [JSON.stringify({ data: { rowId: row?.id }, attempt: 4, outages: 0, hasKey: false })]);
    expect(listOutcomes(await getEnded(id))).toEqual([['failed', 'Something went wrong. Please try it again.']]);
  });

  it('does an order once, although its job runs again, its call is repeated and another admin starts it too', async () => {
    const orders = await createPaidOrders(3);
    const key = randomUUID();
    const ben = asUser({ role: 'admin', email: 'ben@example.com' });
    const [action, again, other] = await Promise.all([
      start(startAll(orders), { key }),
      start(startAll(orders), { key }),
      start(startAll(orders), { as: ben }),
    ]);
    expect(again.id).toBe(action.id);
    const rows = await shop.query('SELECT id FROM bulk_action_rows WHERE bulk_action_id = $1', [key]);
    const service = shop.service.get(BulkRowsService);
    await Promise.all([...rows, ...rows].map(({ id }) => service.changeOrder({ rowId: String(id) }, SECOND_RUN)));
    const counts = [(await getEnded(action.id)).counts, (await getEnded(other.id)).counts];
    expect(counts.map(({ done, skipped }) => done + skipped)).toEqual([3, 3]);
    expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(3);
    for (const { id } of orders) expect(await countPublished(id, 'processing')).toBe(1);
    expect(await send(startAll(orders.slice(1)), { key })).toMatchObject({
      status: 409,
      text: 'This Idempotency-Key was already used for something else.',
    });
  });

  it('refuses more than 200 orders, and callers who are no admins', async () => {
    const body = { kind: 'start-processing', orders: Array.from({ length: 201 }, () => randomUUID()) };
    expect(await send(body)).toMatchObject({ status: 400, text: 'Please select at most 200 orders at once' });
    expect((await send(body, { as: asUser() })).status).toBe(403);
  });
});

describe('entering many tracking numbers', () => {
  it('sends orders that are in processing, and says why others stay as they are', async () => {
    const [started, sent] = (await createStartedOrders(2)) as [Orders[0], Orders[0]];
    const [paid] = (await createPaidOrders(1)) as [Orders[0]];
    await office.changeStatus(sent.id, 'shipped', { carrier: 'UPS', number: '1Z 1' });
    const lines: [string, string][] = [
      [started.orderNumber.toLowerCase(), '00123 456'],
      [sent.orderNumber.slice(3), '1Z1'],
      [sent.orderNumber, '1Z2'],
      [paid.orderNumber, '1Z3'],
      ['PA-0000000000', '1Z4'],
    ];
    const parcels = lines.map(([orderNumber, number]) => ({ orderNumber, number, carrier: 'DHL' }));
    const expected = [
      null,
      'It has this number already.',
      'It has the number 1Z 1. Please correct it in the order.',
      'It is not in processing yet. Please start that first.',
      'There is no order with this number.',
    ];
    const body = { kind: 'set-tracking' as const, parcels };
    const preview = (await send(body, { path: `${PATH}/preview` })).json<BulkActionPreview[]>();
    expect(preview.map(({ problem }) => problem)).toEqual(expected);
    const action = await getEnded((await start(body)).id);
    expect(action.rows.map(({ message }) => message)).toEqual(expected);
    expect(action.counts).toEqual({ pending: 0, done: 1, skipped: 3, failed: 1 });
    expect(await office.getOrder(started.id)).toMatchObject({
      status: 'shipped',
      tracking: { carrier: 'DHL', number: '00123 456' },
    });
    const stored = await shop.query('SELECT parcel FROM bulk_action_rows WHERE order_id = $1', [started.id]);
    expect(stored).toEqual([{ parcel: null }]);
  });

  it('adds the first number of an order that was sent without one', async () => {
    const [order] = (await createStartedOrders(1)) as [Orders[0]];
    await office.changeStatus(order.id, 'shipped');
    const parcel = { orderNumber: order.orderNumber, number: '9400', carrier: 'USPS' };
    const { counts } = await getEnded((await start({ kind: 'set-tracking', parcels: [parcel] })).id);
    expect(counts.done).toBe(1);
    expect((await office.getOrder(order.id)).tracking).toMatchObject({ carrier: 'USPS', number: '9400' });
  });

  it('takes one of two numbers that are entered for an order at the same moment', async () => {
    const [order] = (await createStartedOrders(1)) as [Orders[0]];
    await office.changeStatus(order.id, 'shipped');
    const enter = (number: string) =>
      start({ kind: 'set-tracking', parcels: [{ orderNumber: order.orderNumber, number, carrier: 'USPS' }] });
    const started = await shop.service.get(DataSource).transaction(async (manager) => {
      await manager.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [order.id]);
      const actions = [await enter('9400'), await enter('9500')];
      await waitFor(async () => expect(await shop.query(SELECT_WAITING)).toHaveLength(2));
      return actions;
    });
    const counts = [];
    for (const { id } of started) counts.push((await getEnded(id)).counts);
    expect(counts.map(({ done, skipped }) => done * 10 + skipped).sort()).toEqual([1, 10]);
    expect((await office.getOrder(order.id)).tracking).not.toHaveProperty('further');
  });

  it('enters none for an order whose personal data was removed', async () => {
    const [order] = (await createStartedOrders(1)) as [Orders[0]];
    await office.changeStatus(order.id, 'shipped');
    await shop.query(
      'UPDATE orders SET user_id = NULL, guest_id = NULL, cart_id = NULL, email = NULL, anonymised_at = now() WHERE id = $1',
      [order.id],
    );
    const parcel = { orderNumber: order.orderNumber, number: '9400', carrier: 'USPS' };
    const action = await getEnded((await start({ kind: 'set-tracking', parcels: [parcel] })).id);
    expect(listOutcomes(action)).toEqual([['skipped', 'Its customer was forgotten.']]);
    expect((await office.getOrder(order.id)).tracking).toBeNull();
  });
});

it('lists the last actions of all admins, stores who started what, and forgets both after 30 days', async () => {
  const [order] = (await createPaidOrders(1)) as [Orders[0]];
  const ann = asUser({ role: 'admin', email: 'ann@example.com' });
  const { id } = await start(startAll([order]), { as: ann });
  await getEnded(id);
  const [last] = (await office.call('GET', PATH)).json<BulkAction[]>();
  expect(last).toMatchObject({ id, kind: 'start-processing', startedBy: 'ann@example.com', counts: { done: 1 } });
  const entries = await shop.query('SELECT actor, action, after FROM audit_entries WHERE subject_id = $1', [id]);
  expect(entries).toEqual([
    {
      actor: 'ann@example.com',
      action: 'orders.bulk-action-started',
      after: { kind: 'start-processing', orders: [order.orderNumber] },
    },
  ]);
  await shop.query(`UPDATE bulk_actions SET started_at = now() - interval '31 days' WHERE id = $1`, [id]);
  await shop.service.get(CleanupService).runCleanup();
  expect((await office.call('GET', `${PATH}/${id}`)).status).toBe(404);
  expect(await shop.query('SELECT FROM bulk_action_rows WHERE bulk_action_id = $1', [id])).toEqual([]);
});

describe('the packing slips of selected orders', () => {
  const download = (numbers: readonly string[], as = admin) =>
    shop.service.call('GET', `/api/admin/orders/packing-slips.pdf?orders=${numbers.join(',')}`, { as });
  const countPages = (text: string): number => text.match(/\/Type \/Page\n/g)?.length ?? 0;

  it('are one file with a page for each order, and one for those without a slip, audited, for admins only', async () => {
    const orders = await createPaidOrders(2);
    const open = await office.getOrder((await office.createUnpaidOrder()).id);
    const numbers = [...orders, open].map(({ orderNumber }) => orderNumber);
    const answer = await download(numbers);
    expect([answer.status, answer.headers.get('content-type'), countPages(answer.text)]).toEqual([
      ...[200, 'application/pdf', 3],
    ]);
    expect(countPages((await download(numbers.slice(0, 2))).text)).toBe(2);
    const seller = { ...DEFAULT_SHOP_SETTINGS.seller, name: 'Paws and Prints' };
    expect(answer.text).not.toContain('(Paws and Prints)');
    await shop.service.call('PUT', '/api/admin/shop', { as: admin, body: { seller } });
    expect((await download(numbers.slice(0, 1))).text).toContain('(Paws and Prints)');
    const [entry] = await shop.query(
      `SELECT actor, after FROM audit_entries WHERE action = 'orders.packing-slips-downloaded' ORDER BY at LIMIT 1`,
    );
    expect(entry).toEqual({ actor: admin.email, after: { orders: numbers } });
    expect((await download(numbers, asUser())).status).toBe(403);
    expect(await download(Array.from({ length: 201 }, () => 'PA-0000000000'))).toMatchObject({
      status: 400,
      text: 'Please select at most 200 orders at once',
    });
  });
});
