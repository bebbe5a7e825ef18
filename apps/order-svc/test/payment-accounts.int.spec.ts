import { jest } from '@jest/globals';
import { asGuest } from '@shop/testing';
import type { AdminStats } from '@shop/contracts-order';
import { LedgerCheckService } from '../src/money/ledger-check.service.js';
import { StripeAccountService } from '../src/payments/stripe/stripe-account.service.js';
import { PaidOrders } from './support/paid-orders.js';
import { findAtPrinter } from './support/printer-setup.js';
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

const moveIntent = (intentId: string, column: 'account' | 'livemode') =>
  shop.query(
    `UPDATE payment_intents SET ${column === 'account' ? `account = 'acct_other'` : 'livemode = true'} WHERE intent_id = $1`,
    [intentId],
  );

describe('a payment of another account or mode', () => {
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

describe('payments before a change of keys', () => {
  const paidOrders = new PaidOrders(() => shop);
  afterEach(() => jest.restoreAllMocks());
  const useLiveKeys = () => jest.spyOn(shop.service.get(StripeAccountService), 'livemode', 'get').mockReturnValue(true);
  const getRevenue = async () => (await office.call('GET', '/api/admin/stats')).json<AdminStats>().totalRevenue;

  it('of a test are no figures and no discrepancies with live keys', async () => {
    await shop.clearTables();
    const [{ id, intentId }] = [await shop.createPaidOrder(), await shop.createPaidOrder()];
    const unmatched = { ...(await shop.stripe.getIntent(intentId)), id: 'pi_unmatched' };
    expect((await shop.sendEvent('payment_intent.succeeded', unmatched)).status).toBe(200);
    expect((await office.requestRefund(id, '10.00')).status).toBe(201);
    await shop.openDispute(intentId);
    const before = await office.getMoney();
    expect(before).toMatchObject({ received: '107.73', orders: { paid: 2 }, discrepanciesCount: 2 });
    expect(await getRevenue()).toBe('97.73');

    useLiveKeys();
    expect(await office.getMoney()).toEqual({
      received: '0.00',
      refunded: '0.00',
      refundsPending: '0.00',
      disputed: '0.00',
      lostToDisputes: '0.00',
      orders: { paid: 0, total: '0.00' },
      printFiles: { required: 0, completed: 0, failed: 0 },
      printJobs: { due: 0, atPrinter: 0, waiting: 0 },
      reprints: { count: 0, costs: '0.00' },
      discrepancies: [],
      discrepanciesCount: 0,
    });
    expect(await getRevenue()).toBe('0.00');

    jest.restoreAllMocks();
    await shop.service.get(LedgerCheckService).checkChanges();
    expect(await office.getMoney()).toEqual(before);
  });

  it('that match no order are recorded once Stripe names the account, and their refunds in the account of the payment', async () => {
    const { intentId } = await shop.createPaidOrder();
    const id = 'pi_of_a_lost_order';
    const unmatched = { ...(await shop.stripe.getIntent(intentId)), id };
    const accounts = shop.service.get(StripeAccountService);
    const current = jest.spyOn(accounts, 'getCurrent').mockRejectedValue(new Error('Stripe is silent'));
    const known = jest.spyOn(accounts, 'getKnown').mockResolvedValue({ account: null, livemode: false });
    const event = await shop.stripe.createEvent(STRIPE_ACCOUNT, 'payment_intent.succeeded', unmatched);
    expect((await shop.deliverEvent(event)).status).toBeGreaterThanOrEqual(500);
    current.mockRestore();
    expect((await shop.deliverEvent(event)).status).toBe(200);
    const refund = {
      id: 're_of_a_lost_order',
      object: 'refund',
      payment_intent: id,
      amount: 500,
      currency: 'usd',
      status: 'succeeded',
    };
    expect((await shop.sendEvent('refund.updated', refund)).status).toBe(200);
    known.mockRestore();
    expect(
      await shop.query('SELECT kind, account, livemode FROM ledger_entries WHERE intent_id = $1 ORDER BY position', [
        id,
      ]),
    ).toEqual([
      { kind: 'succeeded', account: STRIPE_ACCOUNT, livemode: false },
      { kind: 'refunded', account: STRIPE_ACCOUNT, livemode: false },
    ]);
  });

  it('in another account are no figures, but their discrepancies stay', async () => {
    await shop.clearTables();
    const { intentId } = await shop.checkOut(asGuest());
    await moveIntent(intentId, 'account');
    await shop.payByCard(intentId);
    await shop.openDispute(intentId);
    expect(await office.getMoney()).toMatchObject({
      received: '0.00',
      disputed: '0.00',
      orders: { paid: 0 },
      discrepanciesCount: 1,
    });
  });

  it('of a test are not printed with live keys', async () => {
    const order = await paidOrders.createPaidOrder();
    await paidOrders.addPrintFiles(order);
    useLiveKeys();
    await paidOrders.submitOnce(order);
    expect(await findAtPrinter(shop.sandbox, order)).toBeNull();
    expect(await paidOrders.getFulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
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
