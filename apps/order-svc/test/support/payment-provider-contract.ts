import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import { ADDRESS } from './test-shop.js';

export const newIntent = () => {
  const orderId = randomUUID();
  return {
    orderId,
    orderNumber: 'PA-0000000001',
    amountCents: 3_591,
    currency: 'usd',
    shippingAddress: ADDRESS,
    idempotencyKey: `pi-create:${orderId}`,
  };
};

const newAddress = () => ({
  shippingAddress: { ...ADDRESS, city: 'Chicago' },
  idempotencyKey: `pi-update:${randomUUID()}`,
});

export const newRefund = (amountCents: number | null) => ({
  orderId: randomUUID(),
  n: 1,
  amountCents,
  idempotencyKey: `refund:${randomUUID()}:1`,
});

/** Tests the behaviour that the service expects of every provider. `pay`: pays at the provider, without a webhook. */
export function describePaymentProvider(provider: () => PaymentProvider, pay: (id: string) => unknown): void {
  describe('as a payment provider', () => {
    async function paidIntent(): Promise<string> {
      const { id } = await provider().createIntent(newIntent());
      await pay(id);
      return id;
    }

    it('returns the same intent for the same request and key', async () => {
      const request = newIntent();
      const [made, again] = [await provider().createIntent(request), await provider().createIntent(request)];
      expect(made).toMatchObject({
        id: expect.stringMatching(/^pi_/),
        clientSecret: expect.stringMatching(`^${made.id}_secret_`),
        status: 'open',
        amountCents: 3_591,
        currency: 'usd',
        failureMessage: null,
      });
      expect(again).toEqual(made);
      expect(await provider().retrieveIntent(made.id)).toEqual(made);
      expect(await provider().updateIntent(made.id, newAddress())).toEqual(made);
    });

    it('does not change or cancel a paid intent', async () => {
      const id = await paidIntent();
      expect(await provider().updateIntent(id, newAddress())).toMatchObject({
        amountCents: 3_591,
        status: 'succeeded',
      });
      expect(await provider().cancelIntent(id)).toMatchObject({ status: 'succeeded' });
    });

    it('accepts a repeated cancellation', async () => {
      const { id } = await provider().createIntent(newIntent());
      for (let times = 1; times <= 2; times += 1)
        expect(await provider().cancelIntent(id)).toMatchObject({ status: 'canceled' });
      expect(await provider().updateIntent(id, newAddress())).toMatchObject({ status: 'canceled', amountCents: 3_591 });
    });

    it('refunds a part, then the remainder, each once per key', async () => {
      const id = await paidIntent();
      const part = newRefund(1_000);
      const first = await provider().refund(id, part);
      expect(first).toMatchObject({
        id: expect.stringMatching(/^re_/),
        intentId: id,
        amountCents: 1_000,
        status: 'succeeded',
        failure: null,
        isOurs: true,
      });
      expect(await provider().refund(id, part)).toEqual(first);
      const rest = await provider().refund(id, newRefund(null));
      expect(rest.amountCents).toBe(2_591);
      expect((await provider().listRefunds(id)).map(({ amountCents }) => amountCents).sort()).toEqual([1_000, 2_591]);
      expect(await provider().retrieveRefund(id, rest.id)).toEqual(rest);
    });

    it('refunds neither unpaid intents nor more than was paid', async () => {
      const { id } = await provider().createIntent(newIntent());
      await expect(provider().refund(id, newRefund(null))).rejects.toThrow();
      await pay(id);
      await expect(provider().refund(id, newRefund(3_592))).rejects.toThrow();
      expect(await provider().listRefunds(id)).toEqual([]);
    });

    it('throws for an unknown intent', async () => {
      await expect(provider().retrieveIntent('pi_unknown')).rejects.toThrow();
    });
  });
}
