import { eventually } from '@shop/testing';
import { BackOffice } from './admin.js';
import { HeldOrders } from './held-orders.js';
import { Shop } from './shop.js';

/** Production, without a printer. */
const BY_HAND = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true', ORDER_LINK_SECRET: 'the secret of the links under test', FULFILMENT_INTERVAL_MS: '50' };

let shop: Shop;
const orders = new HeldOrders(() => shop);
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open({ env: BY_HAND });
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
    expect((await office.detail(printed.id)).fulfilment).toMatchObject({ state: 'submitted', provider: 'by-hand', externalId: null });
    for (const status of ['shipped', 'delivered']) expect((await office.move(printed.id, status)).status).toBe(200);
    expect((await office.move(cancelled.id, 'cancelled')).status).toBe(200);
    await eventually(async () => expect(await orders.read(cancelled)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }));
    expect((await office.call('POST', `/api/admin/orders/${printed.id}/printing`)).status).toBe(409);
  });
});

describe('an order that was paid by a version that knew no hold', () => {
  it('is moved on by the admins as before', async () => {
    const order = await orders.make();
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [order.id]);
    await shop.rows('UPDATE orders SET hold_until = NULL WHERE id = $1', [order.id]);
    expect((await office.detail(order.id)).fulfilment).toBeNull();
    expect((await orders.call('POST', order, '/cancel')).status).toBe(409);
    for (const status of ['processing', 'shipped', 'delivered']) expect((await office.move(order.id, status)).status).toBe(200);
  });
});
