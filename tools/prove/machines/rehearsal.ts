/** What the rehearsals of a dying machine have in common: customers buy, a machine dies, customers buy again, and SQL checks follow. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  checkHandledOnce,
  countWaitingEvents,
  installFaults,
  listPayments,
  runChecks,
  settle,
  type Check,
  type Databases,
} from '../kills/checks.ts';
import type { Stack } from '../../dev/stack/stack.ts';
import { Purchases } from './purchases.ts';

const RECOVERY_LIMIT_S = 60;
/** Then the rehearsal has failed, and its checks are of no interest. */
const GIVE_UP_MS = 5 * 60_000;
const BEFORE_MS = 20_000;
const AFTER_MS = 10_000;
/** Its outbox sends an event at once. */
const OLD_EVENT_SECONDS = 5;
/** Longer than an event needs to be old. */
const QUIET_MS = 15_000;

export const SHOP_ENV = { RATE_LIMIT_ENABLED: 'false', CHANGE_WINDOW_MINUTES: '0', SANDBOX_PRINTER_SPEED: '86400' };

/** A purchase needs no broker, so that events flow again is measured by itself. Returns the seconds until the last event had waited. */
async function measureEvents(databases: Databases, since: number): Promise<number> {
  let lastWaitedAt = since;
  while (Date.now() < since + GIVE_UP_MS) {
    if ((await countWaitingEvents(databases, OLD_EVENT_SECONDS)) > 0) lastWaitedAt = Date.now();
    else if (Date.now() - lastWaitedAt > QUIET_MS) return (lastWaitedAt - since) / 1_000;
    await delay(500);
  }
  return Infinity;
}

/** `die` ends the leader, `comeBack` starts it again while customers buy. */
export async function rehearseDeath(
  shop: Stack,
  { die, comeBack }: { die: () => Promise<void>; comeBack: () => Promise<void> },
): Promise<Check[]> {
  const { databases } = shop;
  const purchases = new Purchases(shop.url);
  await purchases.start();
  await installFaults(databases, true);
  await delay(BEFORE_MS);
  const before = purchases.count;
  const diedAt = Date.now();
  await die();
  const seconds = await purchases.measureRecovery(diedAt, GIVE_UP_MS);
  const eventSeconds = await measureEvents(databases, diedAt);
  await comeBack();
  await delay(AFTER_MS);
  await purchases.stop();
  const after = purchases.count - before;
  console.log(
    `  ${before} purchases before the death, ${after} after it; ${purchases.failedCalls} calls failed and were repeated; every customer had bought again after ${seconds.toFixed(1)} s, and no event waited after ${eventSeconds.toFixed(1)} s.`,
  );
  await settle(databases);
  return [
    { name: 'runs without a purchase before the death', violations: before > 0 ? 0 : 1 },
    {
      name: `recoveries that took longer than ${RECOVERY_LIMIT_S} s`,
      violations: Math.max(seconds, eventSeconds) <= RECOVERY_LIMIT_S ? 0 : 1,
    },
    ...(await runChecks(databases, await listPayments(databases))),
    await checkHandledOnce(databases),
  ];
}

/** Prints the checks and sets the exit code. */
export function report(checks: readonly Check[]): void {
  for (const { name, violations } of checks) console.log(`  ${violations === 0 ? '✓' : '✗'} ${violations} ${name}`);
  if (checks.some(({ violations }) => violations > 0)) process.exitCode = 1;
}
