import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, DEAD_JOB_DAYS, defineJob, HandleJob, JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { compositionPreviewKey, cutOutKey, listImageKeys, printKey } from './image-keys.js';
import { ImageStore } from './image-store.js';
import type { ImageMimeType } from './image.entity.js';

/** Removes files whose rows are deleted. Its key is the file where the file is removed unless its row is committed. */
const removeFilesJob = defineJob<{ keys: readonly string[] }>('art.remove-files', {
  timeoutMs: 600_000,
  // About a day.
  maxAttempts: 26,
  retryDelaysMs: [5_000, 60_000, 300_000, 3_600_000],
});

/** When a new job is enqueued, because the one of the row died and was deleted. */
const WITHOUT_JOB_AT = `now() + interval '${DEAD_JOB_DAYS + 1} days'`;

/** By then the row of a file that is being written is committed or will never be. */
const WRITE_TIMEOUT_MS = 3_600_000;

/**
 * Enqueues the removal of files in the transaction that deletes their rows, so a crash loses no removal. The table
 * `file_removals` has the files that are still to be removed.
 */
@Injectable()
export class FileRemovalsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Deletes pictures that the transaction has locked (`FOR UPDATE`), schedules all their files. `userId` is set where that customer's erasure waits
   * for the files.
   */
  async deleteImages(
    images: readonly { id: string; mimeType: ImageMimeType }[],
    userId: string | null,
    manager: EntityManager,
  ): Promise<void> {
    if (images.length === 0) return;
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
    await this.schedule(keys, userId, manager);
  }

  /** Schedules single files whose rows the transaction deletes. */
  async scheduleFiles(keys: readonly string[], manager: EntityManager): Promise<void> {
    await this.schedule(keys, null, manager);
  }

  /** Schedules print files by their hashes. A file that another order item still uses is not deleted in the end. */
  schedulePrints(hashes: readonly string[], userId: string | null, manager: EntityManager): Promise<void> {
    return this.schedule(hashes.map(printKey), userId, manager);
  }

  /**
   * Schedules a file before it is written, so that it is removed in an hour if the process dies before the file's row
   * is committed. The transaction that inserts the row calls `cancelRemoval`. An existing schedule stays as it is.
   */
  async scheduleUnlessSaved(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        `INSERT INTO file_removals (key, due_at) VALUES ($1, ${WITHOUT_JOB_AT}) ON CONFLICT (key) DO NOTHING RETURNING key`,
        [key],
      );
      if (rows.length === 0) return;
      const runAt = new Date(Date.now() + WRITE_TIMEOUT_MS);
      await this.jobs.enqueue(manager, removeFilesJob, { keys: [key] }, { key, runAt });
    });
  }

  /**
   * Must be the last lock that the transaction takes: saving and removing the same print file would deadlock
   * otherwise.
   */
  async cancelRemoval(key: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
    await this.jobs.cancel(manager, removeFilesJob, key);
  }

  /**
   * Removes the files that are still scheduled, and continues after one that fails. Rejects at the end if any failed, and at once if the
   * store is unavailable; failed files stay scheduled.
   */
  @HandleJob(removeFilesJob)
  async removeFiles({ keys }: { keys: readonly string[] }): Promise<void> {
    const errors: unknown[] = [];
    for (const key of keys) {
      await this.removeOne(key).catch(async (error: unknown) => {
        if (await this.store.isStoreFailure(error)) throw error;
        errors.push(error);
      });
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} of ${keys.length} files could not be removed`);
  }

  /** Removes a file whose row could not be saved, unless the transaction was committed after all. */
  async removeUnsaved(key: string): Promise<void> {
    await this.removeFiles({ keys: [key] });
    await this.jobs.cancel(this.dataSource.manager, removeFilesJob, key);
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
    await this.removeFiles({ keys: rows.map(({ key }) => key) });
  }

  /** Files whose job died and was deleted. */
  @Cron('* * * * *', { name: 'art.enqueue-file-removals' })
  async enqueueWithoutJob(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ key: string }[], number]>(
        `UPDATE file_removals SET due_at = ${WITHOUT_JOB_AT} WHERE due_at < now() RETURNING key`,
      );
      if (rows.length > 0) await this.jobs.enqueue(manager, removeFilesJob, { keys: rows.map(({ key }) => key) });
    });
  }

  private async schedule(keys: readonly string[], userId: string | null, manager: EntityManager): Promise<void> {
    if (keys.length === 0) return;
    await manager.query(
      `INSERT INTO file_removals (key, user_id, due_at) SELECT unnest($1::text[]), $2::uuid, ${WITHOUT_JOB_AT}
       ON CONFLICT (key) DO UPDATE SET user_id = excluded.user_id, due_at = excluded.due_at`,
      [keys, userId],
    );
    await this.jobs.enqueue(manager, removeFilesJob, { keys });
  }

  private async removeOne(key: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const sha256 = /^prints[\\/].*?([0-9a-f]{64})\.png$/.exec(key)?.[1];
      // Lock order: the print file first, then its row here. Saving a print file locks in the same order.
      if (sha256) await lockPrintFile(sha256, manager);
      // The row stays locked until the end: a transaction that deletes its last row waits, and then
      // schedules the file again.
      const scheduled = await manager.query<unknown[]>('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
      if (scheduled.length === 0) return;
      if (!sha256 || !(await isPrinted(sha256, manager))) await this.store.remove(key);
      await manager.query('DELETE FROM file_removals WHERE key = $1', [key]);
    });
  }
}

async function isPrinted(sha256: string, manager: EntityManager): Promise<boolean> {
  const users = await manager.query<unknown[]>(
    `SELECT FROM print_files WHERE file->>'sha256' = $1 AND files_due_at IS DISTINCT FROM 'infinity' LIMIT 1`,
    [sha256],
  );
  return users.length > 0;
}

/** Serialises writing and removing of one print file until the transaction ends. */
export async function lockPrintFile(sha256: string, manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`print/${sha256}`]);
}
