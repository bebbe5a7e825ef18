import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ReleaseFault } from './release.rules.js';
import { createTooLargeError, type StoredKey, type WritableReleaseStore } from './release-store.js';

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};

/** False if the file is there. */
async function createFile(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A change takes a few milliseconds. */
const LOCK_MS = 10_000;
const LOCK_POLL_MS = 20;

/** Released files in a folder. */
export class FolderReleases implements WritableReleaseStore {
  constructor(
    readonly address: string,
    private readonly lockMs = LOCK_MS,
  ) {}

  async readFile(key: string, maxBytes: number): Promise<Buffer | null> {
    const file = await open(this.getPath(key)).catch(nullIfMissing);
    if (!file) return null;
    try {
      const { size } = await file.stat();
      if (size > maxBytes) throw createTooLargeError(key, maxBytes);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Safe against a power cut: writes another file, syncs it, then renames it. */
  async writeFile(key: string, content: Uint8Array): Promise<void> {
    const path = this.getPath(key);
    const unfinished = `${path}.${randomUUID()}.unfinished`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const file = await open(unfinished, 'wx', 0o644);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** Under a lock file. One that a killed process left is not removed here: two processes could do so at once. */
  async changeFile(key: string, maxBytes: number, change: (before: Buffer | null) => Uint8Array | null): Promise<void> {
    if (!change(await this.readFile(key, maxBytes))) return;
    const lock = `${this.getPath(key)}.lock`;
    await mkdir(dirname(lock), { recursive: true });
    const until = Date.now() + this.lockMs;
    while (!(await createFile(lock))) {
      if (Date.now() > until)
        throw new ReleaseFault(`${key} is being changed. If no release runs, one was interrupted: remove ${lock}`);
      await delay(LOCK_POLL_MS);
    }
    try {
      const after = change(await this.readFile(key, maxBytes));
      if (after) await this.writeFile(key, after);
    } finally {
      await rm(lock, { force: true });
    }
  }

  async listFiles(prefix: string): Promise<StoredKey[]> {
    const entries = await readdir(this.getPath(prefix), { recursive: true, withFileTypes: true }).catch(nullIfMissing);
    const paths = (entries ?? [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const files = await Promise.all(
      paths.map(async (path): Promise<StoredKey[]> => {
        // A file may be removed in between.
        const stats = await stat(path).catch(nullIfMissing);
        return stats ? [{ key: relative(this.address, path).split(sep).join('/'), changedAt: stats.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }

  async removeFile(key: string): Promise<void> {
    const path = this.getPath(key);
    await rm(path, { force: true });
    // Fails while other files are there.
    for (let folder = dirname(path); folder.length > this.address.length; folder = dirname(folder))
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        return;
  }

  close(): void {}

  getPath(key: string): string {
    return join(this.address, key);
  }
}
