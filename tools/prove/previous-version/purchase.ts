import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../../dev/stack/stack.ts';
import { getErrorMessage } from '../../ops/shop/start-error.ts';
import { listPayments, runChecks } from '../kills/checks.ts';
import { Shopper } from '../kills/shopper.ts';
import { listWarnings } from './log-lines.ts';

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
      throw new Error(`After the payment: ${worse.map(([name, found]) => `${found} ${name}`).join(', ')}`);
    await delay(300);
  }
}

/**
 * The purchases of one account in this shop: a newcomer registers, the account signs in, draws, buys and pays, and sees all its orders. Each throws
 * an Error with the last call that failed, its answer, and what the services logged.
 */
export function createBuyer(shop: Stack, photo: Buffer): () => Promise<void> {
  const account = { email: `versions-${randomUUID()}@example.com`, password: randomUUID() };
  let isRegistered = false;
  let orders = 0;
  const buy = async (stop: AbortSignal): Promise<void> => {
    const shopper = new Shopper(shop.url, stop, account);
    const newcomer = new Shopper(shop.url, stop);
    try {
      await newcomer.register();
      if (isRegistered) await shopper.signIn();
      else await shopper.register();
      isRegistered = true;
      const known = await shopper.countPaidOrders();
      if (known < orders) throw new Error(`The account has ${known} paid orders instead of ${orders}`);
      await shopper.prepare(photo);
      await shopper.buyOne();
      orders = await shopper.countPaidOrders();
      if (orders === known) throw new Error(`The account still has ${known} paid orders`);
    } catch (error) {
      const { lastCall, lastFailure = 'none' } = shopper.lastCall ? shopper : newcomer;
      const reason = stop.aborted ? `The purchase took more than ${PURCHASE_TIMEOUT_MS / 1000} s` : String(error);
      throw new Error(`${reason}\nThe last call: ${lastCall}\nThe last call that failed: ${lastFailure}`, {
        cause: error,
      });
    }
  };
  return async () => {
    const startedAt = Date.now();
    const before = await findViolations(shop);
    try {
      await buy(AbortSignal.timeout(PURCHASE_TIMEOUT_MS));
      await waitForEffects(shop, before);
    } catch (error) {
      throw new Error([getErrorMessage(error), ...listWarnings(shop, startedAt)].join('\n'), { cause: error });
    }
  };
}
