import { randomUUID } from 'node:crypto';
import { eventually } from './eventually.ts';
import type { Operator } from './operator.ts';

/** `npm run events` against a running shop, whatever carries its events. */
export async function checkEventsCommand(operator: Operator): Promise<void> {
  const poison = await operator.poison();
  const line = new RegExp(
    `^(\\d{4}-\\S+Z)  \\S*order-svc\\.product\\.saved  ${poison}  product/poison  after 1: \\S.*\n1 dead letter\\.\n$`,
  );
  const listed = async (): Promise<string | undefined> =>
    line.exec((await operator.types('events', 'dead', 'list')).said)?.[1];
  const first = await eventually('the event to be set aside', listed);
  expect(await operator.types('events', 'dead', 'replay', randomUUID())).toEqual({
    how: 0,
    said: '0 put back into their queues.\n',
  });
  expect(await operator.types('events', 'dead', 'replay', poison)).toEqual({
    how: 0,
    said: '1 put back into their queues.\n',
  });
  const isAgain = async (): Promise<boolean> => ((await listed()) ?? first) > first; // it is no better than before
  await eventually('the event to be set aside once more', isAgain);

  await operator.query('orders', `UPDATE catalogue_products SET title = 'spoilt'`);
  expect(await operator.types('events', 'republish', 'product')).toEqual({
    how: 0,
    said: 'catalog-svc was asked to publish every product again.\n',
  });
  await eventually(
    'every product to have its title back',
    async () =>
      (await operator.query(`orders`, `SELECT 1 FROM catalogue_products WHERE title = 'spoilt'`)).length === 0,
  );
  expect(await operator.types('events', 'republish', 'unicorn')).toEqual({
    how: 1,
    said: expect.stringMatching(/^Nobody republishes "unicorn"\. Known: .*\bproduct\b/),
  });
}
