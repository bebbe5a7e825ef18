/**
 * `npm run prove:previous-version`: during a deployment the previous version still runs on the new version's databases.
 * This builds the previous version, lets each version serve the shop in turn on one data folder, and buys with both.
 *   --commit=REF   the previous version (default: `config.previousVersion` in package.json, absent before the first release)
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { drawnPet } from '../bench/photo.ts';
import { Shopper } from '../kills/shopper.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { readPreviousVersion, visitVersions } from './versions.ts';

/** A purchase takes seconds. The time covers a drawing on a busy machine. */
const PURCHASE_TIMEOUT_MS = 5 * 60_000;

const photo = await drawnPet().resize(1200).jpeg().toBuffer();
const account = { email: `versions-${randomUUID()}@example.com`, password: randomUUID() };

/** Each purchase is a paid order of the account. Both versions see the orders of the other one. */
const buyAndCount =
  (enter: (shopper: Shopper) => Promise<void>, expectedOrders: number) =>
  async (origin: string): Promise<void> => {
    const shopper = new Shopper(origin, AbortSignal.timeout(PURCHASE_TIMEOUT_MS), account);
    await enter(shopper);
    await shopper.prepare(photo);
    await shopper.buyOne();
    const orders = await shopper.countPaidOrders();
    if (orders !== expectedOrders)
      throw new Error(`The account has ${orders} paid orders instead of ${expectedOrders}`);
  };

const { values } = parseArgs({ options: { commit: { type: 'string' } } });
const commit = values.commit ?? (await readPreviousVersion(PROJECT_ROOT));
if (commit === undefined) console.log('No version was released before this one, so there is nothing to prove.');
else
  await visitVersions(PROJECT_ROOT, commit, {
    first: {
      name: 'this version creates the databases, an account and an order',
      visit: buyAndCount((shopper) => shopper.register(), 1),
    },
    previous: {
      name: `the previous version (${commit.slice(0, 8)}) signs in, buys and pays`,
      visit: buyAndCount((shopper) => shopper.signIn(), 2),
    },
    last: { name: 'this version goes on with both orders', visit: buyAndCount((shopper) => shopper.signIn(), 3) },
  });
