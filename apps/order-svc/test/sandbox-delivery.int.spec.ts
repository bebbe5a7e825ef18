import { asGuest, eventually } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { CARDS, Shop } from './shop.js';

const PAID = { status: 'paid', payment_status: 'paid' };

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

describe('a webhook of the sandbox', () => {
  it('that could not be delivered before the process died is delivered by the next one', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    const lonely = await shop.secondInstance({ SANDBOX_DELIVERY_INTERVAL_MS: '50' });
    try {
      // Written, but not sent: what a process leaves behind that dies between the two.
      await shop.rows(
        `CREATE FUNCTION later() RETURNS trigger AS $$ BEGIN NEW.next_attempt_at = now() + interval '1 hour'; RETURN NEW; END $$ LANGUAGE plpgsql`,
      );
      await shop.rows(`CREATE TRIGGER later BEFORE INSERT ON sandbox_webhooks FOR EACH ROW EXECUTE FUNCTION later()`);
      await shop.confirm(guest, clientSecret);
      expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created' });
      await shop.service.stop();
      await shop.database.query('UPDATE sandbox_webhooks SET next_attempt_at = now()');
      await eventually(async () => {
        const [order] = await shop.database.query('SELECT status FROM orders WHERE payment_intent_id = $1', [intentId]);
        expect(order).toMatchObject({ status: 'paid' });
      });
    } finally {
      await lonely.stop();
    }
  });

  it('is sent again until it is taken', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await shop.rows('ALTER TABLE payment_events RENAME TO payment_events_away');
    await shop.confirm(guest, clientSecret);
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM sandbox_webhooks WHERE attempts > 0')).toHaveLength(1),
    );
    await shop.rows('ALTER TABLE payment_events_away RENAME TO payment_events');
    await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(PAID));
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM sandbox_webhooks WHERE delivered_at IS NOT NULL')).toHaveLength(1),
    );
  });
});

describe('the faults that the sandbox is told to have', () => {
  const open = (faults: string) => Shop.open({ env: { SANDBOX_FAULTS: faults } });
  const sweep = (faulty: Shop) => faulty.service.get(PaymentSweep).run();
  const eventsOf = async (faulty: Shop, intentId: string) =>
    faulty.eventsOf((await faulty.orderRow(intentId)).id as string);

  async function pay(faulty: Shop) {
    const guest = asGuest();
    const checkout = await faulty.checkOut(guest);
    expect((await faulty.confirm(guest, checkout.clientSecret)).status).toBe(200);
    return checkout;
  }

  async function withFaults(faults: string, work: (faulty: Shop) => Promise<void>): Promise<void> {
    const faulty = await open(faults);
    try {
      await work(faulty);
    } finally {
      await faulty.close();
    }
  }

  it('late: the order is paid only then', () =>
    withFaults('late:60m', async (faulty) => {
      const { intentId } = await pay(faulty);
      expect(await faulty.orderRow(intentId)).toMatchObject({ status: 'created' });
      expect(
        await faulty.rows(`SELECT next_attempt_at - created_at = interval '1 hour' AS later FROM sandbox_webhooks`),
      ).toEqual([{ later: true }]);
      await faulty.rows('UPDATE sandbox_webhooks SET next_attempt_at = now()');
      await eventually(async () => expect(await faulty.orderRow(intentId)).toMatchObject(PAID));
    }));

  it('lost: the sweep learns of it', () =>
    withFaults('lost', async (faulty) => {
      const { intentId } = await pay(faulty);
      expect(await faulty.rows(`SELECT next_attempt_at = 'infinity' AS never FROM sandbox_webhooks`)).toEqual([
        { never: true },
      ]);
      await sweep(faulty);
      expect(await faulty.orderRow(intentId)).toMatchObject(PAID);
    }));

  it('twice and shuffled: a decline and the payment after it arrive in any order, and are one paid order', () =>
    withFaults('twice,shuffled:400ms', async (faulty) => {
      const guest = asGuest();
      const { clientSecret, intentId } = await faulty.checkOut(guest);
      await faulty.confirm(guest, clientSecret, CARDS.declined);
      await faulty.confirm(guest, clientSecret);
      await eventually(async () =>
        expect(await faulty.rows('SELECT 1 FROM sandbox_webhooks WHERE delivered_at IS NOT NULL')).toHaveLength(4),
      );
      expect(await faulty.orderRow(intentId)).toMatchObject(PAID);
      expect((await eventsOf(faulty, intentId)).filter((type) => type === 'order.paid')).toHaveLength(1);
    }));
});
