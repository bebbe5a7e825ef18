import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PageKey } from '@shop/contracts/common';
import { Cron, type JobContext } from '@shop/jobs';
import { cursorTimestampSql } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { ImageEntity } from '../images/image.entity.js';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { IS_PRINT_SOURCE } from './erasures.repository.js';

/** Photos without a design are deleted after this time. */
const RETENTION_DAYS = 30;
/** The schedule of each minute looks at the photos that reached that age in this time. */
const RECENT_HOURS = 2;
const BATCH_SIZE = 100;
const PAGE_SIZE = 1_000;
const HOUR_MS = 3_600_000;

const IS_UNUSED = `NOT EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id)
  AND NOT EXISTS (SELECT FROM ai_job_pets WHERE image_id = images.id)
  AND NOT ${IS_PRINT_SOURCE}`;
const IS_EXPIRED = `type = 'upload' AND created_at < now() - interval '${RETENTION_DAYS} days'`;

/** SKIP LOCKED gives concurrent instances different rows. */
const LOCK_RECENT = `
  SELECT id, mime_type AS "mimeType" FROM images
  WHERE ${IS_EXPIRED} AND created_at > now() - interval '${RETENTION_DAYS} days ${RECENT_HOURS} hours' AND ${IS_UNUSED}
  ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
const LOCK_GIVEN = `SELECT id, mime_type AS "mimeType" FROM images WHERE id = ANY($1) AND ${IS_UNUSED} ORDER BY id FOR UPDATE SKIP LOCKED`;
const LIST_PAGE = `
  SELECT id, ${cursorTimestampSql('created_at')} AS "createdAt" FROM images
  WHERE ${IS_EXPIRED} AND (created_at, id) > ($1::timestamptz, $2::uuid) ORDER BY created_at, id LIMIT ${PAGE_SIZE}`;

type Photo = Pick<ImageEntity, 'id' | 'mimeType'>;

/**
 * Deletes unused photos. It never touches photos of designs, artworks, product pictures, or a photo that an open
 * print job needs after its owner's designs were erased.
 */
@Injectable()
export class UnusedUploadsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /** Deletes one batch, and its files after the commit. Most old photos are used, so only those that have just expired are read. */
  @Cron('* * * * *', { name: 'art.unused-uploads' })
  deleteExpired(): Promise<void> {
    return this.deleteLocked(LOCK_RECENT, []);
  }

  /** Each night, all photos: those that became unused later, and those that expired while the service was stopped. */
  @Cron('43 3 * * *', { name: 'art.all-unused-uploads', timeoutMs: HOUR_MS })
  async deleteAllExpired(_: undefined, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    let after: PageKey | undefined = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
    while (after && !signal.aborted) {
      const page: PageKey[] = await this.dataSource.query<PageKey[]>(LIST_PAGE, [after.createdAt, after.id]);
      await this.deleteLocked(LOCK_GIVEN, [page.map(({ id }) => id)]);
      after = page.at(-1);
    }
  }

  private async deleteLocked(lock: string, values: unknown[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.fileRemovals.deleteImages(await manager.query<Photo[]>(lock, values), null, manager);
    });
  }
}
