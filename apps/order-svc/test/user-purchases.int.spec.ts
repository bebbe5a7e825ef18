import type { AdminOrder, UserPurchases } from '@shop/contracts-order';
import { asGuest, asUser } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => void (shop = await TestShop.open()));
afterEach(() => shop.clearTables());
afterAll(() => shop.close());

const getPurchases = async (userId = ''): Promise<UserPurchases> =>
  (await office.call('GET', `/api/admin/users/${userId}/purchases`)).json();

describe('what a user has bought', () => {
  it('is received less refunds and lost disputes, for paid orders of this user', async () => {
    const pat = asUser();
    expect(await getPurchases(pat.userId)).toEqual({ paidOrders: 0, total: '0.00' });
    const [first, second] = [await office.createPaidOrder(pat), await office.createPaidOrder(pat)];
    await office.createUnpaidOrder(pat);
    for (const other of [asUser(), asGuest()]) await office.createPaidOrder(other);
    const totals = [first, second].map(async ({ id }) => Number((await office.getOrder(id)).total));
    const [one = 0, two = 0] = await Promise.all(totals);
    await office.requestRefund(first.id, '10.00');
    await shop.query(
      `INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, currency, reason, status, opened_at, reported_at)
       VALUES ('stripe', 'dp_won', $1, 300, 'usd', 'general', 'won', now(), now()), ('stripe', 'dp_lost', $1, 500, 'usd', 'general', 'lost', now(), now())`,
      [second.id],
    );
    expect(await getPurchases(pat.userId)).toEqual({ paidOrders: 2, total: (one + two - 10 - 5).toFixed(2) });
  });

  it('is listed by the filter of the list and of the search', async () => {
    const pat = asUser();
    const { id } = await office.createPaidOrder(pat, { city: 'Springwell' });
    await office.createPaidOrder(asUser(), { city: 'Springwell' });
    const query = `?userId=${pat.userId}`;
    for (const answer of [
      await office.call('GET', `/api/admin/orders${query}`),
      await office.call('POST', `/api/admin/orders/search${query}`, { words: 'springwell' }),
    ])
      expect(answer.json<AdminOrder[]>().map((order) => order.id)).toEqual([id]);
    expect((await office.call('GET', '/api/admin/orders?userId=pat')).status).toBe(400);
  });
});
