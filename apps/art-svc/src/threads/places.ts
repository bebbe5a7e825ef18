/** So many at a time; who comes when all places are taken waits for one, in turn. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** For whoever looks for work: as many as could begin at once, or one that waits its turn. A busy service has a place free for a moment only. */
  get toFill(): number {
    return Math.max(1, this.free);
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((enter) => this.waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
