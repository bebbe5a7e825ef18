import { setTimeout as delay } from 'node:timers/promises';

/**
 * Holds the shop to a promise of time: what is asked for later than `ms` from now on is so. How long an answer itself is on its way does
 * not count, nor do the turns before: a busy machine breaks no promise. Throws an Error where an answer asked for after that is not so.
 */
export async function expectTrueWithin(ms: number, check: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const checkedAfterMs = performance.now() - startedAt;
    if (await check()) return;
    if (checkedAfterMs > ms)
      throw new Error(`Asked for after ${Math.round(checkedAfterMs)} ms it is still not so; ${ms} ms are promised`);
    await delay(25);
  }
}
