import { rm } from 'node:fs/promises';

interface LocalCopy {
  /** Null where the file does not exist. */
  readonly path: Promise<string | null>;
  users: number;
}

/**
 * Local copies of remote files for code that needs a path. Concurrent users of one file share a copy, which is
 * deleted after the last of them. The number of copies is limited and further callers wait, so a caller that has a
 * copy must not request another: it could wait for ever.
 */
export class SharedLocalCopies {
  private readonly copies = new Map<string, LocalCopy>();
  private readonly waiting: (() => void)[] = [];
  private freeSlots: number;

  /** `download` writes the file of a key to a new local path, and leaves nothing behind where it rejects. */
  constructor(
    private readonly download: (key: string) => Promise<string | null>,
    maxCopies: number,
  ) {
    this.freeSlots = maxCopies;
  }

  async withLocalCopy<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null> {
    const copy = this.acquire(key);
    try {
      const path = await copy.path;
      return path === null ? null : await use(path);
    } finally {
      copy.users -= 1;
      if (copy.users === 0) await this.release(key, copy);
    }
  }

  private acquire(key: string): LocalCopy {
    const existing = this.copies.get(key);
    if (existing) {
      existing.users += 1;
      return existing;
    }
    const copy = { path: this.waitForSlot().then(() => this.download(key)), users: 1 };
    this.copies.set(key, copy);
    return copy;
  }

  private async release(key: string, { path }: LocalCopy): Promise<void> {
    this.copies.delete(key);
    try {
      const file = await path.catch(() => null);
      if (file !== null) await rm(file, { force: true });
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.freeSlots += 1;
    }
  }

  private waitForSlot(): Promise<void> {
    if (this.freeSlots > 0) {
      this.freeSlots -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
