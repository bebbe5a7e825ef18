import { pause } from './backoff.js';

/** Waits for `work`, at most `limitMs`. Returns whether it settled in time. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const end = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const isEnded = await Promise.race([ended, pause(limitMs, end.signal).then(() => false)]);
  end.abort();
  return isEnded;
}

/** Tracks running handlers, so that a shutdown can wait for them. */
export class InFlightDeliveries {
  private readonly running = new Set<Promise<unknown>>();

  track(work: Promise<unknown>): void {
    const entry = work.finally(() => this.running.delete(entry));
    entry.catch(() => undefined);
    this.running.add(entry);
  }

  /** Returns whether all settled in time. */
  waitForAll(limitMs: number): Promise<boolean> {
    return settlesWithin(Promise.allSettled([...this.running]), limitMs);
  }
}
