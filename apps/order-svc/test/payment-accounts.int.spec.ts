import { jest } from '@jest/globals';
import { asGuest } from '@shop/testing';
import { MoneyPage } from './support/money-page.js';
import { STRIPE_ACCOUNT, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
beforeEach(() => shop.stripe.clearFaults());
afterAll(() => shop.close());

const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;

describe('a payment of another account or mode', () => {
  const moveIntent = (intentId: string, column: 'account' | 'livemode') =>
    shop.query(
      `UPDATE payment_intents SET ${column === 'account' ? `account = 'acct_other'` : 'livemode = true'} WHERE intent_id = $1`,
      [intentId],
    );

  it('stores the account and the mode of the keys', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    expect(await shop.query('SELECT account, livemode FROM payment_intents WHERE intent_id = $1', [intentId])).toEqual([
      { account: STRIPE_ACCOUNT, livemode: false },
    ]);
  });

  it.each(['account', 'livemode'] as const)('is never asked about (%s)', async (column) => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await moveIntent(intentId, column);
    shop.stripe.calls.length = 0;
    await shop.reconcilePayments();
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
    await shop.query(
      `UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
      [intentId],
    );
    await shop.reconcilePayments();
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(shop.stripe.calls.filter(({ path }) => path.includes(intentId))).toEqual([]);
  });

  it('is never refunded', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    await moveIntent(intentId, 'account');
    shop.stripe.calls.length = 0;
    expect((await office.requestRefund(id, '10.00')).status).toBeLessThan(500);
    await shop.query(`UPDATE order_refunds SET requested_at = requested_at - interval '2 days' WHERE order_id = $1`, [
      id,
    ]);
    await shop.reconcilePayments();
    expect(shop.stripe.calls.filter(({ path }) => path.startsWith('/v1/refunds'))).toEqual([]);
    expect(await office.getOrder(id)).toMatchObject({ payment: { refunds: [{ refundedAt: null }] } });
  });

  it('is never counted', async () => {
    const before = await office.getMoney();
    const { intentId } = await shop.checkOut(asGuest());
    const paid = await shop.stripe.pay(intentId);
    const live = { livemode: true };
    expect((await shop.sendEvent('payment_intent.succeeded', { ...paid, ...live }, live)).status).toBe(200);
    expect((await shop.sendEvent('payment_intent.succeeded', { ...paid, id: 'pi_live' }, live)).status).toBe(200);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
    expect(await moneyPage.changesSince(before)).toMatchObject({ received: 0 });
  });
});

describe('a key that may not read its account', () => {
  let restricted: TestShop;
  beforeAll(async () => {
    restricted = await TestShop.open();
  });
  beforeEach(() => {
    restricted.stripe.faults.isAccountForbidden = true;
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => restricted.close());

  const readAccounts = (...intentIds: string[]) =>
    restricted.query('SELECT account, livemode FROM payment_intents WHERE intent_id = ANY($1)', [intentIds]);

  it('takes payments that are still read and refunded when it may', async () => {
    const guest = asGuest();
    const [{ id, intentId }, open] = [await restricted.createPaidOrder(), await restricted.checkOut(guest)];
    const unknown = { account: null, livemode: false };
    expect(await readAccounts(intentId, open.intentId)).toEqual([unknown, unknown]);

    restricted.stripe.faults.isAccountForbidden = false;
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await restricted.stripe.pay(open.intentId);
    expect(await restricted.getPlacedOrder(guest, open.intentId)).toMatchObject({ state: 'paid' });
    expect((await new MoneyPage(() => restricted).office.requestRefund(id, '10.00')).status).toBe(201);
    expect(await restricted.stripe.listRefunds(intentId)).toMatchObject([{ amount: 1_000 }]);
    expect(await readAccounts((await restricted.checkOut(asGuest())).intentId)).toEqual([
      { account: STRIPE_ACCOUNT, livemode: false },
    ]);
  });
});
