/** Who waits. Customers of one network share its turns, because a new guest session costs nothing. */
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
  start(): void;
  reject(error: Error): void;
}

const isOfNetwork = (network: string) => (entry: Entry) => entry.network === network;
const isOfOwner = (owner: string) => (entry: Entry) => entry.owner === owner;

/**
 * Runs work of many customers in turns: the network that was served least recently comes next, within it the customer that was served
 * least recently, and of a customer the work that came first, one at a time. So whoever sends much waits for their own work, and a newcomer waits
 * only until there is room. Nothing overtakes the next work while it waits for room, so heavy work starts too.
 */
export class FairQueue {
  private readonly waiting: Entry[] = [];
  private readonly running = new Set<Entry>();
  /** Turn of the last start, for networks and owners that have work here. */
  private readonly lastTurns = new Map<string, number>();
  private turn = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /** Rejects as `work` does, or with an error of the options where the work does not start. */
  async run<Result>({ owner, network }: Requester, weight: number, work: () => Promise<Result>): Promise<Result> {
    const entry = await this.waitForTurn(owner, network ?? owner, weight);
    try {
      return await work();
    } finally {
      this.running.delete(entry);
      this.forgetIdle(entry);
      this.startNext();
    }
  }

  private waitForTurn(owner: string, network: string, weight: number): Promise<Entry> {
    const { maxWaiting, maxWaitingPerOwner, maxWaitMs, errors } = this.options;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.reject(entry, errors.busy()), maxWaitMs);
      const entry: Entry = {
        owner,
        network,
        weight,
        start: () => {
          clearTimeout(timeout);
          resolve(entry);
        },
        reject: (error) => {
          clearTimeout(timeout);
          reject(error);
        },
      };
      this.waiting.push(entry);
      if (this.waiting.filter(isOfOwner(owner)).length > maxWaitingPerOwner)
        this.reject(entry, errors.tooManyOfOwner());
      this.startNext();
      if (this.waiting.length > maxWaiting) this.reject(this.findNewestOfLargestNetwork(), errors.busy());
    });
  }

  private startNext(): void {
    for (let next = this.findNext(); next && this.hasRoom(next); next = this.findNext()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running.add(next);
      this.turn++;
      this.lastTurns.set(`network ${next.network}`, this.turn).set(`owner ${next.owner}`, this.turn);
      next.start();
    }
  }

  private findNext(): Entry | undefined {
    const busyOwners = new Set([...this.running].map(({ owner }) => owner));
    const getTurn = (key: string): number => this.lastTurns.get(key) ?? 0;
    // The sort is stable, so work of one customer stays in its order.
    return this.waiting
      .filter(({ owner }) => !busyOwners.has(owner))
      .sort(
        (a, b) =>
          getTurn(`network ${a.network}`) - getTurn(`network ${b.network}`) ||
          getTurn(`owner ${a.owner}`) - getTurn(`owner ${b.owner}`),
      )[0];
  }

  private hasRoom({ weight }: Entry): boolean {
    const used = [...this.running].reduce((sum, entry) => sum + entry.weight, 0);
    return used === 0 || used + weight <= this.options.capacity;
  }

  private findNewestOfLargestNetwork(): Entry {
    const sizes = this.waiting.map((entry) => this.waiting.filter(isOfNetwork(entry.network)).length);
    return this.waiting[sizes.lastIndexOf(Math.max(...sizes))]!;
  }

  private reject(entry: Entry, error: Error): void {
    const index = this.waiting.indexOf(entry);
    if (index === -1) return;
    this.waiting.splice(index, 1);
    this.forgetIdle(entry);
    entry.reject(error);
  }

  private forgetIdle({ owner, network }: Entry): void {
    const all = [...this.waiting, ...this.running];
    if (!all.some(isOfNetwork(network))) this.lastTurns.delete(`network ${network}`);
    if (!all.some(isOfOwner(owner))) this.lastTurns.delete(`owner ${owner}`);
  }
}
