/** Limits how many jobs run at a time. Further callers wait in order. */
export class WorkerSlots {
  private readonly waiting: (() => void)[] = [];

  constructor(private freeSlots: number) {}

  /**
   * How many jobs a periodic search should bring: as many as can start at once, but at least one that waits. In a
   * busy service a slot is free for a moment only.
   */
  get slotsToFill(): number {
    return Math.max(1, this.freeSlots);
  }

  async runInSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.freeSlots > 0) this.freeSlots -= 1;
    else await new Promise<void>((start) => this.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.freeSlots += 1;
    }
  }
}
