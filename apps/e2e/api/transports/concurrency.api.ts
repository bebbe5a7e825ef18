import { SAMPLE } from '@shop/contracts/api';
import { Database } from '../../support/database.ts';
import { listEmails } from '../../support/emails.ts';
import { expect, test } from '../../support/test.ts';
import { CARD } from '../preconditions.ts';

/** Clicks of the customer. The page polls, and the provider sends its event, twice as often. */
const CLICKS = 40;

/** Duplicates the provider's events. */
const SEND_AGAIN = `
  INSERT INTO sandbox_webhooks (id, payload)
  SELECT id || ':again' || n, payload FROM sandbox_webhooks, generate_series(1, $2::int) n WHERE payload LIKE '%' || $1 || '%' RETURNING 1`;
const SEND_NOW = `SELECT graphile_worker.add_job('sandbox.enqueue-webhooks', job_key := 'sandbox.enqueue-webhooks')`;
const UNDELIVERED = `SELECT count(*)::int AS undelivered FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' AND delivered_at IS NULL`;

test('200 concurrent payments, queries and webhooks result in one paid order, one print job and one email', async ({
  api: { testShop },
}) => {
  const customer = await testShop.getClient('a customer', ['an open order']);
  const values = await testShop.createPreconditions(['an open order'], customer, 'a customer');
  const [intent, order] = [values.get(SAMPLE.paymentIntent) ?? '', values.get(SAMPLE.order) ?? ''];
  const press = () =>
    customer.sendOrThrow<{ status: string }>('POST', '/api/sandbox/payments/confirm', {
      body: { clientSecret: values.get(SAMPLE.clientSecret), ...CARD },
    });
  const ask = () =>
    customer.sendOrThrow<{ state: string; order: { orderNumber: string } }>('GET', `/api/checkout/orders/${intent}`);

  await Database.withDatabase(testShop.shop, 'orders', async (database) => {
    // As soon as the provider has an event.
    const sendAgain = async () => {
      await expect
        .poll(async () => (await database.query(SEND_AGAIN, [intent, 2 * CLICKS])).length, {
          message: 'the provider sends nothing',
          intervals: [10],
          timeout: 30_000,
        })
        .toBeGreaterThan(0);
      // Its schedule runs every minute.
      await database.query(SEND_NOW);
    };
    const [presses] = await Promise.all([
      Promise.all(Array.from({ length: CLICKS }, press)),
      Promise.all(Array.from({ length: 2 * CLICKS }, ask)),
      sendAgain(),
    ]);
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    await expect
      .poll(async () => (await database.query<{ undelivered: number }>(UNDELIVERED, [intent]))[0]?.undelivered, {
        timeout: 30_000,
      })
      .toBe(0);
    expect(
      await database.query(
        `SELECT 1 FROM outbox WHERE envelope->>'type' = 'order.paid' AND envelope->>'subject' = $1`,
        [`order/${order}`],
      ),
    ).toHaveLength(1);
  });

  const {
    state,
    order: { orderNumber },
  } = await ask();
  expect(state).toBe('paid');
  await Database.withDatabase(testShop.shop, 'support', async (database) => {
    // Found by its key, because the text of a sent email is not stored. The email waits for the mock-ups, so all other work is done.
    const emails = () =>
      database.query(`SELECT status FROM emails WHERE template = 'order-confirmed' AND key LIKE '%' || $1`, [order]);
    await expect.poll(emails, { timeout: 75_000 }).toEqual([{ status: 'sent' }]);
  });
  await Database.withDatabase(testShop.shop, 'art', async (database) => {
    expect(await database.query('SELECT order_item_id FROM print_jobs WHERE order_id = $1', [order])).toHaveLength(1);
  });
  expect(
    (await listEmails(testShop.shop.folder.mail, customer.email)).filter(({ subject }) =>
      subject?.includes(orderNumber),
    ),
  ).toHaveLength(1);
});
