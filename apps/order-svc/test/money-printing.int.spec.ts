import { jest } from '@jest/globals';
import { eventually } from '@shop/testing';
import { SubmitOrder } from '../src/fulfilment/submit-order.js';
import { PRODUCTION_BY_HAND } from './by-hand.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Bookkeeper, MENDED } from './money.js';
import { Shop } from './shop.js';

let shop: Shop;
const books = new Bookkeeper(() => shop);
const { office } = books;
const orders = new HeldOrders(() => shop);
const put = ({ id }: HeldOrder, change: string) =>
  shop.rows(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);

describe('printing that does not agree with what was paid', () => {
  beforeAll(async () => {
    // The sandbox printer's own clock is the world's: no order moves on by itself in the middle of a test.
    shop = await Shop.open({ env: { FULFILMENT_INTERVAL_MS: '100' } });
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => shop.close());

  const isSubmitted = (order: HeldOrder) =>
    eventually(async () => expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]));
  const waiting = `state = 'waiting', due_at = now() + interval '1 hour', reason = 'Printful refused this order. It says: No such street'`;

  it('is counted: what is due, and how much of that the printer has', async () => {
    const { printJobs: before = { due: 0, atPrinter: 0, waiting: 0 } } = await office.money();
    const [held, printed, delayed] = [await orders.make(), await orders.make(), await orders.make()];
    for (const order of [printed, delayed]) await orders.drawFiles(order);
    await orders.endHold(printed);
    await isSubmitted(printed);
    await put(delayed, waiting);
    const { printJobs } = await office.money();
    expect(printJobs).toEqual({ due: before.due + 2, atPrinter: before.atPrinter + 1, waiting: before.waiting + 1 });
    await put(delayed, 'due_at = now()');
    for (const order of [held, printed, delayed]) expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is shown with the reason where a paid order does not get to the printer, which is tried again at the press of a button', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await put(order, waiting);
    const difference = await books.theOne('not-printed', order.id);
    expect(difference.sentence).toBe(
      `Order ${difference.orderNumber} is paid, and not with the printer yet: Printful refused this order. It says: No such street.`,
    );
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The printer is being tried again."}']);
    await isSubmitted(order);
    expect(await books.differencesOf(order.id)).toEqual([]);
    expect(await books.mended(difference.id)).toEqual(MENDED);
    expect(await books.actionsOf(order.id)).toEqual(['order.printing-retried']);
    expect(
      JSON.stringify(await shop.rows('SELECT before, after FROM audit_entries WHERE subject_id = $1', [order.id])),
    ).not.toContain('street');
  });

  it('is shown where nobody has taken the order up for an hour, and is no line of its own while a print file is lacking', async () => {
    const [forgotten, lacking] = [await orders.make(), await orders.make()];
    await orders.drawFiles(forgotten);
    for (const order of [forgotten, lacking])
      await put(
        order,
        `state = 'submitting', lease_expires_at = now() + interval '1 hour', due_at = now() - interval '61 minutes', reason = 'There is no print file of Tee.'`,
      );
    await put(forgotten, 'reason = NULL');
    const difference = await books.theOne('not-printed', forgotten.id);
    expect(difference).toMatchObject({
      sentence: `Order ${difference.orderNumber} has been due for the printer for more than an hour, and is not there.`,
      remedy: { label: 'Try the printer again', warning: null },
    });
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The printer is being tried again."}']);
    expect(await books.differencesOf(lacking.id)).toEqual([]);
    // Its try broke off, and nobody has looked since.
    const looks = jest.spyOn(shop.service.get(SubmitOrder), 'submitDue').mockResolvedValue();
    await eventually(async () => expect(looks).toHaveBeenCalled());
    await put(forgotten, `lease_expires_at = now()`);
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The printer is being tried again."}']);
    looks.mockRestore();
    await isSubmitted(forgotten);
    expect(await books.differencesOf(forgotten.id)).toEqual([]);
  });

  it('is not hastened by anybody before its hold is over', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    const { status, text } = await office.call('POST', `/api/admin/orders/${order.id}/printing`);
    expect([status, text]).toEqual([409, 'This order does not wait for the printer.']);
    expect(await shop.rows('SELECT state FROM fulfilments WHERE order_id = $1', [order.id])).toEqual([
      { state: 'held' },
    ]);
  });

  it('is shown where the order waits at the printer, until the printer says otherwise', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await orders.endHold(order);
    await isSubmitted(order);
    await put(order, `reason = 'The printer has put this order on hold.'`);
    const difference = await books.theOne('not-printed', order.id);
    expect(difference.remedy).toEqual({ label: 'Ask the printer again', warning: null });
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The printer says that this is settled."}']);
    expect(await books.differencesOf(order.id)).toEqual([]);
    expect((await office.detail(order.id)).timeline[0]?.summary).toBe('The printer was asked again.');
  });

  it('is shown where the printer goes on with what was cancelled, and not settled before it is cancelled there', async () => {
    const order = await orders.make();
    await office.move(order.id, 'cancelled');
    await shop.rows('INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2)', [
      order.id.replaceAll('-', ''),
      order.id,
    ]);
    await put(
      order,
      `reason = 'The printer goes on with this order, although it was cancelled. Please cancel it there.'`,
    );
    const difference = await books.theOne('printed-although', order.id);
    expect(difference.sentence).toMatch(
      /^Order PA-\w+ is at the printer, and should not be: .* Please cancel it there\.$/,
    );
    expect(await books.mended(difference.id)).toEqual([502, 'The printer still says the same.']);
    await shop.rows('UPDATE sandbox_print_orders SET cancelled_at = now() WHERE order_id = $1', [order.id]);
    expect((await office.mend(difference.id)).status).toBe(200);
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is ended with one button where all of the money has gone back and the printer may have the order unheard', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await put(order, `state = 'waiting', attempts = 1, due_at = now() + interval '1 hour'`);
    await office.refund(order.id, '35.91');
    await orders.endHold(order);
    await eventually(async () =>
      expect((await books.differencesOf(order.id)).map(({ remedy }) => remedy?.label)).toEqual(['Cancel the order']),
    );
    const difference = await books.theOne('not-printed', order.id);
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The order is cancelled."}']);
    expect(await office.detail(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is shown where a printer has had the order for a fortnight and says nothing, which is then asked', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await orders.endHold(order);
    await isSubmitted(order);
    await put(order, `submitted_at = now() - interval '13 days 23 hours'`);
    expect(await books.differencesOf(order.id)).toEqual([]);
    await put(order, `submitted_at = now() - interval '14 days 1 hour'`);
    const difference = await books.theOne('not-printed', order.id);
    expect(difference).toMatchObject({
      sentence: expect.stringMatching(
        /^Order PA-\w+ has been at the printer since \w+ \d+, \d+, and was not shipped\.$/,
      ),
      remedy: { label: 'Ask the printer again', warning: null },
    });
    expect(await books.mended(difference.id)).toEqual([502, 'The printer still says the same.']);
    await shop.rows(`UPDATE sandbox_print_orders SET accepted_at = now() - interval '3 days' WHERE order_id = $1`, [
      order.id,
    ]);
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The printer says that this is settled."}']);
    expect(await office.detail(order.id)).toMatchObject({ status: 'shipped' });
  });
});

describe('printing by hand that nobody sees to', () => {
  beforeAll(async () => {
    shop = await Shop.open({ env: PRODUCTION_BY_HAND });
  });
  afterAll(() => shop.close());

  const dueFor = async (hours: number): Promise<HeldOrder> => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await put(order, `due_at = now() - interval '${hours} hours'`);
    return order;
  };

  it('is shown a day after the hold, and begun with one button, once', async () => {
    const [late, recent] = [await dueFor(25), await dueFor(23)];
    expect(await books.differencesOf(recent.id)).toEqual([]);
    const difference = await books.theOne('not-printed', late.id);
    expect(difference).toMatchObject({
      sentence: expect.stringMatching(
        /^Order PA-\w+ waits to be printed by hand, and has been due since \w+ \d+, \d+\.$/,
      ),
      remedy: { label: 'Start processing', warning: null },
    });
    const answers = await Promise.all([books.mended(difference.id), books.mended(difference.id)]);
    expect(answers.sort()).toEqual([
      [200, '{"sentence":"The order is in processing. Its print files are in the order."}'],
      MENDED,
    ]);
    expect(await office.detail(late.id)).toMatchObject({
      status: 'processing',
      fulfilment: { state: 'submitted', provider: 'by-hand' },
    });
    expect(await books.actionsOf(late.id)).toEqual(['order.status-changed']);
    expect(await books.differencesOf(late.id)).toEqual([]);
  });

  it('is no line of its own while a print file is lacking', async () => {
    const order = await dueFor(25);
    await shop.rows('UPDATE order_items SET print_file = NULL WHERE order_id = $1', [order.id]);
    await shop.rows(`UPDATE orders SET paid_at = now() - interval '26 hours' WHERE id = $1`, [order.id]);
    await books.theOne('print-missing', order.id);
  });

  it('is shown after a fortnight in processing, with the button that says that it has left', async () => {
    const [order, old] = [await dueFor(1), await dueFor(1)];
    for (const { id } of [order, old]) await office.move(id, 'processing');
    expect(await books.differencesOf(order.id)).toEqual([]);
    await put(order, `submitted_at = now() - interval '15 days'`);
    // Of a version that knew no hold.
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [old.id]);
    await shop.rows(`UPDATE orders SET paid_at = now() - interval '15 days' WHERE id = $1`, [old.id]);
    for (const { id } of [order, old]) {
      const difference = await books.theOne('not-printed', id);
      expect(difference).toMatchObject({
        sentence: expect.stringContaining('Please mark it as shipped once it has left, or cancel it.'),
        remedy: { label: 'Mark it as shipped' },
      });
      expect(await books.mended(difference.id)).toEqual([
        200,
        '{"sentence":"The order is shipped, and its customer is told."}',
      ]);
      expect((await office.detail(id)).status).toBe('shipped');
      expect(await books.differencesOf(id)).toEqual([]);
      expect(await books.mended(difference.id)).toEqual(MENDED);
    }
  });
});
