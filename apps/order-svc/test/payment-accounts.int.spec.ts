import { asGuest } from '@shop/testing';
import { MoneyPage } from './support/money-page.js';
import { stripeSetup } from './support/stripe-setup.js';

const setup = stripeSetup();
const moneyPage = new MoneyPage(() => setup.shop);
const { office } = moneyPage;

describe('a payment of another account or mode', () => {
  const moveIntent = (intentId: string, column: 'account' | 'livemode') =>
    setup.shop.query(
      `UPDATE payment_intents SET ${column === 'account' ? `account = 'acct_other'` : 'livemode = true'} WHERE intent_id = $1`,
      [intentId],
    );

  it('stores the account and the mode of the keys', async () => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    expect(
      await setup.shop.query('SELECT account, livemode FROM payment_intents WHERE intent_id = $1', [intentId]),
    ).toEqual([{ account: setup.stripe.account, livemode: false }]);
  });

  it.each(['account', 'livemode'] as const)('is never asked about (%s)', async (column) => {
    const guest = asGuest();
    const { intentId } = await setup.shop.checkOut(guest);
    await moveIntent(intentId, column);
    setup.stripe.calls.length = 0;
    await setup.shop.reconcilePayments();
    expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
    await setup.shop.query(
      `UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
      [intentId],
    );
    await setup.shop.reconcilePayments();
    expect(await setup.shop.getOrderRow(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(setup.stripe.calls.filter(({ path }) => path.includes(intentId))).toEqual([]);
  });

  it('is never refunded', async () => {
    const { id, intentId } = await setup.paidOrder();
    await moveIntent(intentId, 'account');
    setup.stripe.calls.length = 0;
    expect((await office.requestRefund(id, '10.00')).status).toBeLessThan(500);
    await setup.shop.query(
      `UPDATE order_refunds SET requested_at = requested_at - interval '2 days' WHERE order_id = $1`,
      [id],
    );
    await setup.shop.reconcilePayments();
    expect(setup.stripe.calls.filter(({ path }) => path.startsWith('/v1/refunds'))).toEqual([]);
    expect(await office.getOrder(id)).toMatchObject({ payment: { refunds: [{ refundedAt: null }] } });
  });

  it('is never counted', async () => {
    const before = await office.getMoney();
    const { intentId } = await setup.shop.checkOut(asGuest());
    const paid = setup.stripe.pay(intentId);
    const live = { livemode: true };
    expect((await setup.sendWebhook('payment_intent.succeeded', { ...paid, ...live }, live)).status).toBe(200);
    expect((await setup.sendWebhook('payment_intent.succeeded', { ...paid, id: 'pi_live' }, live)).status).toBe(200);
    expect(await setup.shop.getOrderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
    expect(await moneyPage.changesSince(before)).toMatchObject({ received: 0 });
  });
});
