import { setTimeout } from 'node:timers/promises';

/** Waits for work that continues after the timeout. Rejects as the work does, or with `timedOut()` after `waitMs`. */
export async function waitForWork<T>(work: Promise<T>, waitMs: number, timedOut: () => Error): Promise<T> {
  const cancelTimeout = new AbortController();
  const timeout = setTimeout(waitMs, undefined, { signal: cancelTimeout.signal }).then(
    (): never => {
      throw timedOut();
    },
    // Only a cancelled timeout rejects, after the race has ended.
    () => work,
  );
  return Promise.race([work, timeout]).finally(() => cancelTimeout.abort());
}
