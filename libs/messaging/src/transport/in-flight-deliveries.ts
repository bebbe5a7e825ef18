import { settlesWithin } from '@shop/jobs/retry';

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
