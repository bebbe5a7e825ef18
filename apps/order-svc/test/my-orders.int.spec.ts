import type { Order } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { CARDS, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };
const untilRow = (intentId: string, expected: Record<string, unknown>) => eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));

describe('My Orders', () => {
  const listFor = async (who: ReturnType<typeof asUser>) => (await shop.service.call('GET', '/api/orders', { as: who })).json<Order[]>();

  it('shows what was tried, newest first, and nothing that was only addressed', async () => {
    const user = asUser();
    const first = await shop.checkOut(user);
    expect(await listFor(user)).toEqual([]);
    await shop.confirm(user, first.clientSecret);
    await untilRow(first.intentId, PAID);
    const second = await shop.checkOut(user);
    await shop.confirm(user, second.clientSecret, CARDS.declined);
    await untilRow(second.intentId, { payment_status: 'failed' });

    const orders = await listFor(user);
    expect(orders.map(({ orderNumber, paymentStatus, items }) => [orderNumber, paymentStatus, items.length])).toEqual([
      [second.orderNumber, 'failed', 1],
      [first.orderNumber, 'paid', 1],
    ]);
  });

  it('shows an order whose payment is being processed', async () => {
    const user = asUser();
    const { intentId, orderNumber } = await shop.checkOut(user);
    await shop.rows(`UPDATE sandbox_intents SET status = 'processing' WHERE id = $1`, [intentId]);
    await shop.placed(user, intentId);
    expect((await listFor(user)).map((order) => order.orderNumber)).toEqual([orderNumber]);
  });

  it("shows nothing of another's", async () => {
    const { clientSecret, intentId } = await shop.checkOut(asUser());
    await shop.confirm(asUser(), clientSecret);
    await untilRow(intentId, PAID);
    expect(await listFor(asUser())).toEqual([]);
  });

  it.each([
    ['nobody', undefined],
    ['a guest', asGuest()],
  ])('is not shown to %s', async (_, who) => {
    const answer = await shop.service.call('GET', '/api/orders', { as: who });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});
