import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../../dev/stack/stack.ts';
import { listPayments, query, runChecks } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';

/** A purchase takes seconds. The time covers a drawing on a busy machine. */
const PURCHASE_TIMEOUT_MS = 2 * 60_000;
/** For the email, the print file and the order at the printer. */
const SETTLE_TIMEOUT_MS = 60_000;

type Violations = ReadonlyMap<string, number>;

async function findViolations({ databases }: Stack): Promise<Violations> {
  const checks = await runChecks(databases, await listPayments(databases));
  return new Map(checks.map(({ name, violations }) => [name, violations]));
}

/** Waits until everything follows from the payment that must. What an earlier purchase left is not this one's fault. */
async function waitForEffects(shop: Stack, before: Violations): Promise<void> {
  const end = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const worse = [...(await findViolations(shop))].filter(([name, found]) => found > (before.get(name) ?? 0));
    if (worse.length === 0) return;
    if (Date.now() > end)
      throw new Error(
        [
          `After the payment: ${worse.map(([name, found]) => `${found} ${name}`).join(', ')}`,
          ...(await listDeadLetters(shop)),
        ].join('\n'),
      );
    await delay(300);
  }
}

async function listDeadLetters({ databases }: Stack): Promise<string[]> {
  const found = await Promise.all(
    ['identity', 'catalog', 'art', 'orders', 'support'].map(async (name) => {
      const sql = 'SELECT type, reason FROM dead_letters WHERE resolved_at IS NULL ORDER BY died_at DESC LIMIT 3';
      const rows = await query<{ type: string; reason: string }>(databases[name as 'orders'], sql);
      return rows.map(({ type, reason }) => `${type} is a dead letter in ${name}: ${reason}`);
    }),
  );
  return found.flat();
}

/**
 * The purchases of one account in this shop: a newcomer registers, the account signs in, draws, buys and pays, and sees all its orders. Each throws
 * an Error that names the last call that failed and its answer.
 */
export function createBuyer(shop: Stack, photo: Buffer): () => Promise<void> {
  const account = { email: `versions-${randomUUID()}@example.com`, password: randomUUID() };
  let isRegistered = false;
  let orders = 0;
  return async () => {
    const before = await findViolations(shop);
    const stop = AbortSignal.timeout(PURCHASE_TIMEOUT_MS);
    const shopper = new Shopper(shop.url, stop, account);
    const newcomer = new Shopper(shop.url, stop);
    try {
      await newcomer.register();
      if (isRegistered) await shopper.signIn();
      else await shopper.register();
      isRegistered = true;
      await shopper.prepare(photo);
      await shopper.buyOne();
      const found = await shopper.countPaidOrders();
      if (found !== orders + 1) throw new Error(`The account has ${found} paid orders instead of ${orders + 1}`);
      orders = found;
    } catch (error) {
      const { lastCall, lastFailure = 'none' } = shopper.lastCall ? shopper : newcomer;
      const reason = stop.aborted ? `The purchase took more than ${PURCHASE_TIMEOUT_MS / 1000} s` : String(error);
      throw new Error(`${reason}\nThe last call: ${lastCall}\nThe last call that failed: ${lastFailure}`, {
        cause: error,
      });
    }
    await waitForEffects(shop, before);
  };
}
