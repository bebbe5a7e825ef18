import { eventually } from '@shop/testing';
import { BackOffice } from './admin.js';
import { PRODUCTION_BY_HAND } from './by-hand.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';

let shop: Shop;
const orders = new HeldOrders(() => shop);
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open({ env: PRODUCTION_BY_HAND });
});
afterAll(() => shop.close());

describe('an order that an admin prints by hand', () => {
  it('is on hold as any other, and then waits for the admin', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    expect((await orders.read(order)).changeableUntil).not.toBeNull();
    await orders.endHold(order);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await orders.fulfilment(order)).toMatchObject([{ state: 'held', provider: 'by-hand', attempts: 0 }]);
    expect(await orders.read(order)).toMatchObject({ changeableUntil: null, order: { status: 'paid' } });
    expect((await orders.place(order, { x: 1, y: 1, scale: 50, rotation: 0 })).status).toBe(409);
  });

  it('goes its way by the admin’s moves, and can be cancelled until it is shipped', async () => {
    const [printed, cancelled] = [await orders.make(), await orders.make()];
    for (const { id } of [printed, cancelled]) expect((await office.move(id, 'processing')).status).toBe(200);
    expect((await office.detail(printed.id)).fulfilment).toMatchObject({
      state: 'submitted',
      provider: 'by-hand',
      externalId: null,
    });
    for (const status of ['shipped', 'delivered']) expect((await office.move(printed.id, status)).status).toBe(200);
    expect((await office.move(cancelled.id, 'cancelled')).status).toBe(200);
    await eventually(async () =>
      expect(await orders.read(cancelled)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }),
    );
    expect((await office.call('POST', `/api/admin/orders/${printed.id}/printing`)).status).toBe(409);
  });
});

describe('an order of a time when Printful was set up', () => {
  const put = ({ id }: HeldOrder, change: string) =>
    shop.rows(`UPDATE fulfilments SET provider = 'printful', ${change} WHERE order_id = $1`, [id]);
  const FORSAKEN =
    'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

  it('is an admin’s to print where Printful was never told of it', async () => {
    const [fresh, movedOn] = [await orders.make(), await orders.make()];
    await shop.rows(`UPDATE orders SET status = 'processing' WHERE id = $1`, [movedOn.id]);
    for (const order of [fresh, movedOn]) {
      await put(order, `state = 'waiting'`);
      await orders.endHold(order);
    }
    await eventually(async () =>
      expect(await orders.fulfilment(fresh)).toMatchObject([{ state: 'waiting', provider: 'by-hand' }]),
    );
    await eventually(async () =>
      expect(await orders.fulfilment(movedOn)).toMatchObject([{ state: 'submitted', provider: 'by-hand' }]),
    );
    for (const status of ['processing', 'shipped']) expect((await office.move(fresh.id, status)).status).toBe(200);
  });

  it('is an alarm, once, where Printful may have it: no button helps but setting it up again', async () => {
    const [unheard, known] = [await orders.make(), await orders.make()];
    for (const order of [unheard, known]) await orders.drawFiles(order);
    await shop.rows(`UPDATE orders SET status = 'processing' WHERE id = $1`, [known.id]);
    await put(unheard, `state = 'waiting', attempts = 1, due_at = now() + interval '1 hour'`);
    await put(known, `state = 'submitted', attempts = 1, submitted_at = now(), asked_at = now() - interval '1 hour'`);
    for (const { id } of [unheard, known]) {
      await eventually(async () => expect((await office.detail(id)).fulfilment?.reason).toBe(FORSAKEN));
      const [difference, ...others] = (await office.money()).differences.filter(({ orderId }) => orderId === id);
      expect([difference?.kind, others]).toEqual(['not-printed', []]);
      const answer = await office.mend(difference?.id ?? '');
      expect([answer.status, answer.text]).toEqual([
        503,
        'This order is at a printer that is not set up right now. Please try again later.',
      ]);
      expect((await office.detail(id)).timeline.filter(({ summary }) => summary.includes(FORSAKEN))).toHaveLength(1);
    }
  });

  it('is still handed to the sandbox that may have it', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await shop.rows(
      `UPDATE fulfilments SET provider = 'sandbox', state = 'waiting', attempts = 1 WHERE order_id = $1`,
      [order.id],
    );
    await orders.endHold(order);
    await eventually(async () =>
      expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted', provider: 'sandbox' }]),
    );
  });
});

describe('an order that an admin prints, all of whose money goes back', () => {
  it('goes on, also where it is one of before there were holds: what is printed is sent', async () => {
    const [printed, old] = [await orders.make(), await orders.make()];
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [old.id]);
    for (const { id } of [printed, old]) {
      await office.move(id, 'processing');
      await office.refund(id, '35.91');
      expect(await office.detail(id)).toMatchObject({ status: 'processing', paymentStatus: 'refunded' });
    }
  });
});

describe('an order that was paid by a version that knew no hold', () => {
  it('is moved on by the admins as before', async () => {
    const order = await orders.make();
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [order.id]);
    await shop.rows('UPDATE orders SET hold_until = NULL WHERE id = $1', [order.id]);
    expect((await office.detail(order.id)).fulfilment).toBeNull();
    expect((await orders.call('POST', order, '/cancel')).status).toBe(409);
    for (const status of ['processing', 'shipped', 'delivered'])
      expect((await office.move(order.id, status)).status).toBe(200);
  });
});
