const INITIAL_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

/** 100 ms, 200 ms, … up to 5 s, ±25 % so that many processes do not retry at the same moment. */
export function backoffMs(failures: number): number {
  const base = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** Math.min(failures, 10));
  return base * (0.75 + Math.random() * 0.5);
}

/** Waits for `ms`, or until `signal` is aborted. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Repeats `work` with back-off until it succeeds, or until `signal` is aborted (undefined). */
export async function retryWithBackoff<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onFailure: (error: unknown, failures: number) => void,
): Promise<T | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await work();
    } catch (error) {
      onFailure(error, failures + 1);
      await pause(backoffMs(failures), signal);
    }
  }
  return undefined;
}
