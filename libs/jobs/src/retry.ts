import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';

const INITIAL_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/** Waits for `ms`, or until `signal` is aborted. Never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/**
 * Repeats `work` with growing, randomized pauses (100 ms to 5 s) until it succeeds, or until `signal` is aborted (undefined).
 * For what must not be given up: connecting, and storing an outcome.
 */
export async function retryWithBackoff<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onFailure: (error: unknown, failures: number) => void,
): Promise<T | undefined> {
  let cause: unknown;
  // p-retry gives up after a TypeError, which a driver may throw for a broken connection.
  const attempt = () =>
    work().catch((error: unknown) => {
      cause = error;
      throw new Error('Failed', { cause: error });
    });
  try {
    return await pRetry(attempt, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: INITIAL_DELAY_MS,
      maxTimeout: MAX_DELAY_MS,
      randomize: true,
      signal,
      onFailedAttempt: ({ attemptNumber }) => onFailure(cause, attemptNumber),
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Waits for `work`, at most `limitMs`. Returns whether it settled in time. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const end = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, pause(limitMs, end.signal).then(() => false)]);
  end.abort();
  return isSettled;
}
