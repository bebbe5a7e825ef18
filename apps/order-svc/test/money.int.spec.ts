import { randomUUID } from 'node:crypto';
import { adminMoneySchema } from '@shop/contracts/order';
import { asGuest, asUser } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { Bookkeeper, MENDED } from './money.js';
import { Shop } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
const books = new Bookkeeper(() => shop);
const { office } = books;
const opened = () => {
  beforeAll(async () => {
    shop = await Shop.open();
  });
  afterAll(() => shop.close());
};

async function held(amountCents: number, { wasDeclined = false } = {}) {
  const guest = asGuest();
  const { intentId, orderNumber } = await shop.checkOut(guest);
  if (wasDeclined)
    await deliver(
      shop,
      await eventAbout(shop, intentId, { status: 'open', failureMessage: 'Your card was declined.' }),
    );
  await paySilently(shop, intentId, amountCents);
  await shop.service.get(PaymentSweep).run();
  await shop.rows(`UPDATE orders SET mismatch_seen_at = now() - interval '3 minutes' WHERE payment_intent_id = $1`, [
    intentId,
  ]);
  await shop.service.get(PaymentSweep).run();
  return { who: guest, intentId, orderNumber, id: (await shop.orderRow(intentId)).id as string };
}

describe('the money of the shop', () => {
  opened();

  it('says nothing of a shop that has sold nothing', async () => {
    expect(await office.money()).toMatchObject({ taken: '0.00', orders: { paid: 0, total: '0.00' }, differences: [] });
  });

  it('adds up: payments against orders against print jobs', async () => {
    const [kept, partly, whole] = [await office.paidOrder(), await office.paidOrder(), await office.paidOrder()];
    await office.unpaidOrder();
    await office.refund(partly.id, '10.00');
    await office.move(whole.id, 'cancelled');
    await shop.rows(`UPDATE order_items SET print_file = '{}' WHERE order_id = $1`, [kept.id]);
    const money = await office.money();
    expect(adminMoneySchema.parse(money)).toEqual(money);
    expect(money).toEqual({
      taken: '107.73',
      givenBack: '45.91',
      owedBack: '0.00',
      disputed: '0.00',
      lostToDisputes: '0.00',
      orders: { paid: 3, total: '107.73' },
      printFiles: { wanted: 2, made: 1, failed: 0 },
      printJobs: { due: 0, atPrinter: 0, waiting: 0 },
      differences: [],
      differencesCount: 0,
    });
  });

  it('shows the newest differences, and how many there are', async () => {
    await shop.rows(
      `INSERT INTO money_facts (provider, intent_id, kind, reference, amount_cents, currency, happened_at)
       SELECT 'sandbox', 'pi_' || n, 'succeeded', 'pi_' || n, 100, 'usd', now() - n * interval '1 minute' FROM generate_series(1, 60) n`,
    );
    const { differences, differencesCount } = await office.money();
    expect([differences.length, differencesCount]).toEqual([50, 60]);
    expect(differences[0]?.sentence).toBe('$1.00 was paid at the sandbox and belongs to no order (payment pi_1).');
  });

  it('is seen and mended by nobody but an admin', async () => {
    for (const as of [asUser(), asGuest()]) {
      expect((await shop.service.call('GET', '/api/admin/money', { as })).status).toBe(as.userId ? 403 : 401);
      expect(
        (await shop.service.call('POST', `/api/admin/money/differences/${randomUUID()}/mend`, { as })).status,
      ).toBe(as.userId ? 403 : 401);
    }
  });

  it.each([randomUUID(), 'first'])('has nothing to mend at %s', async (id) => {
    expect((await office.mend(id)).status).toBe(id === 'first' ? 404 : 409);
  });
});

describe('another amount than the order was paid', () => {
  opened();

  it('is shown, and goes back at the press of its button, once', async () => {
    const { id, orderNumber, intentId } = await held(100);
    const difference = await books.theOne('amount-differs', id);
    expect(difference).toMatchObject({
      orderId: id,
      orderNumber,
      sentence: `$1.00 was paid for order ${orderNumber}, whose total is $35.91. The order waits, unpaid. After a day the money goes back by itself.`,
      remedy: {
        label: 'Give the money back',
        warning: "The customer gets $1.00 back, and the order ends. This can't be undone.",
      },
    });
    const answers = await Promise.all([books.mended(difference.id), books.mended(difference.id)]);
    expect(answers.sort()).toEqual([[200, '{"sentence":"$1.00 goes back to the customer."}'], MENDED]);
    expect(await books.mended(difference.id)).toEqual(MENDED);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(await office.money()).toMatchObject({
      taken: '1.00',
      givenBack: '1.00',
      orders: { paid: 0 },
      differences: [],
    });
    expect(await books.actionsOf(id)).toEqual(['order.status-changed']);
    expect((await office.detail(id)).timeline.map(({ action }) => action)).toContain('order.difference-given-back');
  });

  it('is told to its customer, as long as it is looked at and when it goes back', async () => {
    const { id, intentId, who } = await held(100);
    const seen = () => shop.placed(who, intentId);
    expect(await seen()).toMatchObject({ state: 'open', moneyBack: { kept: '1.00', back: '0.00' } });
    await books.mended((await books.theOne('amount-differs', id)).id);
    expect(await seen()).toMatchObject({ state: 'failed', moneyBack: { kept: '0.00', back: '1.00' } });
  });

  it('is told so also where a card was declined before', async () => {
    const { intentId, who } = await held(100, { wasDeclined: true });
    expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'failed' });
    expect(await shop.placed(who, intentId)).toMatchObject({ state: 'open', moneyBack: { kept: '1.00' } });
  });

  it('keeps an admin from cancelling the order as if nothing had been paid', async () => {
    const { id } = await held(100);
    const answer = await office.move(id, 'cancelled');
    expect([answer.status, answer.text]).toEqual([
      409,
      'Another amount than its total was paid for this order. Please give it back under Money on the dashboard.',
    ]);
  });
});

describe('money for no order', () => {
  opened();

  it('is shown, and goes back to whoever paid it', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const { id: orderId } = await shop.orderRow(intentId);
    await paySilently(shop, intentId);
    // As after a lost database: the provider knows of it, and no order does.
    await shop.rows('UPDATE orders SET payment_intent_id = NULL WHERE id = $1', [orderId]);
    await deliver(shop, await eventAbout(shop, intentId));
    const difference = await books.theOne('stray-payment', null);
    expect(difference).toMatchObject({ orderId: null, orderNumber: null, remedy: { label: 'Give the money back' } });
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"$35.91 goes back to whoever paid it."}']);
    expect(await books.mended(difference.id)).toEqual(MENDED);
    expect(await office.money()).toMatchObject({ taken: '35.91', givenBack: '35.91', differences: [] });
    expect(await books.actionsOf(difference.id)).toEqual(['payment.refund-requested']);
  });
});

describe('what else does not agree', () => {
  opened();

  it('money of a cancelled order that nobody owes back is shown, and given back', async () => {
    const { id } = await office.paidOrder();
    await shop.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [id]);
    const difference = await books.theOne('paid-after-cancel', id);
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"$35.91 goes back to the customer."}']);
    expect(await office.detail(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await books.differencesOf(id)).toEqual([]);
  });

  it('a dispute is shown until it is closed, with its day; it is answered at the provider', async () => {
    const { id, orderNumber, intentId } = await office.paidOrder();
    await shop.rows(
      `INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, reason, status, respond_by, opened_at) VALUES ('stripe', 'dp_1', $1, 3591, 'product_not_received', 'needs_response', '2026-12-05T10:00:00Z', now())`,
      [id],
    );
    const difference = await books.theOne('dispute-open', id);
    expect(difference).toMatchObject({
      sentence: `The customer's bank asks for $35.91 of order ${orderNumber} back: product not received. Answer at Stripe, at the latest on December 5, 2026.`,
      remedy: { label: 'Open it at Stripe', warning: null, href: `https://dashboard.stripe.com/payments/${intentId}` },
    });
    expect((await office.money()).disputed).toBe('35.91');
    expect(await books.mended(difference.id)).toEqual([409, "This can't be mended from here."]);
    await shop.rows('UPDATE disputes SET closed_at = now()');
    expect(await books.differencesOf(id)).toEqual([]);
  });

  it('an order that was paid an hour ago without its print file is shown, and one whose print file failed', async () => {
    const [waiting, fresh, failed] = [await office.paidOrder(), await office.paidOrder(), await office.paidOrder()];
    await shop.rows(`UPDATE orders SET paid_at = now() - interval '61 minutes' WHERE id = $1`, [waiting.id]);
    await shop.rows(`UPDATE order_items SET print_file_failure = 'artwork-missing' WHERE order_id = $1`, [failed.id]);
    const { differences, printFiles } = await office.money();
    expect(printFiles).toMatchObject({ made: 0, failed: 1 });
    expect(new Map(differences.map(({ orderId, sentence }) => [orderId, sentence]))).toEqual(
      new Map([
        [
          waiting.id,
          `Order ${waiting.orderNumber} has been paid for more than an hour, and its print file is missing.`,
        ],
        [
          failed.id,
          `Order ${failed.orderNumber} was paid, but the print file of Classic T-shirt can't be made: its artwork is gone.`,
        ],
      ]),
    );
    expect(differences.map(({ orderId }) => orderId)).not.toContain(fresh.id);
  });

  it('a column that was set by hand is shown, and follows the facts again', async () => {
    const { id, orderNumber } = await office.paidOrder();
    await shop.rows(`UPDATE orders SET payment_status = 'failed' WHERE id = $1`, [id]);
    const difference = await books.theOne('state-differs', id);
    expect(difference.sentence).toBe(
      `Order ${orderNumber} says that its payment is failed, but what happened to its money says paid.`,
    );
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"The order\'s payment is paid now."}']);
    expect(await office.detail(id)).toMatchObject({ status: 'paid', paymentStatus: 'paid' });
    expect(await books.actionsOf(id)).toEqual(['order.payment-corrected']);
  });

  it('a payment that never became an order becomes one, with all that belongs to it', async () => {
    const user = asUser();
    const { intentId } = await shop.checkOut(user);
    const id = (await shop.orderRow(intentId)).id as string;
    await shop.rows(
      `INSERT INTO money_facts (provider, intent_id, order_id, kind, reference, amount_cents, currency, happened_at) VALUES ('sandbox', $1, $2, 'succeeded', $1, 3591, 'usd', now())`,
      [intentId, id],
    );
    const difference = await books.theOne('state-differs', id);
    expect((await office.mend(difference.id)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(await shop.eventsOf(id)).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
    expect((await shop.cart(user)).itemCount).toBe(0);
  });

  it('a payment that never became an order, all of which went back, ends with it', async () => {
    const { id, intentId } = await office.unpaidOrder();
    await shop.rows(
      `INSERT INTO money_facts (provider, intent_id, order_id, kind, reference, amount_cents, currency, happened_at)
       SELECT 'sandbox', $1, $2, kind, $1, 3591, 'usd', now() FROM unnest(ARRAY['succeeded', 'refunded']) kind`,
      [intentId, id],
    );
    await shop.rows(
      `INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, refunded_at) VALUES ('sandbox', $1, $2, 3591, 'succeeded', now())`,
      [intentId, id],
    );
    expect((await office.mend((await books.theOne('state-differs', id)).id)).status).toBe(200);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      fulfilment: { state: 'cancelled' },
    });
  });
});
