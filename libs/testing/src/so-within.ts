import { setTimeout as delay } from 'node:timers/promises';

/**
 * Holds the shop to a promise of time: what is asked for later than `ms` from now on is so. How long an answer itself is on its way does
 * not count, nor do the turns before: a busy machine breaks no promise. Throws an Error where an answer asked for after that is not so.
 */
export async function soWithin(ms: number, isSo: () => Promise<boolean>): Promise<void> {
  const since = performance.now();
  for (;;) {
    const askedAfterMs = performance.now() - since;
    if (await isSo()) return;
    if (askedAfterMs > ms)
      throw new Error(`Asked for after ${Math.round(askedAfterMs)} ms it is still not so; ${ms} ms are promised`);
    await delay(25);
  }
}
