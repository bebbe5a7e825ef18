import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockPrintFile } from '../images/print-file-lock.js';
import { compositionPreviewKey, cutOutKey, listImageKeys, printKey } from '../images/image-keys.js';
import { ImageStore, wrapStoreErrors } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';

const PAGE_SIZE = 100;
/** By then the row of a file that is being written is committed or will never be. */
const WRITE_TIMEOUT = '1 hour';
const RETRY_AFTER = '5 minutes';

/**
 * Schedules the deletion of files in the transaction that deletes their rows, and deletes them after the commit. A
 * crash in between loses no deletion.
 */
@Injectable()
export class FileRemovalsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
  ) {}

  /**
   * Deletes pictures that the transaction has locked (`FOR UPDATE`), schedules all their files and returns their keys.
   * `userId` is set where that customer's erasure waits for the files.
   */
  async deleteImages(
    images: readonly { id: string; mimeType: ImageMimeType }[],
    userId: string | null,
    manager: EntityManager,
  ): Promise<string[]> {
    const ids = images.map(({ id }) => id);
    // The locks prevent further rows of these pictures.
    const cutOuts = await manager.query<{ id: string }[]>('SELECT id FROM cut_outs WHERE image_id = ANY($1)', [ids]);
    const previews = await manager.query<{ imageId: string; styleKey: string; composition: string }[]>(
      'SELECT image_id AS "imageId", style_key AS "styleKey", composition FROM composition_previews WHERE image_id = ANY($1)',
      [ids],
    );
    await manager.query('DELETE FROM images WHERE id = ANY($1)', [ids]);
    const keys = [
      ...images.flatMap(({ id, mimeType }) => listImageKeys(id, mimeType)),
      ...cutOuts.map(({ id }) => cutOutKey(id)),
      ...previews.map(({ imageId, styleKey, composition }) => compositionPreviewKey(imageId, styleKey, composition)),
    ];
    return this.schedule(keys, userId, manager);
  }

  /** Schedules single files whose rows the transaction deletes. */
  async scheduleFiles(keys: readonly string[], manager: EntityManager): Promise<void> {
    await this.schedule(keys, null, manager);
  }

  /** Schedules print files by their hashes. A file that another order item still uses is not deleted in the end. */
  schedulePrints(hashes: readonly string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    return this.schedule(hashes.map(printKey), userId, manager);
  }

  /**
   * Schedules a file before it is written, so that the cleanup deletes it if the process dies before the file's row
   * is committed. The transaction that inserts the row calls `cancelRemoval`. An existing schedule stays as it is.
   */
  async scheduleUnlessSaved(key: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO file_removals (key, due_at) VALUES ($1, now() + interval '${WRITE_TIMEOUT}') ON CONFLICT (key) DO NOTHING`,
      [key],
    );
  }

  /**
   * Must be the last lock that the transaction takes: saving and removing the same print file would deadlock
   * otherwise.
   */
  async cancelRemoval(key: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
  }

  /**
   * Removes the files and continues after one that fails. Rejects at the end if any failed, and at once if the store
   * is unavailable; failed files stay scheduled.
   */
  async removeFiles(keys: readonly string[]): Promise<void> {
    const errors: unknown[] = [];
    for (const key of keys) {
      await this.removeOne(key).catch(async (error: unknown) => {
        errors.push(error);
        await this.postpone(key);
      });
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} of ${keys.length} files could not be removed`);
  }

  /**
   * Resolves when all files that are scheduled for this user are removed, also those that another process is
   * removing.
   */
  async removeForUser(userId: string): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      'SELECT key FROM file_removals WHERE user_id = $1 ORDER BY key',
      [userId],
    );
    await this.removeFiles(rows.map(({ key }) => key));
  }

  /** Removes a page of files that are due. */
  async removeDue(): Promise<void> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      `SELECT key FROM file_removals WHERE due_at < now() ORDER BY due_at, key LIMIT ${PAGE_SIZE}`,
    );
    await this.removeFiles(rows.map(({ key }) => key));
  }

  private async schedule(keys: readonly string[], userId: string | null, manager: EntityManager): Promise<string[]> {
    await manager.query(
      'INSERT INTO file_removals (key, user_id) SELECT unnest($1::text[]), $2::uuid ON CONFLICT (key) DO UPDATE SET user_id = excluded.user_id, due_at = excluded.due_at',
      [keys, userId],
    );
    return [...keys];
  }

  /**
   * Postpones a file that fails, so that a page of such files can't block all others. Rejects where the store itself
   * is unavailable.
   */
  private async postpone(key: string): Promise<void> {
    await wrapStoreErrors(() => this.store.check());
    await this.dataSource.query(`UPDATE file_removals SET due_at = now() + interval '${RETRY_AFTER}' WHERE key = $1`, [
      key,
    ]);
  }

  private async removeOne(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const sha256 = /^prints[\\/].*?([0-9a-f]{64})\.png$/.exec(key)?.[1];
      // Lock order: the print file first, then its row here. `savePrintFile` locks in the same order.
      if (sha256) await lockPrintFile(sha256, manager);
      // The row stays locked until the end: a transaction that deletes the file's last print job waits, and then
      // schedules the file again.
      const scheduled = await manager.query<unknown[]>('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
      if (scheduled.length === 0) return;
      if (!sha256 || !(await isPrinted(sha256, manager))) await this.store.remove(key);
      await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
    });
  }
}

async function isPrinted(sha256: string, manager: EntityManager): Promise<boolean> {
  const users = await manager.query<unknown[]>(`SELECT FROM print_jobs WHERE file->>'sha256' = $1 LIMIT 1`, [sha256]);
  return users.length > 0;
}
