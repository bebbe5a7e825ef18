import { ORDER_BEING_PRINTED } from '@shop/contracts/order';
import { eventually, type TestService } from '@shop/testing';
import { BackOffice } from './admin.js';
import type { PrintOrder } from '../src/fulfilment/print-provider.js';
import { SandboxPrinter } from '../src/fulfilment/sandbox/sandbox.printer.js';
import { fileHashOf, HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';

/** Quick enough for a test, slow enough that nothing moves while it looks: an hour of the printer's is two seconds. */
const SPEED = 1_800;
const QUICK = { FULFILMENT_INTERVAL_MS: '100', SANDBOX_PRINTER_SPEED: String(SPEED) };

describe('an order at the sandbox printer', () => {
  let shop: Shop;
  const orders = new HeldOrders(() => shop);
  const office = new BackOffice(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ env: QUICK });
  });
  afterAll(() => shop.close());

  const isStatus = (order: HeldOrder, status: string) =>
    eventually(async () => expect((await orders.read(order)).order.status).toBe(status));
  const submitted = (order: HeldOrder) =>
    eventually(async () => expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]));
  /** As if it had come in so long ago. */
  const age = ({ id }: HeldOrder, hours: number) =>
    shop.rows(
      `UPDATE sandbox_print_orders SET accepted_at = now() - $2 * interval '1 hour' / ${SPEED} WHERE order_id = $1`,
      [id, hours],
    );
  const summaries = async ({ id }: HeldOrder) => (await office.detail(id)).timeline.map(({ summary }) => summary);

  const told = ({ id }: HeldOrder) => shop.rows('SELECT told FROM sandbox_print_orders WHERE order_id = $1', [id]);
  /** The printer took it, and its answer was lost. */
  async function unheardOf(): Promise<HeldOrder> {
    const order = await orders.make();
    await shop.rows('INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2)', [
      order.id.replaceAll('-', ''),
      order.id,
    ]);
    await shop.rows(
      `UPDATE fulfilments SET state = 'waiting', attempts = 1, due_at = now() + interval '1 hour', reason = 'The printer does not answer.' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  it('goes there when the hold is over, and then on to its customer', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    expect(await orders.fulfilment(order)).toEqual([
      { state: 'held', provider: 'sandbox', attempts: 0, reason: null, externalId: null },
    ]);
    await orders.endHold(order);
    await isStatus(order, 'processing');
    expect((await office.detail(order.id)).fulfilment).toMatchObject({
      state: 'submitted',
      provider: 'sandbox',
      attempts: 1,
      reason: null,
      externalId: order.id.replaceAll('-', ''),
    });
    await age(order, 49);
    await isStatus(order, 'shipped');
    const { tracking } = await orders.read(order);
    expect(tracking).toMatchObject({ carrier: 'Sandbox Post', url: expect.stringMatching(/^https:/) });
    await age(order, 121);
    await isStatus(order, 'delivered');
    expect((await orders.read(order)).timeline.map(({ what, detail }) => [what, detail])).toEqual([
      ['placed', null],
      ['paid', '$35.91'],
      ['processing', null],
      ['shipped', `Sandbox Post, ${tracking?.number}`],
      ['delivered', null],
    ]);
    expect((await shop.eventsOf(order.id)).filter((type) => type === 'order.status-changed')).toHaveLength(4);
  });

  it('waits for every print file, and goes as soon as they are there', async () => {
    const order = await orders.make();
    await orders.endHold(order);
    await eventually(async () =>
      expect(await orders.fulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }]),
    );
    expect((await orders.read(order)).order.status).toBe('paid');
    expect((await orders.place(order, { x: 40, y: 60, scale: 50, rotation: 90 })).text).toBe(ORDER_BEING_PRINTED);
    await orders.drawFiles(order);
    expect((await office.call('POST', `/api/admin/orders/${order.id}/printing`)).status).toBe(200);
    await isStatus(order, 'processing');
    expect(await summaries(order)).toContain('The printer was tried again.');
  });

  it('says to the admins, once, that a print file can’t be made', async () => {
    const order = await orders.make({ product: { title: 'Tee' } });
    await shop.rows(`UPDATE order_items SET print_file_failure = 'not-drawn' WHERE order_id = $1`, [order.id]);
    await orders.endHold(order);
    const reason = 'There is no print file of Tee.';
    await eventually(async () =>
      expect((await office.detail(order.id)).fulfilment).toMatchObject({ state: 'waiting', reason }),
    );
    await office.call('POST', `/api/admin/orders/${order.id}/printing`);
    await eventually(async () =>
      expect(Date.parse((await office.detail(order.id)).fulfilment?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(
        60_000,
      ),
    );
    expect((await summaries(order)).filter((summary) => summary.includes(reason))).toHaveLength(1);
  });

  it('goes at once where an admin moves it on, and takes no changes then', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await office.move(order.id, 'processing');
    await submitted(order);
    expect((await orders.read(order)).timeline.map(({ what }) => what)).toEqual(['placed', 'paid', 'processing']);
  });

  it('is taken back from the printer before an admin cancels it, until the press has begun', async () => {
    const [early, late] = [await orders.make(), await orders.make()];
    for (const order of [early, late]) {
      await orders.drawFiles(order);
      await office.move(order.id, 'processing');
      await submitted(order);
    }
    await age(late, 13);
    expect((await office.move(early.id, 'cancelled')).status).toBe(200);
    const refused = await office.move(late.id, 'cancelled');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it can no longer be cancelled.',
    ]);
    expect(await told(early)).toEqual([{ told: 'cancelled' }]);
    await eventually(async () =>
      expect(await orders.read(early)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }),
    );
    expect((await orders.read(late)).order.status).toBe('processing');
  });

  it('is taken back also where the printer took it and nobody heard of that', async () => {
    const [early, late] = [await unheardOf(), await unheardOf()];
    await age(late, 13);
    expect((await office.move(early.id, 'cancelled')).status).toBe(200);
    expect((await office.move(late.id, 'cancelled')).text).toBe(
      'The printer has begun to print this order: it can no longer be cancelled.',
    );
    expect(await told(early)).toEqual([{ told: 'cancelled' }]);
  });

  it('is taken back there before an admin ships it by hand, until the press has begun: it is sent once', async () => {
    const [early, late] = [await unheardOf(), await unheardOf()];
    for (const { id } of [early, late]) await office.move(id, 'processing');
    await age(late, 13);
    expect((await office.move(early.id, 'shipped')).status).toBe(200);
    const refused = await office.move(late.id, 'shipped');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it ships it itself.',
    ]);
    expect(await told(early)).toEqual([{ told: 'cancelled' }]);
    expect(await orders.read(early)).toMatchObject({
      order: { status: 'shipped', paymentStatus: 'paid' },
      refunds: [],
    });
    expect(await orders.fulfilment(early)).toMatchObject([{ state: 'cancelled' }]);
    expect((await orders.read(late)).order.status).toBe('processing');
  });

  it('ends with its money back where it was taken back and whoever did so died before it was written down', async () => {
    const order = await unheardOf();
    await orders.drawFiles(order);
    await shop.rows(`UPDATE sandbox_print_orders SET cancelled_at = now(), told = 'cancelled' WHERE order_id = $1`, [
      order.id,
    ]);
    await orders.endHold(order);
    await eventually(async () =>
      expect(await orders.read(order)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }),
    );
    expect((await orders.read(order)).timeline.map(({ what }) => what)).toEqual([
      'placed',
      'paid',
      'cancelled',
      'refunded',
    ]);
    expect(await orders.fulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is not printed once an admin has shipped it by hand', async () => {
    const order = await orders.make();
    await office.move(order.id, 'processing');
    await office.move(order.id, 'shipped', { carrier: 'UPS', number: '1Z' });
    await orders.drawFiles(order);
    await orders.endHold(order);
    expect(await orders.fulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
    expect((await orders.read(order)).tracking).toMatchObject({ carrier: 'UPS' });
  });

  it('does not go there where the money has gone back', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await shop.rows(`UPDATE orders SET payment_status = 'refunded' WHERE id = $1`, [order.id]);
    await orders.endHold(order);
    await eventually(async () =>
      expect(await orders.fulfilment(order)).toMatchObject([
        { state: 'waiting', reason: 'The money of this order has gone back. Please cancel the order.' },
      ]),
    );
    expect(await shop.rows('SELECT FROM sandbox_print_orders WHERE order_id = $1', [order.id])).toEqual([]);
  });
});

describe('the end of the hold', () => {
  let shop: Shop;
  let other: TestService;
  const orders = new HeldOrders(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ env: QUICK });
    other = await shop.secondInstance();
    for (const instance of [shop.service, other]) listenTo(instance.get(SandboxPrinter));
  });
  afterAll(async () => {
    await other.stop();
    await shop.close();
  });

  /** What a printer was told to print, by order. */
  const sent = new Map<string, PrintOrder>();
  function listenTo(printer: SandboxPrinter): void {
    const submit = printer.submit.bind(printer);
    printer.submit = (order) => {
      sent.set(order.orderId, order);
      return submit(order);
    };
  }

  const sentFiles = ({ id }: HeldOrder) => sent.get(id)?.lines.map(({ file }) => file.sha256);

  it('hands each of many orders over once, by two instances', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => orders.make()));
    for (const order of made) await orders.drawFiles(order);
    await Promise.all(made.map((order) => orders.endHold(order)));
    await eventually(async () =>
      expect(
        (await Promise.all(made.map(async (order) => (await orders.fulfilment(order))[0]?.state))).every(
          (state) => state === 'submitted',
        ),
      ).toBe(true),
    );
    for (const order of made) {
      expect(await orders.fulfilment(order)).toMatchObject([{ attempts: 1 }]);
      expect((await shop.eventsOf(order.id)).filter((type) => type === 'order.status-changed')).toHaveLength(2);
    }
  });

  it('hands over the file of the last change, not one that was drawn before', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    for (const scale of [30, 40])
      expect((await orders.place(order, { x: 10, y: 20, scale, rotation: 0 })).status).toBe(200);
    await orders.endHold(order);
    await eventually(async () =>
      expect(await orders.fulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 0 }]),
    );
    await orders.drawFiles(order);
    await shop.rows('UPDATE fulfilments SET due_at = now() WHERE order_id = $1', [order.id]);
    await eventually(async () => expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]));
    expect(sentFiles(order)).toEqual([fileHashOf(order, 3)]);
  });

  it('either takes a change along or refuses it, whoever is first', async () => {
    const placed = { x: 10, y: 20, scale: 30, rotation: 45 };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const order = await orders.make();
        await orders.drawFiles(order);
        const [answer] = await Promise.all([
          new Promise((resolve) => setTimeout(resolve, index)).then(() => orders.place(order, placed)),
          orders.endHold(order),
        ]);
        if (answer.status === 200) {
          // What was drawn before is not printed any more: the order waits for the new file.
          expect((await orders.read(order)).prints[0]).toMatchObject({ state: 'making' });
          expect(await shop.rows('SELECT FROM sandbox_print_orders WHERE order_id = $1', [order.id])).toEqual([]);
          await orders.drawFiles(order);
        }
        await shop.rows('UPDATE fulfilments SET due_at = now() WHERE order_id = $1', [order.id]);
        await eventually(async () => expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]));
        // The file is the one of the placement that the order says, not one that was drawn before.
        expect(sentFiles(order)).toEqual([fileHashOf(order, answer.status === 200 ? 2 : 1)]);
        expect((await orders.read(order)).order.items[0]?.designConfig).toEqual(
          answer.status === 200 ? placed : { x: 50, y: 50, scale: 100, rotation: 0 },
        );
        return answer.status;
      }),
    );
    for (const status of outcomes) expect([200, 409]).toContain(status);
  });

  it('either cancels or prints, never both, whoever is first', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const order = await orders.make();
        await orders.drawFiles(order);
        const [answer] = await Promise.all([
          new Promise((resolve) => setTimeout(resolve, index)).then(() => orders.call('POST', order, '/cancel')),
          orders.endHold(order),
        ]);
        await eventually(async () =>
          expect(['submitted', 'cancelled']).toContain((await orders.fulfilment(order))[0]?.state),
        );
        const printed = (await shop.rows('SELECT FROM sandbox_print_orders WHERE order_id = $1', [order.id])).length;
        const { order: now } = await orders.read(order);
        expect([answer.status, printed, now.status]).toEqual(
          answer.status === 200 ? [200, 0, 'cancelled'] : [409, 1, 'processing'],
        );
      }),
    );
  });
});
