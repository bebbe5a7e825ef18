/** The customer that work belongs to. Customers of one network share its turns, because a new guest session costs nothing. */
export interface Requester {
  readonly owner: string;
  /** Null where it is unknown: the owner counts as a network of their own. */
  readonly network: string | null;
}

export interface FairQueueOptions {
  /** Sum of the weights that run at a time. Work that is heavier runs alone. */
  readonly capacity: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerOwner: number;
  /** Work that has not started by then is rejected. */
  readonly maxWaitMs: number;
  readonly errors: {
    /** The queue is full, or the work has waited too long. */
    busy(): Error;
    tooManyOfOwner(): Error;
  };
}

interface Entry {
  readonly owner: string;
  readonly network: string;
  readonly weight: number;
  readonly turn: PromiseWithResolvers<void>;
}

const toKeys = ({ owner, network }: Entry): string[] => [`network ${network}`, `owner ${owner}`];

/**
 * Runs work of many customers in turns. The network that was served least recently comes next, in it the customer that was served least
 * recently, of a customer the oldest work. A customer's work runs one at a time. Nothing overtakes the next work while it waits for
 * room, so heavy work starts too.
 */
export class FairQueue {
  private readonly waiting: Entry[] = [];
  private readonly running = new Set<Entry>();
  /** Number of the last start, for networks and owners that have work here. */
  private readonly lastStarts = new Map<string, number>();
  private starts = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /** Rejects as `work` does, or with an error of the options where the work does not start. */
  async run<Result>({ owner, network }: Requester, weight: number, work: () => Promise<Result>): Promise<Result> {
    const entry: Entry = { owner, network: network ?? owner, weight, turn: Promise.withResolvers() };
    try {
      await this.waitForTurn(entry);
      return await work();
    } finally {
      this.running.delete(entry);
      this.forgetIdle();
      this.startNext();
    }
  }

  private async waitForTurn(entry: Entry): Promise<void> {
    const { maxWaiting, maxWaitingPerOwner, maxWaitMs, errors } = this.options;
    const timeout = setTimeout(() => this.reject(entry, errors.busy()), maxWaitMs);
    this.waiting.push(entry);
    if (this.waiting.filter(({ owner }) => owner === entry.owner).length > maxWaitingPerOwner)
      this.reject(entry, errors.tooManyOfOwner());
    this.startNext();
    if (this.waiting.length > maxWaiting) this.reject(this.findNewestOfLargestNetwork(), errors.busy());
    await entry.turn.promise.finally(() => clearTimeout(timeout));
  }

  private startNext(): void {
    for (let next = this.findNext(); next && this.hasRoom(next); next = this.findNext()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running.add(next);
      this.starts += 1;
      for (const key of toKeys(next)) this.lastStarts.set(key, this.starts);
      next.turn.resolve();
    }
  }

  private findNext(): Entry | undefined {
    const busyOwners = new Set([...this.running].map(({ owner }) => owner));
    const lastStart = (key: string): number => this.lastStarts.get(key) ?? 0;
    const compare = (a: Entry, b: Entry): number => {
      const [ofA, ofB] = [toKeys(a).map((key) => lastStart(key)), toKeys(b).map((key) => lastStart(key))];
      return ofA[0]! - ofB[0]! || ofA[1]! - ofB[1]!;
    };
    // The sort is stable, so work of one customer stays in its order.
    return this.waiting.filter(({ owner }) => !busyOwners.has(owner)).sort(compare)[0];
  }

  private hasRoom({ weight }: Entry): boolean {
    const used = [...this.running].reduce((sum, entry) => sum + entry.weight, 0);
    return used === 0 || used + weight <= this.options.capacity;
  }

  private findNewestOfLargestNetwork(): Entry {
    const sizes = this.waiting.map(({ network }) => this.waiting.filter((entry) => entry.network === network).length);
    return this.waiting[sizes.lastIndexOf(Math.max(...sizes))]!;
  }

  private reject(entry: Entry, error: Error): void {
    const index = this.waiting.indexOf(entry);
    if (index === -1) return;
    this.waiting.splice(index, 1);
    entry.turn.reject(error);
  }

  private forgetIdle(): void {
    const inUse = new Set([...this.waiting, ...this.running].flatMap(toKeys));
    for (const key of this.lastStarts.keys()) if (!inUse.has(key)) this.lastStarts.delete(key);
  }
}
