import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { ownIds } from '../images/ownership.js';
import { JOB_CHANNEL } from './job-signals.js';

/**
 * Pictures of artworks that are not finished: beside the job's row, which is read at every step, and in the database, since whoever waits may do so
 * at another instance. Each keeps its number, and so its address, and is gone within the hour.
 */
@Injectable()
export class JobPartials {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Shows the picture, a small WebP, to whoever waits. Nothing happens where the drawing no longer holds its job. */
  async show(jobId: string, claim: string, webp: Uint8Array): Promise<void> {
    await this.dataSource.query(
      `WITH moved AS (
         UPDATE ai_jobs SET partial = (SELECT coalesce(max(number), 0) + 1 FROM ai_job_partials WHERE job_id = $1)
         WHERE id = $1 AND claimed_by = $2 AND status = 'processing' RETURNING id, partial),
       kept AS (INSERT INTO ai_job_partials (job_id, number, webp) SELECT id, partial, $3 FROM moved)
       SELECT pg_notify('${JOB_CHANNEL}', id::text) FROM moved`,
      [jobId, claim, webp],
    );
  }

  /** Shows none any more: what comes will look different. */
  async withdraw(jobId: string, claim: string): Promise<void> {
    await this.dataSource.query(
      `WITH moved AS (UPDATE ai_jobs SET partial = NULL WHERE id = $1 AND claimed_by = $2 AND partial IS NOT NULL RETURNING id)
       SELECT pg_notify('${JOB_CHANNEL}', id::text) FROM moved`,
      [jobId, claim],
    );
  }

  /** WebP. Throws 404 where the caller has no such picture, or has it no longer. */
  async getOwn(caller: Caller, key: string, number: string): Promise<Buffer> {
    const { userId, guestId } = ownIds(caller);
    const [found] = await this.dataSource.query<{ webp: Buffer }[]>(
      `SELECT webp FROM ai_job_partials JOIN ai_jobs job ON job.id = job_id
       WHERE job.idempotency_key = $1 AND (job.user_id = $2 OR job.guest_id = $3) AND number::text = $4`,
      [key, userId, guestId, number],
    );
    if (!found) throw new DomainError('PARTIAL_UNKNOWN', 'not-found', SENTENCES.notFound);
    return found.webp;
  }

  async forgetOld(): Promise<void> {
    await this.dataSource.query(`DELETE FROM ai_job_partials WHERE kept_at < now() - interval '1 hour'`);
  }
}
