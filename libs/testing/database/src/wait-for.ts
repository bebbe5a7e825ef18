import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  timeoutMs?: number;
  everyMs?: number;
}

/** Repeats `check` until it passes. Throws its last error after the timeout. */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25 }: WaitForOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

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
