import type { CustomerOrder } from '@shop/contracts/order';
import { eventually, type TestService } from '@shop/testing';
import { HeldOrders } from './held-orders.js';
import { watchOrder } from './order-watch.js';
import { Shop } from './shop.js';

describe('an order page that is watched', () => {
  let shop: Shop;
  let other: TestService;
  const orders = new HeldOrders(() => shop);
  beforeAll(async () => {
    shop = await Shop.open();
    other = await shop.secondInstance();
  });
  afterAll(async () => {
    await other.stop();
    await shop.close();
  });

  it('hears each change at once, in whichever instance it was made, and of nobody else’s', async () => {
    const [order, foreign] = [await orders.make(), await orders.make()];
    const watching = await watchOrder(other, order);
    const { heard } = watching;
    await eventually(() => expect(heard).toHaveLength(1));
    await orders.place(foreign, { x: 10, y: 20, scale: 30, rotation: 45 });
    await orders.place(order, { x: 10, y: 20, scale: 30, rotation: 45 });
    await eventually(() => expect(heard.at(-1)?.order.items[0]?.designConfig).toMatchObject({ x: 10 }));
    await orders.drawFiles(order);
    await eventually(() => expect(heard.at(-1)?.prints[0]?.state).toBe('ready'));
    await orders.call('POST', order, '/cancel');
    await eventually(() =>
      expect(heard.at(-1)?.order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' }),
    );
    expect(new Set(heard.map(({ order: { id } }) => id))).toEqual(new Set([order.id]));
    watching.stop();
  });

  it('hears nothing where nothing has changed, and can tell what is newer', async () => {
    const order = await orders.make();
    const watching = await watchOrder(other, order);
    const { heard } = watching;
    await eventually(() => expect(heard).toHaveLength(1));
    for (let times = 1; times <= 3; times += 1) await shop.rows(`SELECT pg_notify('orders_moved', $1)`, [order.id]);
    const answered = await orders.place(order, { x: 10, y: 20, scale: 30, rotation: 45 });
    await eventually(() => expect(heard).toHaveLength(2));
    await orders.drawFiles(order);
    await eventually(() => expect(heard.at(-1)?.prints[0]?.state).toBe('ready'));
    const moments = heard.map(({ readAt = '' }) => readAt);
    expect(moments).toEqual([...moments].sort());
    // The answer to the change was read before the file was there, whenever it comes.
    expect(answered.json<CustomerOrder>().readAt! < heard.at(-1)!.readAt!).toBe(true);
    watching.stop();
  });

  it('does not hold the service open', async () => {
    const third = await shop.secondInstance();
    const order = await orders.make();
    const watching = await watchOrder(third, order);
    const began = Date.now();
    await third.stop();
    // Whatever holds a stop up is cut in the end.
    expect(await watching.over).toBe('ended');
    expect(Date.now() - began).toBeLessThan(2_500);
  });
});
