import { randomUUID } from 'node:crypto';
import { asGuest } from '@shop/testing';
import { signWebhook } from '../src/payments/webhook-signature.js';
import { Shop, WEBHOOK_SECRET } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };
const idOf = async (intentId: string) => (await shop.orderRow(intentId)).id as string;

describe("the provider's webhook", () => {
  it.each<[string, (body: string) => string | undefined]>([
    ['no signature', () => ''],
    ['a signature of another secret', (body) => signWebhook('not the secret of the sandbox', body)],
    ['a signature of other bytes', (body) => signWebhook(WEBHOOK_SECRET, `${body} `)],
    ['a signature that is too old', (body) => signWebhook(WEBHOOK_SECRET, body, Math.floor(Date.now() / 1000) - 301)],
    ['garbage for a signature', () => 't=now,v1=yes'],
  ])('is refused with %s', async (_, signatureOf) => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { status: 'succeeded' });
    const answer = await deliver(shop, event, signatureOf(JSON.stringify(event)));
    expect([answer.status, answer.text]).toEqual([400, 'The signature of this webhook is not valid.']);
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
  });

  it('is applied once of ten times, five of them at the same moment', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { status: 'succeeded' });
    const together = await Promise.all(Array.from({ length: 5 }, () => deliver(shop, event)));
    const after = [];
    for (let time = 0; time < 5; time += 1) after.push(await deliver(shop, event));
    expect([...together, ...after].map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it('three times beside the return page in parallel makes one paid order and one order.paid', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const event = await eventAbout(shop, intentId);
    const other = await eventAbout(shop, intentId);
    await Promise.all([
      deliver(shop, event),
      shop.placed(guest, intentId),
      deliver(shop, event),
      shop.placed(guest, intentId),
      deliver(shop, other),
      shop.ship(guest),
      shop.placed(guest, intentId),
    ]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'paid' });
    expect((await shop.eventsOf(await idOf(intentId))).filter((type) => type === 'order.paid')).toHaveLength(1);
    expect((await shop.cart(guest)).itemCount).toBe(0);
  });

  it('that tells a decline after the payment changes nothing', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const declined = await eventAbout(shop, intentId, { failureMessage: 'Your card was declined.' });
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded' }));
    expect((await deliver(shop, declined)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it.each([
    ['less', { amountCents: 3_590 }],
    ['more', { amountCents: 3_592 }],
    ['another currency', { currency: 'eur' }],
  ])('of %s is not taken as paid, and does not stand in the way of the right one', async (_, change) => {
    const { intentId } = await shop.checkOut(asGuest());
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded', ...change }));
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded' }));
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it('about an intent of somebody else is taken and passed over', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { id: `pi_${randomUUID()}`, status: 'succeeded' });
    expect((await deliver(shop, event)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
  });

  it('without a body is refused', async () => {
    expect((await shop.service.call('POST', '/api/webhooks/stripe')).status).toBe(400);
  });
});

describe('the return page', () => {
  it('learns of a payment whose webhook never came, by asking', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    expect(await shop.placed(guest, intentId)).toMatchObject({
      state: 'paid',
      order: { status: 'paid', paymentStatus: 'paid' },
    });
  });

  it('still says open while nothing is known', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'open', paymentMessage: null });
  });

  it('says failed for an order that was cancelled', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'canceled' WHERE id = $1`, [intentId]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'failed', order: { status: 'cancelled' } });
  });
});

describe('a shipping call while a payment is on its way', () => {
  it('finds the cart paid where the payment has succeeded unheard', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const answer = await shop.ship(guest);
    expect([answer.status, answer.text]).toEqual([409, 'Your cart is empty']);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it('makes a second order of what was added since', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    await shop.fillCart(guest, { basePrice: '10.00' });
    const answer = (await shop.ship(guest)).json<{ orderNumber: string; clientSecret: string }>();
    expect(answer.orderNumber).not.toBe(orderNumber);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
    expect(await shop.orderRow(answer.clientSecret.split('_secret_')[0] ?? '')).toMatchObject({
      ...OPEN,
      subtotal_cents: 1_000,
    });
  });

  it('waits for a payment that is being processed', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'processing' WHERE id = $1`, [intentId]);
    await shop.fillCart(guest);
    const answer = await shop.ship(guest);
    expect([answer.status, answer.text]).toEqual([409, 'Your payment is being confirmed. Please wait a moment.']);
    expect(await shop.orderRow(intentId)).toMatchObject({ ...OPEN, total_cents: 3_591 });
  });

  it('makes a new order where the intent was cancelled at the provider', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'canceled' WHERE id = $1`, [intentId]);
    const answer = (await shop.ship(guest)).json<{ orderNumber: string }>();
    expect(answer.orderNumber).not.toBe(orderNumber);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'cancelled' });
  });
});
