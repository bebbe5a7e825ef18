import type { Checkout } from '@shop/contracts/order';
import { asUser } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { Bookkeeper } from './money.js';
import { intentOf } from './shop.js';
import { TRIES } from './stripe-server.js';
import { stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf();

const books = new Bookkeeper(() => own.shop);

/** The library asks again; where every try is in vain, whoever waits is told so. */
const LOST = Array.from({ length: TRIES }, (_, index) => index + 1);
const statusAfter = (lost: number): number => (lost < TRIES ? 200 : 503);

/** Stripe does what it is asked for, and so many answers are lost, the first one after so many that are heard. */
function lose(lost: number, heard = 0): void {
  own.stripe.faults.push(
    ...Array.from({ length: heard }, () => null),
    ...Array.from({ length: lost }, () => 'hang up after' as const),
  );
}

const intentsOf = (orderId: string) =>
  [...own.stripe.intents.values()].filter(({ metadata }) => metadata.orderId === orderId);
const refundsOf = (intentId: string) =>
  [...own.stripe.refunds.values()].filter(({ payment_intent: of }) => of === intentId);
const factsOf = async (orderId: string) =>
  (await own.shop.rows('SELECT kind, reference FROM money_facts WHERE order_id = $1 ORDER BY position', [orderId])).map(
    ({ kind, reference }) => [kind, reference],
  );

async function isPaidBy(orderId: string, intentId: string): Promise<void> {
  expect((await own.tell('payment_intent.succeeded', own.stripe.pay(intentId))).status).toBe(200);
  expect(await books.office.detail(orderId)).toMatchObject({ status: 'paid', paymentStatus: 'paid' });
  expect(await books.differencesOf(orderId)).toEqual([]);
}

describe('where Stripe has done what it was asked for', () => {
  it.each(LOST)(
    'and its answers about a new intent are lost, %i in a row, the order has this one intent, and is paid by it',
    async (lost) => {
      const who = asUser();
      await own.shop.fillCart(who);
      lose(lost);
      expect((await own.shop.ship(who)).status).toBe(statusAfter(lost));
      expect(own.stripe.faults).toEqual([]);
      const { order, clientSecret } = (await own.shop.ship(who)).json<Checkout>();
      expect(intentsOf(order.id).map(({ id, status }) => [id, status])).toEqual([
        [intentOf(clientSecret), 'requires_payment_method'],
      ]);
      await isPaidBy(order.id, intentOf(clientSecret));
      expect(await factsOf(order.id)).toEqual([
        ['intent-created', intentOf(clientSecret)],
        ['succeeded', intentOf(clientSecret)],
      ]);
    },
  );

  describe.each(LOST)('and its answers about an intent that ends are lost, %i in a row,', (lost) => {
    it.each([
      [0, 'whether the intent was paid'],
      [1, 'whether it may be ended'],
      [2, 'its end'],
      [3, 'the next one'],
    ])(
      'an order whose cart was changed has one further intent, and is paid by it: %i were heard before, the next is about %s',
      async (heard) => {
        const who = asUser();
        const { intentId: first, order } = await own.shop.checkOut(who);
        await own.shop.fillCart(who, { basePrice: '10.00' });
        lose(lost, heard);
        expect((await own.shop.ship(who)).status).toBe(statusAfter(lost));
        expect(own.stripe.faults).toEqual([]);
        const second = intentOf((await own.shop.ship(who)).json<Checkout>().clientSecret);
        expect(intentsOf(order.id).map(({ id, status, amount }) => [id, status, amount])).toEqual([
          [first, 'canceled', 3_591],
          [second, 'requires_payment_method', 4_671],
        ]);
        await isPaidBy(order.id, second);
        expect(await factsOf(order.id)).toEqual([
          ['intent-created', first],
          ['canceled', first],
          ['intent-created', second],
          ['succeeded', second],
        ]);
      },
    );

    it.each([
      [0, 'whether the intent was paid'],
      [1, 'its end'],
    ])(
      'an open order that an admin cancels has no intent that can be paid: %i were heard before, the next is about %s',
      async (heard) => {
        const { id, intentId } = await books.office.unpaidOrder();
        lose(lost, heard);
        expect((await books.office.move(id, 'cancelled')).status).toBe(statusAfter(lost));
        expect(own.stripe.faults).toEqual([]);
        if (lost === TRIES) expect((await books.office.move(id, 'cancelled')).status).toBe(200);
        expect(intentsOf(id).map(({ status }) => status)).toEqual(['canceled']);
        expect(await factsOf(id)).toEqual([
          ['intent-created', intentId],
          ['canceled', intentId],
        ]);
        expect(await books.differencesOf(id)).toEqual([]);
      },
    );
  });

  it.each(LOST)(
    'and its answers about a refund are lost, %i in a row, the money goes back once, at the latest with the next sweep',
    async (lost) => {
      const who = asUser();
      const { intentId, order } = await own.shop.checkOut(who);
      await isPaidBy(order.id, intentId);
      lose(lost);
      expect((await own.shop.service.call('POST', `/api/orders/${order.id}/cancel`, { as: who })).status).toBe(200);
      expect(own.stripe.faults).toEqual([]);
      await own.shop.service.get(PaymentSweep).run();
      const refunds = refundsOf(intentId);
      expect(refunds.map(({ amount }) => amount)).toEqual([3_591]);
      expect((await factsOf(order.id)).slice(2)).toEqual([['refunded', refunds[0]?.id]]);
      expect(await books.office.detail(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
      expect((await own.shop.eventsOf(order.id)).filter((type) => type === 'order.refunded')).toHaveLength(1);
      expect(await books.differencesOf(order.id)).toEqual([]);
    },
  );
});
