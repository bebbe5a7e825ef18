import { adminOrderDetailSchema, type CustomerOrder, type MoneyBack, type OwnOrder } from '@shop/contracts/order';
import { asUser } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { Bookkeeper } from './money.js';
import { disputeOf, stripeShopOf } from './stripe-shop.js';
import { KEEP_TOLD } from './told-events.js';

const own = stripeShopOf();
beforeAll(() => own.shop.rows(KEEP_TOLD));

const books = new Bookkeeper(() => own.shop);
const { office } = books;

/** Paid, 35.91. */
async function paidOrder() {
  const who = asUser();
  const { intentId, order } = await own.shop.checkOut(who);
  await own.tell('payment_intent.succeeded', own.stripe.pay(intentId));
  const read = async () =>
    (await own.shop.service.call('GET', `/api/orders/${order.id}`, { as: who })).json<CustomerOrder>();
  const listed = async () =>
    (await own.shop.service.call('GET', '/api/orders', { as: who })).json<OwnOrder[]>()[0]?.moneyBack;
  return { id: order.id, intentId, read, listed };
}
type Paid = Awaited<ReturnType<typeof paidOrder>>;

const NOTHING: MoneyBack = {
  currency: 'usd',
  back: '0.00',
  onItsWay: '0.00',
  byBank: '0.00',
  kept: '0.00',
  isDisputed: false,
};

async function expectMoney({ read, listed }: Paid, money: Partial<MoneyBack>): Promise<void> {
  expect((await read()).moneyBack).toEqual({ ...NOTHING, ...money });
  expect(await listed()).toEqual({ ...NOTHING, ...money });
}

/** What the letter of a cancellation says. */
async function toldOf({ id }: Pick<Paid, 'id'>): Promise<unknown> {
  const [row] = await own.shop.rows(
    `SELECT envelope->'data'->'moneyBack' AS told FROM told WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'cancelled'`,
    [`order/${id}`],
  );
  return row?.told;
}

const cancel = async ({ id }: Paid) => expect((await office.move(id, 'cancelled')).status).toBe(200);
const sweep = () => own.shop.service.get(PaymentSweep).run();

describe('where the money of a cancelled order is', () => {
  it('is with the customer once all of it went back; its letter had said that it is on its way', async () => {
    const order = await paidOrder();
    await expectMoney(order, { kept: '35.91' });
    await cancel(order);
    await expectMoney(order, { back: '35.91' });
    expect(await toldOf(order)).toEqual({ ...NOTHING, onItsWay: '35.91' });
    expect((await order.read()).refunds).toMatchObject([{ amount: '35.91', state: 'back' }]);
  });

  it('is only partly on its way where a part had gone before, and its letter names the rest', async () => {
    const order = await paidOrder();
    await office.refund(order.id, '10.00');
    await cancel(order);
    expect(await toldOf(order)).toEqual({ ...NOTHING, back: '10.00', onItsWay: '25.91' });
    await expectMoney(order, { back: '35.91' });
  });

  it('is on its way while the bank has not answered, and with the shop where it then sends it back', async () => {
    const order = await paidOrder();
    own.stripe.refundStatus = 'pending';
    await cancel(order);
    own.stripe.refundStatus = 'succeeded';
    await expectMoney(order, { onItsWay: '35.91' });
    const refund = [...own.stripe.refunds.values()].find(({ payment_intent: of }) => of === order.intentId);
    await own.tell(
      'refund.failed',
      Object.assign(refund ?? {}, { status: 'failed', failure_reason: 'expired_or_canceled_card' }),
    );
    await expectMoney(order, { kept: '35.91' });
    const { refunds, timeline } = await order.read();
    expect(refunds).toMatchObject([{ refundedAt: null, state: 'failed' }]);
    expect(timeline.at(-1)).toMatchObject({ what: 'refund-failed', detail: '$35.91' });
  });

  it('is for the bank to decide about while it is disputed, and with the customer where the shop loses', async () => {
    const order = await paidOrder();
    own.stripe.disputed.add(order.intentId);
    await own.tell('charge.dispute.created', disputeOf(order.intentId));
    await cancel(order);
    expect(await toldOf(order)).toEqual({ ...NOTHING, kept: '35.91', isDisputed: true });
    await expectMoney(order, { kept: '35.91', isDisputed: true });
    await own.tell('charge.dispute.closed', disputeOf(order.intentId, { status: 'lost' }));
    await expectMoney(order, { byBank: '35.91' });
  });

  it('is named in the currency in which it was paid, also in the timeline and where it went back', async () => {
    const who = asUser();
    const { intentId, order } = await own.shop.checkOut(who);
    own.stripe.pay(intentId);
    const paid = own.stripe.change(intentId, { currency: 'eur' });
    await own.tell('payment_intent.succeeded', paid);
    await own.shop.rows(`UPDATE orders SET mismatch_seen_at = now() - interval '3 minutes' WHERE id = $1`, [order.id]);
    await own.tell('payment_intent.succeeded', paid);
    expect((await books.mended((await books.theOne('amount-differs', order.id)).id))[0]).toBe(200);
    expect(await toldOf(order)).toEqual({ ...NOTHING, currency: 'eur', onItsWay: '35.91' });
    const read = (await own.shop.service.call('GET', `/api/orders/${order.id}`, { as: who })).json<CustomerOrder>();
    expect(read).toMatchObject({
      moneyBack: { ...NOTHING, currency: 'eur', back: '35.91' },
      refunds: [{ state: 'back' }],
    });
    expect(read.timeline.find(({ what }) => what === 'refunded')?.detail).toBe('35.91 EUR');
    const detail = await office.detail(order.id);
    expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
    expect(detail.payment).toMatchObject({ currency: 'eur', refunds: [{ amount: '35.91', failure: null }] });
    const told = detail.timeline.map(({ summary }) => summary).filter((summary) => summary.includes('35.91'));
    expect(told).toEqual(
      expect.arrayContaining([
        '35.91 EUR went back to the customer.',
        'What was paid (35.91 EUR) goes back to the customer, and the order ends.',
      ]),
    );
    expect(told.filter((summary) => summary.includes('$'))).toEqual(['The order was placed: $35.91.']);
    const events = await own.shop.rows(
      `SELECT envelope->'data'->>'currency' AS currency FROM told WHERE envelope->>'subject' = $1 AND envelope->>'type' = 'order.refunded'`,
      [`order/${order.id}`],
    );
    expect(events).toEqual([{ currency: 'eur' }]);
  });
});

describe('a refund of a payment that Stripe does not know', () => {
  async function forgotten() {
    const order = await paidOrder();
    const intent = own.stripe.intent(order.intentId);
    own.stripe.intents.delete(order.intentId);
    await cancel(order);
    return { order, intent };
  }
  const asked = ({ intentId }: Paid) =>
    own.stripe.callsOf('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId).length;
  const aDayLater = ({ id }: Paid) =>
    own.shop.rows(`UPDATE refunds SET requested_at = requested_at - interval '1 day' WHERE order_id = $1`, [id]);

  it('is tried for a day, for the keys may be put right, and is then an alarm with a button instead of a try at each sweep', async () => {
    const { order, intent } = await forgotten();
    await sweep();
    await expectMoney(order, { onItsWay: '35.91' });
    await aDayLater(order);
    await sweep();
    const { sentence, remedy } = await books.theOne('refund-failed', order.id);
    expect([sentence, remedy?.label]).toEqual([
      expect.stringContaining('did not reach the customer: the payment provider does not know this payment.'),
      'Refund again',
    ]);
    expect((await office.detail(order.id)).timeline[0]?.summary).toContain(
      'The refund of $35.91 failed: the payment provider does not know this payment.',
    );
    await expectMoney(order, { kept: '35.91' });
    const before = asked(order);
    await sweep();
    expect(asked(order)).toBe(before);

    const button = async () => books.mended((await books.theOne('refund-failed', order.id)).id);
    expect(await button()).toEqual([
      502,
      'The payment provider has refused the refund. Please look at the payment there.',
    ]);
    own.stripe.intents.set(order.intentId, intent);
    expect(await button()).toEqual([200, '{"sentence":"$35.91 goes back to the customer."}']);
    await expectMoney(order, { back: '35.91' });
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('goes through by itself where the keys are put right within the day', async () => {
    const { order, intent } = await forgotten();
    own.stripe.intents.set(order.intentId, intent);
    await sweep();
    await expectMoney(order, { back: '35.91' });
  });
});
