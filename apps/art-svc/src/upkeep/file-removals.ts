import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockContent } from '../images/content-lock.js';
import { keysOfImage, printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';

const PAGE = 100;

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
  noteImages(images: readonly { id: string; mimeType: ImageMimeType }[], userId: string | null, manager: EntityManager): Promise<string[]> {
    return this.note(images.flatMap(({ id, mimeType }) => keysOfImage(id, mimeType)), userId, manager);
  }

  /** The same of print files, by their hashes; one that another item still needs stays in the end. */
  notePrints(hashes: readonly string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    return this.note(hashes.map(printKey), userId, manager);
  }

  /** Removes what was noted. Rejects where a file can't be removed: it stays noted. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.removeOne(key);
  }

  /** Resolves when every file noted for this person is gone, also those that another process is about to remove. */
  async removeOf(userId: string): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>('SELECT key FROM file_removals WHERE user_id = $1 ORDER BY key', [userId]);
    await this.remove(rows.map(({ key }) => key));
  }

  /** Removes what an earlier process noted and did not come to. */
  async removeForgotten(): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>(`SELECT key FROM file_removals WHERE since < now() - interval '10 seconds' ORDER BY since, key LIMIT ${PAGE}`);
    await this.remove(rows.map(({ key }) => key));
  }

  private async note(keys: string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    await manager.query('INSERT INTO file_removals (key, user_id) SELECT unnest($1::text[]), $2::uuid ON CONFLICT (key) DO UPDATE SET user_id = excluded.user_id', [keys, userId]);
    return keys;
  }

  private async removeOne(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Held from before the look to the end: who takes the last job of a file meanwhile waits, and notes it anew.
      const noted = await manager.query<unknown[]>('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
      if (noted.length === 0) return;
      if (!(await this.isNeeded(key, manager))) await this.store.remove(key);
      await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
    });
  }

  private async isNeeded(key: string, manager: EntityManager): Promise<boolean> {
    const sha256 = /^prints[\\/].*?([0-9a-f]{64})\.png$/.exec(key)?.[1];
    if (!sha256) return false;
    await lockContent(sha256, manager);
    const users = await manager.query<unknown[]>(`SELECT FROM print_jobs WHERE file->>'sha256' = $1 LIMIT 1`, [sha256]);
    return users.length > 0;
  }
}
