import { nextPageOf } from '@shop/contracts/common';
import type { Order } from '@shop/contracts/order';
import { asGuest, asUser, eventually, type Answer } from '@shop/testing';
import { CARDS, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };
const untilRow = (intentId: string, expected: Record<string, unknown>) =>
  eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));

describe('My Orders', () => {
  const listFor = async (who: ReturnType<typeof asUser>) =>
    (await shop.service.call('GET', '/api/orders', { as: who })).json<Order[]>();

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

  it('comes in pages, each named by the Link of the one before, which hold each order once and end', async () => {
    const user = asUser();
    const paid: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      const { clientSecret, intentId, orderNumber } = await shop.checkOut(user);
      await shop.confirm(user, clientSecret);
      await untilRow(intentId, PAID);
      paid.unshift(orderNumber);
    }
    // Two of one moment are told apart by their ids.
    await shop.rows(
      'UPDATE orders SET created_at = (SELECT max(created_at) FROM orders WHERE user_id = $1) WHERE order_number = ANY($2)',
      [user.userId, paid.slice(0, 2)],
    );
    const whole = (await listFor(user)).map(({ orderNumber }) => orderNumber);
    expect(whole.slice(2)).toEqual(paid.slice(2));

    const seen: string[][] = [];
    let address: string | null = '/api/orders?limit=2';
    while (address) {
      const answer: Answer = await shop.service.call('GET', address, { as: user });
      seen.push(answer.json<Order[]>().map(({ orderNumber }) => orderNumber));
      address = nextPageOf(answer.headers.get('link'));
    }
    expect(seen).toEqual([whole.slice(0, 2), whole.slice(2, 4), whole.slice(4)]);
  });

  it('refuses a page that no list has named', async () => {
    const answer = await shop.service.call('GET', '/api/orders?cursor=nowhere', { as: asUser() });
    expect([answer.status, answer.text]).toEqual([
      400,
      'This place in the list does not exist. Please start at the beginning.',
    ]);
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
