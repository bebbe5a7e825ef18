import { asGuest } from '@shop/testing';
import { admin, AdminActions } from './support/admin-actions.js';
import { MoneyPage } from './support/money-page.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open({ SECOND_FACTOR_REFUND_CENTS: '3000' });
});
afterAll(() => shop.close());

describe('an admin with a second factor', () => {
  const as = (minutesAgo: number) => ({
    ...admin,
    secondFactorAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  });
  const headers = { accept: 'application/problem+json' };
  const refund = (id: string, minutesAgo: number, amount: string) =>
    shop.service.call('POST', `/api/admin/orders/${id}/refunds`, {
      as: as(minutesAgo),
      headers,
      body: { amount, reason: 'A stain' },
    });
  const cancel = (id: string, minutesAgo: number) =>
    shop.service.call('PATCH', `/api/admin/orders/${id}/status`, {
      as: as(minutesAgo),
      headers,
      body: { status: 'cancelled' },
    });
  const correctEmail = (id: string, minutesAgo: number) =>
    shop.service.call('PATCH', `/api/admin/orders/${id}/email`, {
      as: as(minutesAgo),
      headers,
      body: { email: 'right@example.com' },
    });
  const NOT_RECENT = { code: 'SECOND_FACTOR_NOT_RECENT' };

  it('needs a recent code for an export, and above the set sum for refunds, cancellations and emails that allow a cancellation', async () => {
    const { id } = await office.createPaidOrder();
    const refused = await refund(id, 11, '30.01');
    expect([refused.status, refused.json()]).toMatchObject([403, NOT_RECENT]);
    expect((await cancel(id, 11)).status).toBe(403);
    expect([(await correctEmail(id, 11)).status, (await correctEmail(id, 9)).status]).toEqual([403, 200]);
    expect((await refund(id, 11, '5.91')).status).toBe(201);
    // 30.00 are left.
    expect((await cancel(id, 11)).status).toBe(200);
    const other = await office.createPaidOrder();
    expect((await refund(other.id, 9, '30.01')).status).toBe(201);
    const exportAs = (minutesAgo: number) =>
      shop.service.call('GET', '/api/admin/orders.csv', { as: as(minutesAgo), headers });
    expect([(await exportAs(11)).status, (await exportAs(9)).status]).toEqual([403, 200]);
  });

  it('needs a recent code to give a large sum back on the Money card', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.stripe.pay(intentId, 5_000);
    await shop.reconcilePayments();
    const { id } = await shop.getOrderRow(intentId);
    const discrepancy = await new MoneyPage(() => shop).getOnly('amount-mismatch', String(id));
    const resolve = (minutesAgo: number) =>
      shop.service.call('POST', `/api/admin/money/discrepancies/${discrepancy.id}/resolve`, {
        as: as(minutesAgo),
        headers,
      });
    expect([(await resolve(11)).status, (await resolve(9)).status]).toEqual([403, 200]);
  });
});
