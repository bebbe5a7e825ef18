import { rm } from 'node:fs/promises';
import { Semaphore } from 'async-mutex';

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
  private readonly slots: Semaphore;

  /** `download` writes the file of a key to a new local path, and leaves nothing behind where it rejects. */
  constructor(
    private readonly download: (key: string) => Promise<string | null>,
    maxCopies: number,
  ) {
    this.slots = new Semaphore(maxCopies);
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
    const copy = { path: this.slots.acquire().then(() => this.download(key)), users: 1 };
    this.copies.set(key, copy);
    return copy;
  }

  private async release(key: string, { path }: LocalCopy): Promise<void> {
    this.copies.delete(key);
    try {
      const file = await path.catch(() => null);
      if (file !== null) await rm(file, { force: true });
    } finally {
      this.slots.release();
    }
  }
}
