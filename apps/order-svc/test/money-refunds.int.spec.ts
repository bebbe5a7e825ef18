import { Bookkeeper, MENDED } from './money.js';
import { Shop } from './shop.js';

let shop: Shop;
const books = new Bookkeeper(() => shop);
const { office } = books;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

/** A refund that the provider was never asked about: the process died between. */
async function owed() {
  const order = await office.paidOrder();
  await shop.rows(
    `INSERT INTO refunds (order_id, n, reason, amount_cents, is_part, requested_at) VALUES ($1, 1, 'a stain', 1000, true, now() - interval '1 hour')`,
    [order.id],
  );
  return order;
}

describe('a refund', () => {
  it('that is owed for longer than some minutes is shown, and asked for again', async () => {
    const { id, orderNumber } = await owed();
    const difference = await books.theOne('refund-owed', id);
    expect(difference).toMatchObject({
      sentence: `$10.00 of order ${orderNumber} is owed to the customer, and the payment provider has not taken it on yet.`,
      remedy: { label: 'Try again', warning: null },
    });
    const before = await office.money();
    expect(await books.mended(difference.id)).toEqual([200, '{"sentence":"$10.00 goes back to the customer."}']);
    expect(await books.mended(difference.id)).toEqual(MENDED);
    expect(await books.since(before)).toEqual({ taken: 0, givenBack: 1_000, owedBack: -1_000 });
    expect(await books.differencesOf(id)).toEqual([]);
    expect(await books.actionsOf(id)).toEqual(['order.refund-tried-again']);
  });

  it('that the provider still does not take is told so, and stays', async () => {
    const { id, intentId } = await owed();
    await shop.rows('DELETE FROM sandbox_intents WHERE id = $1', [intentId]);
    await shop.rows(
      `UPDATE refunds SET refund_id = 're_gone', requested_at = now() - interval '6 days' WHERE order_id = $1`,
      [id],
    );
    const difference = await books.theOne('refund-owed', id);
    expect(difference.remedy?.label).toBe('Ask the provider again');
    expect(await books.mended(difference.id)).toEqual([
      502,
      'The payment provider has not confirmed the refund. It is asked again every few minutes.',
    ]);
    expect(await books.differencesOf(id)).toHaveLength(1);
  });

  it('that failed is shown, and another takes its place, once', async () => {
    const { id, orderNumber } = await owed();
    await shop.rows(`UPDATE refunds SET failure = 'lost_or_stolen_card' WHERE order_id = $1`, [id]);
    const difference = await books.theOne('refund-failed', id);
    expect(difference.sentence).toBe(
      `The $10.00 for order ${orderNumber} did not reach the customer: lost or stolen card. The money is with the shop.`,
    );
    const before = await office.money();
    const answers = await Promise.all([books.mended(difference.id), books.mended(difference.id)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(
      await shop.rows(
        'SELECT n, retried_as, refunded_at IS NOT NULL AS done FROM refunds WHERE order_id = $1 ORDER BY n',
        [id],
      ),
    ).toEqual([
      { n: 1, retried_as: 2, done: false },
      { n: 2, retried_as: null, done: true },
    ]);
    expect(await books.since(before)).toEqual({ taken: 0, givenBack: 1_000, owedBack: -1_000 });
    expect(await books.differencesOf(id)).toEqual([]);
    expect(await books.actionsOf(id)).toEqual(['order.refund-requested']);
  });

  it('that failed at the provider, where somebody had made it, can be given again as well', async () => {
    const { id } = await office.paidOrder();
    await shop.rows(
      `INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, failure) VALUES ('sandbox', 're_theirs', $1, 700, 'failed', 'expired_card')`,
      [id],
    );
    const difference = await books.theOne('refund-failed', id);
    const before = await office.money();
    expect((await office.mend(difference.id)).status).toBe(200);
    expect(await books.since(before)).toMatchObject({ givenBack: 700 });
    expect(await books.differencesOf(id)).toEqual([]);
  });
});
