import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SESSION_DAYS } from '@shop/contracts-identity';
import { Cron } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import type { ImageMimeType } from '../images/image.entity.js';

/**
 * 90 days after the guest's session. This service knows no sessions, but one ends at most 30 days after its last use, and an upload or a drawing is
 * a use.
 */
const RETENTION_DAYS = 90 + SESSION_DAYS;
const BATCH_SIZE = 100;

/** Deletes designs of guests who have gone, except ordered ones, which stay as long as their order. */
@Injectable()
export class GuestArtworksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /**
   * Looks at one batch of designs: deletes the expired ones, and their files after the commit. Their photos are left to the cleanup of
   * unused photos.
   */
  @Cron('* * * * *', { name: 'art.guest-artworks' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const due = await manager.query<{ id: string }[]>(
        `SELECT id FROM ai_jobs WHERE guest_id IS NOT NULL AND review_at < now()
         ORDER BY review_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH_SIZE],
      );
      const dueIds = due.map(({ id }) => id);
      if (dueIds.length === 0) return;
      await this.postpone(dueIds, manager);
      await this.reviewPhotos(dueIds, manager);
      const [deleted] = await manager.query<[{ artworkId: string | null }[], number]>(
        `DELETE FROM ai_jobs WHERE id = ANY($1) AND review_at < now() RETURNING output_image_id AS "artworkId"`,
        [dueIds],
      );
      const artworkIds = deleted.flatMap(({ artworkId }) => artworkId ?? []);
      const artworks = await manager.query<{ id: string; mimeType: ImageMimeType }[]>(
        `SELECT id, mime_type AS "mimeType" FROM images WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
        [artworkIds],
      );
      await this.fileRemovals.deleteImages(artworks, null, manager);
    });
  }

  /** Looks at an ordered design never again, and at one whose guest was here later when that guest's time is over. */
  private async postpone(ids: readonly string[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs drawing SET review_at = CASE
           WHEN EXISTS (SELECT FROM print_files WHERE artwork_id = drawing.output_image_id) THEN 'infinity'
           ELSE greatest(
             (SELECT max(created_at) FROM ai_jobs WHERE owner_id = drawing.owner_id),
             (SELECT max(created_at) FROM images WHERE guest_id = drawing.guest_id AND type = 'upload')) + $2 * interval '1 day' END
       WHERE id = ANY($1)`,
      [ids, RETENTION_DAYS],
    );
  }

  private async reviewPhotos(drawingIds: readonly string[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE images SET review_at = now() WHERE type = 'upload' AND id IN (
         SELECT input_image_id FROM ai_jobs WHERE id = ANY($1) AND review_at < now()
         UNION SELECT pet.image_id FROM ai_job_pets pet JOIN ai_jobs drawing ON drawing.id = pet.job_id
           WHERE drawing.id = ANY($1) AND drawing.review_at < now())`,
      [drawingIds],
    );
  }
}
