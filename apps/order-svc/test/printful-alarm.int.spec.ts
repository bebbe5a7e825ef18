import { eventually } from '@shop/testing';
import { TellDifferences } from '../src/money/tell-differences.js';
import { PrintfulShop } from './printful-shop.js';
import { KEEP_TOLD } from './told-events.js';

/** An outage is an alarm from this try on. */
const LAST_TRY = 4;

let world: PrintfulShop;
beforeAll(async () => {
  world = await PrintfulShop.open();
  await world.shop.rows(KEEP_TOLD);
});
afterAll(() => world.close());

const look = () => world.shop.service.get(TellDifferences).run();
const told = () =>
  world.shop.rows(`SELECT envelope->'data' AS data FROM told WHERE envelope->>'type' = 'money-differences.found'`);

it('a printer that is down is tried again, then the admins are told once of all that waits for it, and everything is printed when it is back', async () => {
  world.printful.outage = { status: 503, words: 'Down' };
  const orders = [await world.dueOrder(), await world.dueOrder(), await world.dueOrder()];
  for (let attempt = 1; attempt <= LAST_TRY; attempt += 1) {
    for (const order of orders)
      await eventually(async () =>
        expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'waiting', attempts: attempt }]),
      );
    if (attempt === LAST_TRY) break;
    await look();
    for (const order of orders) await world.tryNow(order);
  }
  expect(await told()).toEqual([]);
  await look();
  const sentence = expect.stringMatching(
    /^Order PA-\w+ is paid, and not with the printer yet: The printer does not answer\.$/,
  ) as string;
  expect(await told()).toMatchObject([{ data: { count: 3, newest: [{ sentence }, { sentence }, { sentence }] } }]);

  world.printful.outage = null;
  for (const order of orders) await world.tryNow(order);
  for (const order of orders) await world.isStatus(order, 'processing');
  expect(orders.map(({ id }) => world.printful.find(id)?.status)).toEqual(['pending', 'pending', 'pending']);
  await look();
  await world.shop.rows(`UPDATE told_differences SET gone_since = gone_since - interval '16 minutes'`);
  await look();
  expect(await world.shop.rows('SELECT FROM told_differences')).toEqual([]);
  expect(await told()).toHaveLength(1);
});
