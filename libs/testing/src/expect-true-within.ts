import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asserts that `check` is true for every check that starts later than `ms` from now. The duration of a check and the delays before
 * it do not count, so that a busy machine does not fail the test.
 */
export async function expectTrueWithin(ms: number, check: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const checkedAfterMs = performance.now() - startedAt;
    if (await check()) return;
    if (checkedAfterMs > ms)
      throw new Error(`The condition is still false after ${Math.round(checkedAfterMs)} ms. The limit is ${ms} ms.`);
    await delay(25);
  }
}
