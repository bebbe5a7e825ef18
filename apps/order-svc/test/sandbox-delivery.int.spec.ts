import { asGuest, eventually } from '@shop/testing';
import { Shop } from './shop.js';

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
      await shop.rows(`CREATE FUNCTION later() RETURNS trigger AS $$ BEGIN NEW.next_attempt_at = now() + interval '2 seconds'; RETURN NEW; END $$ LANGUAGE plpgsql`);
      await shop.rows(`CREATE TRIGGER later BEFORE INSERT ON sandbox_webhooks FOR EACH ROW EXECUTE FUNCTION later()`);
      await shop.confirm(guest, clientSecret);
      expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created' });
      await shop.service.stop();
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
    await eventually(async () => expect(await shop.rows('SELECT 1 FROM sandbox_webhooks WHERE attempts > 0')).toHaveLength(1));
    await shop.rows('ALTER TABLE payment_events_away RENAME TO payment_events');
    await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(PAID));
    await eventually(async () => expect(await shop.rows('SELECT 1 FROM sandbox_webhooks WHERE delivered_at IS NOT NULL')).toHaveLength(1));
  });
});
