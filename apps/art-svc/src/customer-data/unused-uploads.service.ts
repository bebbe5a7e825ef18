import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { DataSource } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { IS_PRINT_SOURCE } from './erasures.repository.js';

/** Photos without a design are deleted after this time. */
const RETENTION_DAYS = 30;
const BATCH_SIZE = 100;

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

  /** Deletes one batch, and its files after the commit. SKIP LOCKED gives concurrent instances different rows. */
  @Cron('* * * * *', { name: 'art.unused-uploads' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const expired = await manager.query<{ id: string; mimeType: ImageMimeType }[]>(
        `SELECT id, mime_type AS "mimeType" FROM images WHERE type = 'upload' AND created_at < now() - $1 * interval '1 day'
           AND NOT EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id)
           AND NOT EXISTS (SELECT FROM ai_job_pets WHERE image_id = images.id)
           AND NOT ${IS_PRINT_SOURCE}
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [RETENTION_DAYS, BATCH_SIZE],
      );
      await this.fileRemovals.deleteImages(expired, null, manager);
    });
  }
}
