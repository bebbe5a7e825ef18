import { rm } from 'node:fs/promises';

interface Borrowed {
  /** Null where there is no such file. */
  readonly path: Promise<string | null>;
  users: number;
}

/**
 * Local copies of what lies elsewhere, for those who need a path: many who need the same file at a time share one, and it goes with the last of
 * them. Of different files there are so many at a time, and whoever needs one more waits; so nobody who has one may ask for another.
 */
export class BorrowedFiles {
  private readonly borrowed = new Map<string, Borrowed>();
  private readonly waiting: (() => void)[] = [];
  private free: number;

  /** `fetch` puts the file of a key somewhere of its own, and leaves nothing where it rejects. */
  constructor(
    private readonly fetch: (key: string) => Promise<string | null>,
    most: number,
  ) {
    this.free = most;
  }

  async use<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null> {
    const borrowed = this.borrow(key);
    try {
      const path = await borrowed.path;
      return path === null ? null : await work(path);
    } finally {
      borrowed.users -= 1;
      if (borrowed.users === 0) await this.giveBack(key, borrowed);
    }
  }

  private borrow(key: string): Borrowed {
    const known = this.borrowed.get(key);
    if (known) {
      known.users += 1;
      return known;
    }
    const borrowed = { path: this.turn().then(() => this.fetch(key)), users: 1 };
    this.borrowed.set(key, borrowed);
    return borrowed;
  }

  private async giveBack(key: string, { path }: Borrowed): Promise<void> {
    this.borrowed.delete(key);
    try {
      const file = await path.catch(() => null);
      if (file !== null) await rm(file, { force: true });
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
