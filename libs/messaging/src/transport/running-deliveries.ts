import { pause } from './backoff.js';
import { STOP_LIMIT_MS } from './event-transport.js';

/** Counts the handlers that run, so that a stop can wait for them. */
export class RunningDeliveries {
  private readonly running = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    const entry = work.finally(() => this.running.delete(entry));
    entry.catch(() => undefined);
    this.running.add(entry);
    return entry;
  }

  /** Resolves when all have ended, or after STOP_LIMIT_MS. */
  async settled(): Promise<void> {
    const end = new AbortController();
    await Promise.race([Promise.allSettled([...this.running]), pause(STOP_LIMIT_MS, end.signal)]);
    end.abort();
  }
}
