import type { FoundDifferences } from '@shop/contracts/order';
import { eventually } from '@shop/testing';
import { TellDifferences } from '../src/money/tell-differences.js';
import { BackOffice } from './admin.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';
import { KEEP_TOLD } from './told-events.js';

const REFUSED = 'Printful refused this order.';
const DOWN = 'The printer does not answer.';

let shop: Shop;
const orders = new HeldOrders(() => shop);
const office = new BackOffice(() => shop);
beforeEach(async () => {
  // Nobody prints, and nobody looks, but the test.
  shop = await Shop.open({ env: { FULFILMENT_INTERVAL_MS: '3600000' } });
  await shop.rows(KEEP_TOLD);
});
afterEach(() => shop.close());

const look = (service = shop.service): Promise<void> => service.get(TellDifferences).run();

async function told(): Promise<FoundDifferences[]> {
  const rows = await shop.rows(
    `SELECT envelope->'data' AS data FROM told WHERE envelope->>'type' = 'money-differences.found' ORDER BY envelope->>'time'`,
  );
  return rows.map(({ data }) => data as FoundDifferences);
}

/** The clock goes on by so many minutes, as far as letters are concerned. */
const wait = (minutes: number) =>
  shop.rows(
    'UPDATE told_differences SET told_at = told_at - make_interval(mins => $1), gone_since = gone_since - make_interval(mins => $1)',
    [minutes],
  );

const put = ({ id }: HeldOrder, change: string) =>
  shop.rows(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);
const delay = (order: HeldOrder, reason: string) =>
  put(order, `state = 'waiting', due_at = now() + interval '1 hour', reason = '${reason}'`);
const mend = (order: HeldOrder) => put(order, `reason = NULL`);

async function delayed(reason: string): Promise<HeldOrder & { number: string }> {
  const order = await orders.make();
  await orders.drawFiles(order);
  await delay(order, reason);
  return { ...order, number: (await office.detail(order.id)).orderNumber };
}

/** So many payments that belong to no order. */
const stray = (count: number, name: string) =>
  shop.rows(
    `INSERT INTO money_facts (provider, intent_id, kind, reference, amount_cents, currency, happened_at)
     SELECT 'sandbox', $2 || n, 'succeeded', $2 || n, 100, 'usd', now() - n * interval '1 minute' FROM generate_series(1, $1::int) n`,
    [count, name],
  );

describe('the admins are told', () => {
  it('of a print job that was refused, once, with the reason and without what the printer said of the customer', async () => {
    const { number } = await delayed(`${REFUSED} It says: Pat Doe, 1 Main St is no address`);
    for (let looks = 1; looks <= 3; looks += 1) await look();
    await wait(16);
    await look();
    expect(await told()).toEqual([
      {
        count: 1,
        newest: [
          { orderNumber: number, sentence: `Order ${number} is paid, and not with the printer yet: ${REFUSED}` },
        ],
      },
    ]);
    expect(await shop.rows('SELECT reason FROM told_differences')).toEqual([{ reason: REFUSED }]);
    expect((await office.money()).differences).toMatchObject([{ sentence: expect.stringContaining('1 Main St') }]);
  });

  it('again where it was mended and came back', async () => {
    const order = await delayed(REFUSED);
    await look();
    await mend(order);
    await look();
    await wait(16);
    await look();
    expect(await shop.rows('SELECT FROM told_differences')).toEqual([]);
    await delay(order, REFUSED);
    await look();
    expect(await told()).toHaveLength(2);
  });

  it('again where it came back between two looks that are far apart', async () => {
    const order = await delayed(REFUSED);
    await look();
    await mend(order);
    await look();
    await wait(16);
    await delay(order, REFUSED);
    await look();
    expect(await told()).toHaveLength(2);
  });

  it('not again after each try, during which it is no difference', async () => {
    const order = await delayed(DOWN);
    await look();
    for (let tries = 1; tries <= 3; tries += 1) {
      await put(order, 'due_at = now()');
      expect((await office.money()).differences).toEqual([]);
      await look();
      await wait(10);
      await delay(order, DOWN);
      await look();
    }
    expect(await told()).toHaveLength(1);
  });

  it('again where there is another reason', async () => {
    const order = await delayed(DOWN);
    await look();
    await wait(16);
    await delay(order, `${REFUSED} It says: no such variant`);
    await look();
    await wait(16);
    await delay(order, `${REFUSED} It says: no such variant (request 2)`);
    await look();
    expect((await told()).map(({ newest }) => newest[0]?.sentence.split(': ')[1])).toEqual([DOWN, REFUSED]);
  });

  it('once, by two instances that look at the same time', async () => {
    await delayed(REFUSED);
    const other = await shop.secondInstance();
    try {
      await Promise.all([look(), look(other), look(), look(other)]);
      await Promise.all([look(other), look()]);
      expect(await told()).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('later, where telling them broke off', async () => {
    await delayed(REFUSED);
    await shop.rows(
      `CREATE FUNCTION break_off() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$ LANGUAGE plpgsql`,
    );
    await shop.rows('CREATE TRIGGER break_off AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION break_off()');
    await expect(look()).rejects.toThrow('broken off');
    await shop.rows('DROP TRIGGER break_off ON outbox');
    expect(await told()).toEqual([]);
    await look();
    expect(await told()).toMatchObject([{ count: 1 }]);
  });

  it('of thirty at once with one event, which holds the newest twenty as the Money card has them', async () => {
    await stray(30, 'pi_');
    await look();
    await look();
    const { differences } = await office.money();
    expect(await told()).toEqual([
      { count: 30, newest: differences.slice(0, 20).map(({ sentence }) => ({ orderNumber: null, sentence })) },
    ]);
  });

  it('of what comes within a quarter of an hour together, when that is over', async () => {
    await stray(1, 'pi_first_');
    await look();
    await stray(2, 'pi_second_');
    await look();
    await wait(14);
    await stray(3, 'pi_third_');
    await look();
    expect(await told()).toMatchObject([{ count: 1 }]);
    await wait(1);
    await look();
    expect(await told()).toMatchObject([{ count: 1 }, { count: 5 }]);
  });

  it('not sooner than that where what they were told of is mended', async () => {
    const order = await delayed(REFUSED);
    await look();
    await mend(order);
    await look();
    await stray(1, 'pi_');
    await wait(14);
    await look();
    expect(await told()).toHaveLength(1);
    await wait(1);
    await look();
    expect(await told()).toHaveLength(2);
  });

  it('once of two differences that are one, such as two payments of one order that are not its total', async () => {
    const { id } = await orders.make();
    await shop.rows(
      `UPDATE orders SET status = 'created', payment_status = 'pending', mismatch_seen_at = now(), total_cents = 1, subtotal_cents = 1 WHERE id = $1`,
      [id],
    );
    await shop.rows(
      `INSERT INTO money_facts (order_id, provider, intent_id, kind, reference, amount_cents, currency, happened_at) VALUES ($1, 'sandbox', 'pi_again', 'succeeded', 'pi_again', 200, 'usd', now())`,
      [id],
    );
    expect((await office.money()).differences.filter(({ kind }) => kind === 'amount-differs')).toHaveLength(2);
    await look();
    expect((await told())[0]?.newest.filter(({ sentence }) => sentence.includes('was paid for order'))).toHaveLength(1);
  });

  it('by itself, every so often', async () => {
    await stray(1, 'pi_');
    const other = await shop.secondInstance({ ALARM_INTERVAL_MS: '20' });
    try {
      await eventually(async () => expect(await told()).toMatchObject([{ count: 1 }]));
    } finally {
      await other.stop();
    }
  });
});
