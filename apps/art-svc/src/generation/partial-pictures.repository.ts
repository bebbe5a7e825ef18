import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { Cron } from '@shop/jobs';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { getOwnerIds } from '../images/images.repository.js';
import type { DrawingEntity } from './drawing.entity.js';
import { DRAWING_CHANNEL } from './drawings.repository.js';

/**
 * Stores pictures of unfinished artworks: in the database, as the client may wait at another instance, and in a table
 * of their own, as the drawing's row is read at every step. Each picture keeps its number, and so its URL, and is deleted
 * after an hour.
 */
@Injectable()
export class PartialPicturesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Saves a small WebP as the drawing's current picture and notifies its subscribers. Does nothing where another
   * attempt draws it.
   */
  async savePicture({ id, attempts }: DrawingEntity, webp: Uint8Array): Promise<void> {
    await this.dataSource.query(
      `WITH changed AS (
         UPDATE ai_jobs SET partial = (SELECT coalesce(max(number), 0) + 1 FROM ai_job_partials WHERE job_id = $1)
         WHERE id = $1 AND attempts = $2 AND status = 'processing' RETURNING id, partial),
       saved AS (INSERT INTO ai_job_partials (job_id, number, webp) SELECT id, partial, $3 FROM changed)
       SELECT pg_notify('${DRAWING_CHANNEL}', id::text) FROM changed`,
      [id, attempts, webp],
    );
  }

  /** Removes the drawing's current picture, because the next ones will look different. */
  async withdrawPicture({ id, attempts }: DrawingEntity): Promise<void> {
    await this.dataSource.query(
      `WITH changed AS (UPDATE ai_jobs SET partial = NULL WHERE id = $1 AND attempts = $2 AND partial IS NOT NULL RETURNING id)
       SELECT pg_notify('${DRAWING_CHANNEL}', id::text) FROM changed`,
      [id, attempts],
    );
  }

  /** The picture, WebP. Throws 404 where the caller has no such picture. */
  async getForOwner(caller: Caller, key: string, number: string): Promise<Buffer> {
    const { userId, guestId } = getOwnerIds(caller);
    const [picture] = await this.dataSource.query<{ webp: Buffer }[]>(
      `SELECT webp FROM ai_job_partials JOIN ai_jobs drawing ON drawing.id = job_id
       WHERE drawing.idempotency_key = $1 AND drawing.owner_id IN ($2, $3) AND number::text = $4`,
      [key, userId, guestId, number],
    );
    if (!picture) throw new DomainError('PARTIAL_UNKNOWN', 'not-found', MESSAGES.notFound);
    return picture.webp;
  }

  @Cron('* * * * *', { name: 'art.partial-pictures.cleanup' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.query(`DELETE FROM ai_job_partials WHERE created_at < now() - interval '1 hour'`);
  }
}
