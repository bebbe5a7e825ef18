import { asGuest, eventually } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { BackOffice } from './admin.js';
import { CARDS, Shop } from './shop.js';
import { deliverToStripeDoor, disputeOf, stripeShopOf } from './stripe-shop.js';

const HOUR_SECONDS = 3_600;
const agoSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

/** Lists are read once an hour. */
async function sweepAnHourLater(shop: Shop): Promise<void> {
  await shop.rows(`UPDATE provider_event_reads SET asked_at = asked_at - interval '61 minutes'`);
  await shop.service.get(PaymentSweep).run();
}

describe('what Stripe told while nobody listened', () => {
  const own = stripeShopOf();
  const office = new BackOffice(() => own.shop);
  const sweep = () => sweepAnHourLater(own.shop);
  const actionsOf = async (id: string) => (await office.detail(id)).timeline.map(({ action }) => action);
  /** Nothing was read yet, and nothing happened before. */
  beforeEach(async () => {
    own.stripe.events.length = 0;
    await own.shop.rows('DELETE FROM provider_event_reads');
    await own.shop.rows('UPDATE orders SET created_at = now()');
  });
  const lists = () => own.stripe.callsOf('GET', '/v1/events');

  it('of a dispute and of a refund made in the Dashboard is known after the sweep', async () => {
    const [disputed, refunded] = [await own.paidOrder(), await own.paidOrder()];
    own.lose('charge.dispute.created', disputeOf(disputed.intentId));
    own.lose('refund.created', own.stripe.makeRefund(refunded.intentId, 1_000));
    await sweep();
    expect((await office.detail(disputed.id)).payment.disputes).toMatchObject([
      { amount: '35.91', status: 'needs_response' },
    ]);
    expect((await office.detail(refunded.id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
    ]);
  });

  it('of a refund that failed after all is known after the sweep', async () => {
    const { id, intentId } = await own.paidOrder();
    const refund = own.stripe.makeRefund(intentId, 1_000);
    await own.tell('refund.created', refund);
    own.lose('refund.failed', { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' });
    await sweep();
    expect((await office.detail(id)).payment.refunds).toMatchObject([{ failure: 'lost_or_stolen_card' }]);
  });

  it('is applied once, whether it was heard before, is listed again, or is delivered late', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 500));
    const late = own.lose('charge.dispute.created', disputeOf(intentId));
    own.lose('charge.refunded', { id: `ch_${intentId}`, payment_intent: intentId });
    for (let times = 1; times <= 2; times += 1) await sweep();
    expect((await deliverToStripeDoor(own.shop, late)).status).toBe(200);
    expect(
      (await actionsOf(id))
        .filter((action) => ['order.disputed', 'order.refunded', 'order.paid'].includes(action))
        .sort(),
    ).toEqual(['order.disputed', 'order.paid', 'order.refunded']);
    expect(
      await own.shop.rows(
        `SELECT kind FROM money_facts WHERE order_id = $1 AND kind IN ('disputed', 'refunded', 'succeeded') ORDER BY kind`,
        [id],
      ),
    ).toEqual([{ kind: 'disputed' }, { kind: 'refunded' }, { kind: 'succeeded' }]);
  });

  it('is asked for once an hour, and no further back than was read, less an hour', async () => {
    await own.paidOrder();
    await own.shop.rows(`UPDATE orders SET created_at = now() - interval '40 days'`);
    await sweep();
    expect(Number(lists()[0]?.params['created[gte]'])).toBeGreaterThanOrEqual(
      agoSeconds(30 * 24 * HOUR_SECONDS + HOUR_SECONDS + 600),
    );
    expect(lists().length).toBeGreaterThan(29);
    own.stripe.seen.length = 0;
    await own.shop.service.get(PaymentSweep).run();
    expect(lists()).toEqual([]);
    await sweep();
    expect(lists()).toHaveLength(1);
    expect(Number(lists()[0]?.params['created[gte]'])).toBeGreaterThan(agoSeconds(HOUR_SECONDS + 600));
  });

  it('is found behind any number of pages', async () => {
    const { id, intentId } = await own.paidOrder();
    own.lose('charge.dispute.created', disputeOf(intentId));
    for (let n = 1; n <= 201; n += 1) own.lose('charge.dispute.created', disputeOf(`pi_of_another_shop_${n}`));
    await sweep();
    expect(lists()).toHaveLength(3);
    expect((await office.detail(id)).payment.disputes).toHaveLength(1);
  });

  it('is heard an hour later where Stripe did not answer, or a word could not be applied', async () => {
    const { id, intentId } = await own.paidOrder();
    own.lose(
      'charge.refunded',
      { id: `ch_${intentId}`, payment_intent: intentId },
      { created: agoSeconds(5 * HOUR_SECONDS) },
    );
    await own.shop.rows(`UPDATE orders SET created_at = now() - interval '6 hours'`);
    own.stripe.makeRefund(intentId, 1_000);
    for (const path of ['/v1/events', '/v1/refunds']) {
      own.stripe.down = path;
      await sweep();
      expect((await office.detail(id)).payment.refunds).toEqual([]);
    }
    own.stripe.down = null;
    await sweep();
    expect((await office.detail(id)).payment.refunds).toMatchObject([{ amount: '10.00' }]);
  });
});

describe('what the sandbox told while nobody listened', () => {
  let shop: Shop;
  const office = new BackOffice(() => shop);
  beforeEach(async () => {
    shop = await Shop.open({ env: { SANDBOX_FAULTS: 'lost', SANDBOX_PROCESSING_MS: '1' } });
  });
  afterEach(() => shop.close());

  async function paidWith(card: string): Promise<string> {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    expect((await shop.confirm(guest, clientSecret, card)).status).toBe(200);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'paid' });
    return (await shop.orderRow(intentId)).id as string;
  }

  it('of a dispute, and of a refund that failed after all, is known after the sweep, once', async () => {
    const [disputed, refunded] = [await paidWith(CARDS.disputed), await paidWith(CARDS.refundFails)];
    await office.refund(refunded, '10.00');
    await eventually(async () =>
      expect(await shop.rows(`SELECT status FROM sandbox_refunds`)).toEqual([{ status: 'failed' }]),
    );
    for (let times = 1; times <= 2; times += 1) await sweepAnHourLater(shop);
    expect((await office.detail(disputed)).payment.disputes).toMatchObject([
      { reason: 'fraudulent', status: 'needs_response' },
    ]);
    expect((await office.detail(refunded)).payment.refunds).toMatchObject([
      { amount: '10.00', failure: 'expired_or_canceled_card' },
    ]);
    const told = await shop.rows(
      `SELECT kind FROM money_facts WHERE kind IN ('succeeded', 'disputed', 'refunded', 'refund-failed') ORDER BY kind`,
    );
    expect(told.map(({ kind }) => kind)).toEqual(['disputed', 'refund-failed', 'refunded', 'succeeded', 'succeeded']);
  });
});
