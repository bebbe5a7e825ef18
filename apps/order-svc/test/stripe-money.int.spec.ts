import { randomUUID } from 'node:crypto';
import { asGuest } from '@shop/testing';
import { Bookkeeper } from './money.js';
import { disputeOf, stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf('each');

const books = new Bookkeeper(() => own.shop);
const { office } = books;

/** Paid under the shop's mark, for an order that it does not have, as after a lost database. */
async function stray() {
  const { intentId } = await own.shop.checkOut(asGuest());
  const { id: orderId } = await own.shop.orderRow(intentId);
  await own.shop.rows('UPDATE orders SET payment_intent_id = NULL WHERE id = $1', [orderId]);
  await own.tell('payment_intent.succeeded', own.stripe.pay(intentId));
  return intentId;
}
const theStray = () => books.theOne('stray-payment', null);
const keys = () => own.stripe.callsOf('POST', '/v1/refunds').map(({ headers }) => headers['idempotency-key']);

describe('money for no order', () => {
  it('of which a part went back at Stripe is shown with what is left, until that has gone back too', async () => {
    const intentId = await stray();
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 1_000));
    const { id, sentence } = await theStray();
    expect(sentence).toBe(`$25.91 was paid at Stripe and belongs to no order (payment ${intentId}).`);
    expect(await books.mended(id)).toEqual([200, '{"sentence":"$25.91 goes back to whoever paid it."}']);
    expect(await books.differencesOf(null)).toEqual([]);
    expect(await office.money()).toMatchObject({ taken: '35.91', givenBack: '35.91' });
  });

  it('of which all went back at Stripe in steps that nobody heard of is settled by the press of its button', async () => {
    const intentId = await stray();
    own.stripe.makeRefund(intentId, 2_000);
    own.stripe.makeRefund(intentId, 1_591);
    expect((await books.mended((await theStray()).id))[0]).toBe(200);
    expect(await books.differencesOf(null)).toEqual([]);
    expect(await office.money()).toMatchObject({ taken: '35.91', givenBack: '35.91' });
  });

  it('that the bank sent back is shown again, and goes back by another refund', async () => {
    const intentId = await stray();
    expect((await books.mended((await theStray()).id))[0]).toBe(200);
    const [made] = own.stripe.refunds.values();
    await own.tell(
      'refund.failed',
      Object.assign(made ?? {}, { status: 'failed', failure_reason: 'expired_or_canceled_card' }),
    );
    const again = await theStray();
    expect(again.sentence).toBe(
      `$35.91 was paid at Stripe and belongs to no order (payment ${intentId}). It went back before, and did not arrive.`,
    );
    expect((await books.mended(again.id))[0]).toBe(200);
    expect(keys()).toEqual([`refund:${intentId}:1`, `refund:${intentId}:2`]);
    expect(await books.differencesOf(null)).toEqual([]);
    expect(await office.money()).toMatchObject({ taken: '35.91', givenBack: '35.91' });
  });

  it('that its owner asks the bank for is in the books, and is settled once the bank has taken it', async () => {
    const intentId = await stray();
    const facts = async () =>
      (
        await own.shop.rows(
          'SELECT kind FROM money_facts WHERE order_id IS NULL AND intent_id = $1 ORDER BY position',
          [intentId],
        )
      ).map(({ kind }) => kind);
    await own.tell('charge.dispute.created', disputeOf(intentId));
    expect(await facts()).toEqual(['succeeded', 'disputed']);
    await theStray();
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    expect(await facts()).toEqual(['succeeded', 'disputed', 'dispute-closed', 'refunded']);
    expect(await books.differencesOf(null)).toEqual([]);
  });

  it('whose dispute the bank decides for the shop waits to be given back', async () => {
    const intentId = await stray();
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'won' }));
    expect((await theStray()).sentence).toContain('$35.91');
  });

  it('stays where Stripe is down, and the admin is told so without a word about a cart', async () => {
    await stray();
    own.stripe.faults.push('hang up', 'hang up');
    expect(await books.mended((await theStray()).id)).toEqual([
      503,
      "The payment provider can't be reached. Please try again in a moment.",
    ]);
    await theStray();
  });

  it('of another shop on the same account is none of it', async () => {
    const intentId = await stray();
    await own.tell('payment_intent.succeeded', {
      ...own.stripe.intent(intentId),
      id: `pi_${randomUUID()}`,
      metadata: {},
    });
    expect((await theStray()).sentence).toContain(intentId);
  });
});

it('an admin who cancels an open order while Stripe is down is told so without a word about a cart', async () => {
  const { id } = await office.unpaidOrder();
  own.stripe.faults.push('hang up', 'hang up');
  const answer = await office.move(id, 'cancelled');
  expect([answer.status, answer.text]).toEqual([
    503,
    "The payment provider can't be reached. Please try again in a moment.",
  ]);
});

describe('money in another currency', () => {
  it('is never added to dollars: neither what came nor what went back', async () => {
    const { intentId, orderNumber } = await own.shop.checkOut(asGuest());
    own.stripe.pay(intentId);
    const paid = own.stripe.change(intentId, { currency: 'eur' });
    await own.tell('payment_intent.succeeded', paid);
    await own.shop.rows(`UPDATE orders SET mismatch_seen_at = now() - interval '3 minutes'`);
    expect((await own.tell('payment_intent.succeeded', paid)).status).toBe(200);
    const nothing = { taken: '0.00', givenBack: '0.00', owedBack: '0.00', disputed: '0.00' };
    expect(await office.money()).toMatchObject(nothing);

    const { id } = await own.shop.orderRow(intentId);
    const difference = await books.theOne('amount-differs', id as string);
    expect(difference.sentence).toContain(`35.91 EUR was paid for order ${orderNumber}`);
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"35.91 EUR goes back to the customer."}']);
    expect(await office.money()).toMatchObject(nothing);
    expect(
      await own.shop.rows(
        `SELECT kind, currency FROM money_facts WHERE order_id = $1 AND kind IN ('succeeded', 'refunded') ORDER BY position`,
        [id],
      ),
    ).toEqual([
      { kind: 'succeeded', currency: 'eur' },
      { kind: 'refunded', currency: 'eur' },
    ]);
  });
});
