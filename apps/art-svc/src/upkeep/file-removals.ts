import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockContent } from '../images/content-lock.js';
import { keysOfImage, printKey } from '../images/image-keys.js';
import { ImageStore, reached } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';

const PAGE = 100;
/** A file is written, and its row kept, long before. */
const KEPT_BY_THEN = '1 hour';
const AGAIN_AFTER = '5 minutes';

/**
 * Files that have to go are written down in the transaction in which their rows go, and removed after it: whatever happens in between, a file
 * that was to be forgotten is.
 */
@Injectable()
export class FileRemovals {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
  ) {}

  /** Keys of these pictures' files, noted to be removed once the transaction is committed; `userId` where somebody's erasure waits for it. */
  noteImages(
    images: readonly { id: string; mimeType: ImageMimeType }[],
    userId: string | null,
    manager: EntityManager,
  ): Promise<string[]> {
    return this.note(
      images.flatMap(({ id, mimeType }) => keysOfImage(id, mimeType)),
      userId,
      manager,
    );
  }

  /** The same of print files, by their hashes; one that another item still needs stays in the end. */
  notePrints(hashes: readonly string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    return this.note(hashes.map(printKey), userId, manager);
  }

  /**
   * Notes a file that is about to be written: should the process die before the row that names it is kept, it goes by itself. Whoever keeps the
   * row calls `forget` in its transaction. A file that was to go anyway stays noted as it is. The version before this one may run beside it: it
   * knows `since` only, and removes what was noted ten seconds ago.
   */
  async noteAhead(key: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO file_removals (key, since, due_at) VALUES ($1, now() + interval '${KEPT_BY_THEN}', now() + interval '${KEPT_BY_THEN}') ON CONFLICT (key) DO NOTHING`,
      [key],
    );
  }

  /** The file stays. After what else the transaction locks, or two that keep and remove the same content would wait for each other. */
  async forget(key: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
  }

  /** Removes what was noted, also behind a file that can't be removed. Rejects where there was one, and at once where the store is away: it stays noted. */
  async remove(keys: readonly string[]): Promise<void> {
    const stuck: unknown[] = [];
    for (const key of keys) {
      await this.removeOne(key).catch(async (error: unknown) => {
        stuck.push(error);
        await this.putOff(key);
      });
    }
    if (stuck.length > 0)
      throw new AggregateError(stuck, `${stuck.length} of ${keys.length} files could not be removed`);
  }

  /** Resolves when every file noted for this person is gone, also those that another process is about to remove. */
  async removeOf(userId: string): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      'SELECT key FROM file_removals WHERE user_id = $1 ORDER BY key',
      [userId],
    );
    await this.remove(rows.map(({ key }) => key));
  }

  /** Removes what an earlier process noted and did not come to. */
  async removeForgotten(): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      `SELECT key FROM file_removals WHERE due_at < now() ORDER BY due_at, key LIMIT ${PAGE}`,
    );
    await this.remove(rows.map(({ key }) => key));
  }

  private async note(keys: string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    await manager.query(
      'INSERT INTO file_removals (key, user_id) SELECT unnest($1::text[]), $2::uuid ON CONFLICT (key) DO UPDATE SET user_id = excluded.user_id, since = excluded.since, due_at = excluded.due_at',
      [keys, userId],
    );
    return keys;
  }

  /** What can't be removed is not among the next that are, or a hundred such would keep all others from their turn. Rejects where the store itself is away. */
  private async putOff(key: string): Promise<void> {
    await reached(() => this.store.check());
    await this.dataSource.query(`UPDATE file_removals SET due_at = now() + interval '${AGAIN_AFTER}' WHERE key = $1`, [
      key,
    ]);
  }

  private async removeOne(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const sha256 = /^prints[\\/].*?([0-9a-f]{64})\.png$/.exec(key)?.[1];
      // Before the note: who keeps this content takes the two in this order.
      if (sha256) await lockContent(sha256, manager);
      // Held from before the look to the end: who takes the last job of a file meanwhile waits, and notes it anew.
      const noted = await manager.query<unknown[]>('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
      if (noted.length === 0) return;
      if (!sha256 || !(await isPrinted(sha256, manager))) await this.store.remove(key);
      await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
    });
  }
}

async function isPrinted(sha256: string, manager: EntityManager): Promise<boolean> {
  const users = await manager.query<unknown[]>(`SELECT FROM print_jobs WHERE file->>'sha256' = $1 LIMIT 1`, [sha256]);
  return users.length > 0;
}
