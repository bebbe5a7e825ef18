import { asGuest } from '@shop/testing';
import { Shop } from './shop.js';
import { StripeServer } from './stripe-server.js';
import { stripeEnv } from './stripe-shop.js';

/** Longer than this test takes. */
const ONCE = { PAYMENT_ASK_INTERVAL_MS: '60000' };

describe('a payment that many pages wait for', () => {
  let stripe: StripeServer;
  let shop: Shop;
  beforeAll(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open({ env: { ...stripeEnv(stripe), ...ONCE } });
  });
  afterAll(async () => {
    await shop.close();
    await stripe.stop();
  });

  const questions = (intentId: string): number => stripe.callsOf('GET', `/v1/payment_intents/${intentId}`).length;

  it('is asked about once in a while, however many ask', async () => {
    const [who, other] = [asGuest(), asGuest()];
    const [{ intentId }, neighbour] = [await shop.checkOut(who), await shop.checkOut(other)];
    const before = questions(intentId);
    const together = await Promise.all(Array.from({ length: 10 }, () => shop.placed(who, intentId)));
    const after = await shop.placed(who, intentId);
    expect([...together, after].map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'open'));
    expect(questions(intentId) - before).toBe(1);

    stripe.pay(neighbour.intentId);
    expect((await shop.placed(other, neighbour.intentId)).state).toBe('paid');
  });

  it('is asked about again at once where the provider did not answer', async () => {
    const who = asGuest();
    const { intentId } = await shop.checkOut(who);
    stripe.faults.push('hang up', 'hang up');
    expect((await shop.placed(who, intentId)).state).toBe('open');
    stripe.pay(intentId);
    expect((await shop.placed(who, intentId)).state).toBe('paid');
  });
});
