import { SAMPLE } from '@shop/contracts-common/docs';
import { Database } from '../../support/database.ts';
import { listEmails } from '../../support/emails.ts';
import { confirmCardAt, sendWebhook } from '../../support/sandbox.ts';
import { expect, test } from '../../support/test.ts';

/** Clicks of the customer. The page polls, and the provider sends its event, twice as often. */
const CLICKS = 40;

const EVENTS = `SELECT document FROM stripe_objects WHERE kind = 'event' AND document #>> '{data,object,id}' = $1`;

test('200 concurrent payments, queries and webhooks result in one paid order, one fulfilment and one email', async ({
  api: { testShop },
}) => {
  const customer = await testShop.getClient('a customer', ['an open order']);
  const values = await testShop.createPreconditions(['an open order'], customer, 'a customer');
  const [intent, order] = [values.get(SAMPLE.paymentIntent) ?? '', values.get(SAMPLE.order) ?? ''];
  const secret = values.get(SAMPLE.clientSecret) ?? '';
  const press = () => confirmCardAt(testShop.shop.url, secret);
  const ask = () =>
    customer.sendOrThrow<{ state: string; order: { orderNumber: string } }>('GET', `/api/checkout/orders/${intent}`);

  // As soon as the provider has an event, it comes again and again.
  const sendAgain = () =>
    Database.withDatabase(testShop.shop, 'sandbox', async (database) => {
      const list = async () =>
        (await database.query<{ document: object }>(EVENTS, [intent])).map((row) => row.document);
      await expect.poll(async () => (await list()).length, { intervals: [10], timeout: 30_000 }).toBeGreaterThan(0);
      const [event] = await list();
      const sent = Array.from({ length: 2 * CLICKS }, () => sendWebhook(testShop.shop, event ?? {}));
      expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    });
  const [presses] = await Promise.all([
    Promise.all(Array.from({ length: CLICKS }, press)),
    Promise.all(Array.from({ length: 2 * CLICKS }, ask)),
    sendAgain(),
  ]);
  // The first one pays; the others are told that it is paid.
  const states = presses.map(({ status, error }) => status ?? error?.payment_intent?.status);
  expect(new Set(states)).toEqual(new Set(['succeeded']));
  await Database.withDatabase(testShop.shop, 'orders', async (database) => {
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
    expect(await database.query('SELECT order_item_id FROM print_files WHERE order_id = $1', [order])).toHaveLength(1);
  });
  expect(
    (await listEmails(testShop.shop.folder.mail, customer.email)).filter(({ subject }) =>
      subject?.includes(orderNumber),
    ),
  ).toHaveLength(1);
});
