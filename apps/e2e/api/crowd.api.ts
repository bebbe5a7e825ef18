import { SAMPLE } from '@shop/contracts/api';
import { lettersTo } from '../support/letters.ts';
import { expect, test } from './api.fixture.ts';
import { Database } from '../support/database.ts';

const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
/** As often as this the customer presses the button; twice as often the page asks, and the provider tells. */
const PRESSES = 40;

/** The provider tells again what it has told, or is about to. */
const TELL_AGAIN = `
  INSERT INTO sandbox_webhooks (id, payload)
  SELECT id || ':again' || n, payload FROM sandbox_webhooks, generate_series(1, $2::int) n WHERE payload LIKE '%' || $1 || '%' RETURNING 1`;
const UNTOLD = `SELECT count(*)::int AS untold FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' AND delivered_at IS NULL`;

test('two hundred who pay, ask and tell at the same time make one paid order, one print job, and one letter', async ({
  api: { world },
}) => {
  const customer = await world.person('a customer', ['an open order']);
  const made = await world.make(['an open order'], customer, 'a customer');
  const [intent, order] = [made.get(SAMPLE.paymentIntent) ?? '', made.get(SAMPLE.order) ?? ''];
  const press = () =>
    customer.must<{ status: string }>('POST', '/api/sandbox/payments/confirm', {
      body: { clientSecret: made.get(SAMPLE.clientSecret), ...CARD },
    });
  const ask = () =>
    customer.must<{ state: string; order: { orderNumber: string } }>('GET', `/api/checkout/orders/${intent}`);

  await Database.during(world.shop, 'orders', async (database) => {
    // From the moment at which the provider has something to tell.
    const tellAgain = () =>
      expect
        .poll(async () => (await database.query(TELL_AGAIN, [intent, 2 * PRESSES])).length, {
          message: 'the provider tells nothing',
          intervals: [10],
          timeout: 30_000,
        })
        .toBeGreaterThan(0);
    const [presses] = await Promise.all([
      Promise.all(Array.from({ length: PRESSES }, press)),
      Promise.all(Array.from({ length: 2 * PRESSES }, ask)),
      tellAgain(),
    ]);
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    await expect
      .poll(async () => (await database.query<{ untold: number }>(UNTOLD, [intent]))[0]?.untold, { timeout: 30_000 })
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
  await Database.during(world.shop, 'support', async (database) => {
    // By its key: once it is sent, what it says is no longer kept. It waits for the pictures of what is printed, so that all else is over by then.
    const letters = () =>
      database.query(`SELECT status FROM letters WHERE letter = 'order-confirmed' AND key LIKE '%' || $1`, [order]);
    await expect.poll(letters, { timeout: 75_000 }).toEqual([{ status: 'sent' }]);
  });
  await Database.during(world.shop, 'art', async (database) => {
    expect(await database.query('SELECT order_item_id FROM print_jobs WHERE order_id = $1', [order])).toHaveLength(1);
  });
  expect(
    (await lettersTo(world.shop.folder.mail, customer.email)).filter(({ subject }) => subject?.includes(orderNumber)),
  ).toHaveLength(1);
});
