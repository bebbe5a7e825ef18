import { asGuest, asUser, eventually } from '@shop/testing';
import { paymentStateOf, type MoneyFact } from '../src/payments/payment-state.rules.js';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { BackOffice } from './admin.js';
import { CARDS, Shop } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const sweep = () => shop.service.get(PaymentSweep).run();
const idOf = async (intentId: string) => (await shop.orderRow(intentId)).id as string;
const FACTS = `SELECT position, kind, reference, amount_cents AS "amountCents", currency FROM money_facts WHERE order_id = $1 ORDER BY position`;
const factsOf = async (orderId: string) => (await shop.rows(FACTS, [orderId])) as unknown as MoneyFact[];
const kindsOf = async (orderId: string) => (await factsOf(orderId)).map(({ kind }) => kind);

describe('the ledger', () => {
  it('holds what happened to the money of an order, in the provider’s own ids', async () => {
    const user = asUser();
    const { clientSecret, intentId } = await shop.checkOut(user);
    await shop.confirm(user, clientSecret, CARDS.declined);
    await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'failed' }));
    await shop.confirm(user, clientSecret);
    await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'paid' }));
    const id = await idOf(intentId);
    await office.move(id, 'cancelled');
    expect(
      await shop.rows(
        'SELECT provider, kind, reference, amount_cents, currency FROM money_facts WHERE order_id = $1 ORDER BY position',
        [id],
      ),
    ).toEqual([
      { provider: 'sandbox', kind: 'intent-created', reference: intentId, amount_cents: 3_591, currency: 'usd' },
      {
        provider: 'sandbox',
        kind: 'failed',
        reference: expect.stringMatching(/^at_/),
        amount_cents: 3_591,
        currency: 'usd',
      },
      { provider: 'sandbox', kind: 'succeeded', reference: intentId, amount_cents: 3_591, currency: 'usd' },
      {
        provider: 'sandbox',
        kind: 'refunded',
        reference: expect.stringMatching(/^re_/),
        amount_cents: 3_591,
        currency: 'usd',
      },
    ]);
  });

  it('tells a decline, the next attempt, and the next decline apart', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    for (const card of [CARDS.declined, CARDS.withoutFunds]) {
      await shop.ship(guest);
      await shop.confirm(guest, clientSecret, card);
      await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'failed' }));
    }
    await shop.ship(guest);
    const id = await idOf(intentId);
    expect(await kindsOf(id)).toEqual(['intent-created', 'failed', 'retried', 'failed', 'retried']);
    expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'pending' });
  });

  it('has each decline of an order, also in the same words and with nothing in between', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const id = await idOf(intentId);
    for (const kinds of [
      ['intent-created', 'failed'],
      ['intent-created', 'failed', 'failed'],
    ]) {
      await shop.confirm(guest, clientSecret, CARDS.declined);
      await eventually(async () => expect(await kindsOf(id)).toEqual(kinds));
      await shop.placed(guest, intentId); // asking the provider tells the same decline again
      expect(await kindsOf(id)).toEqual(kinds);
    }
    expect(
      await shop.rows(
        `SELECT 1 FROM outbox WHERE envelope ->> 'type' = 'order.payment-failed' AND envelope ->> 'subject' = $1`,
        [`order/${id}`],
      ),
    ).toHaveLength(2);
  });

  it('has each fact once, however often and from how many sides it is heard', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const events = await Promise.all([1, 2, 3, 4].map(() => eventAbout(shop, intentId)));
    await Promise.all([
      ...events.map((event) => deliver(shop, event)),
      shop.placed(guest, intentId),
      shop.ship(guest),
      sweep(),
    ]);
    expect(await kindsOf(await idOf(intentId))).toEqual(['intent-created', 'succeeded']);
  });

  it('writes the end of an order that nobody paid', async () => {
    const { id } = await office.unpaidOrder();
    await office.move(id, 'cancelled');
    expect(await kindsOf(id)).toEqual(['intent-created', 'canceled']);
  });

  it('keeps money that came for no order, once', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const stray = { id: `pi_stray${intentId}`, status: 'succeeded', amountCents: 700 } as const;
    await deliver(shop, await eventAbout(shop, intentId, stray));
    await deliver(shop, await eventAbout(shop, intentId, stray));
    expect(
      await shop.rows('SELECT kind, amount_cents, order_id FROM money_facts WHERE reference = $1', [stray.id]),
    ).toEqual([{ kind: 'succeeded', amount_cents: 700, order_id: null }]);
  });

  it('writes a fact and what follows from it together, or neither', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await paySilently(shop, intentId);
    await shop.rows('ALTER TABLE order_history RENAME TO order_history_away');
    try {
      expect((await deliver(shop, await eventAbout(shop, intentId))).status).toBe(500);
    } finally {
      await shop.rows('ALTER TABLE order_history_away RENAME TO order_history');
    }
    expect(await kindsOf(await idOf(intentId))).toEqual(['intent-created']);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
  });

  it.each([
    ['UPDATE', 'UPDATE money_facts SET amount_cents = 1'],
    ['DELETE', 'DELETE FROM money_facts'],
    ['TRUNCATE', 'TRUNCATE money_facts'],
  ])('refuses %s, whoever connects', async (operation, statement) => {
    await expect(shop.rows(statement)).rejects.toThrow(`money_facts is append-only: ${operation} is refused`);
  });

  it('names no person', async () => {
    const columns = await shop.rows(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'money_facts'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual([
      'amount_cents',
      'currency',
      'happened_at',
      'intent_id',
      'kind',
      'order_id',
      'position',
      'provider',
      'recorded_at',
      'reference',
    ]);
  });

  it('says of every order of this run what its column says', async () => {
    const orders = (await shop.rows('SELECT id, payment_status, total_cents, currency FROM orders')) as {
      id: string;
      payment_status: string;
      total_cents: number;
      currency: string;
    }[];
    expect(orders.length).toBeGreaterThan(4);
    for (const { id, payment_status, total_cents: totalCents, currency } of orders) {
      expect([id, paymentStateOf({ totalCents, currency }, await factsOf(id))]).toEqual([id, payment_status]);
    }
  });
});
