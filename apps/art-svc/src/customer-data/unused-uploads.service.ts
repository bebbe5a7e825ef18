import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { DataSource } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { IS_PRINT_SOURCE } from './erasures.repository.js';

/** Photos without a design are deleted after this time. */
const RETENTION_DAYS = 30;
const GUEST_RETENTION_DAYS = 1;
const BATCH_SIZE = 100;

interface DuePhoto {
  readonly id: string;
  readonly mimeType: ImageMimeType;
  readonly isExpired: boolean;
}

/**
 * Deletes unused photos. It never touches photos of designs, of reported problems, of reviews, artworks, product pictures, or a photo that an open
 * print file needs after its owner's designs were erased.
 */
@Injectable()
export class UnusedUploadsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /**
   * Looks at one batch of photos: deletes the expired ones, and their files after the commit, and looks at the others in 30 days again.
   * SKIP LOCKED gives concurrent instances different rows.
   */
  @Cron('* * * * *', { name: 'art.unused-uploads' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const due = await manager.query<DuePhoto[]>(
        `SELECT id, mime_type AS "mimeType", created_at < now() - CASE WHEN guest_id IS NULL THEN $1::integer ELSE $3::integer END * interval '1 day'
             AND NOT EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id)
             AND NOT EXISTS (SELECT FROM ai_job_pets WHERE image_id = images.id)
             AND NOT EXISTS (SELECT FROM report_photos WHERE image_id = images.id AND attached_at > now() - interval '1 year')
             AND NOT EXISTS (SELECT FROM review_photos WHERE image_id = images.id)
             AND NOT ${IS_PRINT_SOURCE} AS "isExpired"
         FROM images WHERE type = 'upload' AND review_at < now() ORDER BY review_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [RETENTION_DAYS, BATCH_SIZE, GUEST_RETENTION_DAYS],
      );
      const stayingIds = due.flatMap(({ id, isExpired }) => (isExpired ? [] : [id]));
      await manager.query(
        `UPDATE images SET review_at = $2 * interval '1 day'
           + CASE WHEN created_at > now() - $2 * interval '1 day' THEN created_at ELSE now() END WHERE id = ANY($1)`,
        [stayingIds, RETENTION_DAYS],
      );
      await this.fileRemovals.deleteImages(
        due.filter(({ isExpired }) => isExpired),
        null,
        manager,
      );
    });
  }
}
