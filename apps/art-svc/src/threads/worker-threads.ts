import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * An idle thread ends after this time and frees the 100 MB that it has after a drawing. A new thread must compile its
 * code again, so its first drawing takes twice as long; this time outlasts the pauses of a customer who looks,
 * chooses and pays.
 */
export const IDLE_MS = 120_000;

/**
 * Niceness on Linux (-20 to 19): next to a drawing or a request on the same core, a thread gets a quarter of the time.
 * On other systems it would slow the whole process.
 */
export const LOW_PRIORITY = process.platform === 'linux' ? 5 : 0;

/** Worker threads run the compiled files in `dist`, even when this process runs from source. */
export function workerFile(path: `${string}.worker.js`): string {
  return fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
}

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
