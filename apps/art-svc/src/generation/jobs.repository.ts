import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { OwnDesignsQuery } from '@shop/contracts/art';
import { keyMoment, pageOf, type Caller, type Owner, type Page } from '@shop/service-kit';
import { Repository, type EntityManager } from 'typeorm';
import { ownIds } from '../images/ownership.js';
import { JOB_CHANNEL } from './job-signals.js';
import { sourcesOf, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';

export type NewJob = Owner &
  Pick<
    JobEntity,
    'inputImageId' | 'styleKey' | 'prompt' | 'petName' | 'variation' | 'printShape' | 'idempotencyKey' | 'bodyHash'
  >;

@Injectable()
export class JobsRepository {
  constructor(@InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>) {}

  /** The new job's id; null where the owner's other call with the same key was quicker. */
  async insert(job: NewJob, deadlineMs: number, manager: EntityManager): Promise<string | null> {
    const rows = await manager.query<{ id: string }[]>(
      `INSERT INTO ai_jobs (user_id, guest_id, input_image_id, style_key, prompt, pet_name, variation, print_shape, idempotency_key, body_hash, deadline_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond')
       ON CONFLICT (owner_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING RETURNING id`,
      [
        job.userId,
        job.guestId,
        job.inputImageId,
        job.styleKey,
        job.prompt,
        job.petName,
        job.variation,
        job.printShape,
        job.idempotencyKey,
        job.bodyHash,
        deadlineMs,
      ],
    );
    return rows[0]?.id ?? null;
  }

  findById(id: string): Promise<JobEntity | null> {
    return this.jobs.findOneBy({ id });
  }

  findOwnByKey(caller: Caller, key: string): Promise<JobEntity | null> {
    const { userId, guestId } = ownIds(caller);
    return this.jobs
      .createQueryBuilder('job')
      .where('job.idempotency_key = :key AND (job.user_id = :userId OR job.guest_id = :guestId)', {
        key,
        userId,
        guestId,
      })
      .orderBy('job.created_at', 'DESC')
      .getOne();
  }

  /** Newest first. */
  async pageOfOwn(caller: Caller, { limit, cursor }: OwnDesignsQuery): Promise<Page<JobEntity>> {
    const { userId, guestId } = ownIds(caller);
    const { entities, raw } = await this.jobs
      .createQueryBuilder('job')
      .addSelect(keyMoment('job.created_at'), 'key_at')
      .where('(job.user_id = :userId OR job.guest_id = :guestId)', { userId, guestId })
      .andWhere(
        '(CAST(:at AS timestamptz) IS NULL OR (job.created_at, job.id) < (CAST(:at AS timestamptz), CAST(:id AS uuid)))',
        { at: cursor?.createdAt ?? null, id: cursor?.id ?? null },
      )
      .orderBy('job.created_at', 'DESC')
      .addOrderBy('job.id', 'DESC')
      .limit(limit + 1)
      .getRawAndEntities<{ key_at: string }>();
    const rows = entities.map((job, index) => ({ job, keyAt: raw[index]?.key_at ?? '' }));
    return pageOf(rows, limit, {
      key: ({ job, keyAt }) => ({ createdAt: keyAt, id: job.id }),
      entry: ({ job }) => job,
    });
  }

  /**
   * Takes the job for one drawing; null where it has ended or somebody else holds it. The first drawing keeps the caller's deadline; one that
   * takes over from a dead instance, or comes when the caller is long gone, gets a whole one of its own.
   */
  async claim(id: string, claim: string, leaseMs: number, deadlineMs: number): Promise<JobEntity | null> {
    const claimed = await this.jobs
      .createQueryBuilder()
      .update()
      .set({
        status: 'processing',
        claimedBy: claim,
        claimedAt: () => 'now()',
        attempts: () => 'attempts + 1',
        leaseExpiresAt: () => `now() + ${Number(leaseMs)} * interval '1 millisecond'`,
        deadlineAt: () =>
          `CASE WHEN claimed_by IS NULL AND deadline_at > now() THEN deadline_at ELSE now() + ${Number(deadlineMs)} * interval '1 millisecond' END`,
      })
      .where('id = :id AND status IN (:...from) AND (lease_expires_at IS NULL OR lease_expires_at < now())', {
        id,
        from: sourcesOf('processing'),
      })
      .execute();
    return claimed.affected ? this.jobs.findOneBy({ id, claimedBy: claim }) : null;
  }

  /** False where the drawing no longer holds the job. */
  async prolong(id: string, claim: string, leaseMs: number): Promise<boolean> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE ai_jobs SET lease_expires_at = now() + $3 * interval '1 millisecond' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim, leaseMs],
    );
    return count > 0;
  }

  /** Lets the next instance take the job at once. */
  async release(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /** The same where the service stops: that is no fault of the job's, so the try does not count. */
  async handOver(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /** As if it had not been begun: nothing could be, as the store is away. The sweep comes to it again, and whoever waits does so until the same time. */
  async putBack(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, claimed_by = NULL, lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /** Percentages never go back within a drawing; every instance hears of it. */
  async report(id: string, claim: string, percent: number, stage: string): Promise<void> {
    await this.jobs.query(
      `WITH moved AS (
         UPDATE ai_jobs SET progress_percent = greatest(progress_percent, $3), progress_stage = $4
         WHERE id = $1 AND claimed_by = $2 AND status = 'processing' RETURNING id)
       SELECT pg_notify('${JOB_CHANNEL}', id::text) FROM moved`,
      [id, claim, percent, stage],
    );
  }

  /** Jobs nobody draws although somebody should: their instance is gone, or their message was lost and nobody waits any more. */
  async listAbandoned(limit: number): Promise<string[]> {
    const rows = await this.jobs.query<{ id: string }[]>(
      `SELECT id FROM ai_jobs
       WHERE (status = 'processing' AND lease_expires_at < now()) OR (status = 'pending' AND deadline_at < now() - interval '5 seconds')
       ORDER BY created_at LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The job, locked until the transaction ends, if this drawing still holds it. */
  lockHeld(id: string, claim: string, manager: EntityManager): Promise<JobEntity | null> {
    return manager.findOne(JobEntity, {
      where: { id, claimedBy: claim, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async complete(id: string, outputImageId: string, watched: boolean, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs SET status = 'completed', output_image_id = $2, progress_percent = 100, progress_stage = 'Done', lease_expires_at = NULL,
         completed_at = now(), watched = $3 WHERE id = $1`,
      [id, outputImageId, watched],
    );
    await this.notify(id, manager);
  }

  /** The job as it failed; null where it had ended, or another drawing holds it (`claim`), or its deadline is yet to come (`overdue`). */
  async fail(
    id: string,
    reason: FailureReason,
    sentence: string,
    only: { claim?: string; overdue?: boolean },
    manager: EntityManager,
  ): Promise<JobEntity | null> {
    const failed = await manager
      .createQueryBuilder()
      .update(JobEntity)
      .set({
        status: 'failed',
        failureReason: reason,
        errorMessage: sentence,
        leaseExpiresAt: null,
        completedAt: () => 'now()',
      })
      .where('id = :id AND status IN (:...from)', { id, from: sourcesOf('failed') })
      .andWhere(only.claim ? 'claimed_by = :claim' : 'true', { claim: only.claim })
      .andWhere(only.overdue ? 'deadline_at <= now()' : 'true')
      .execute();
    if (!failed.affected) return null;
    await this.notify(id, manager);
    return manager.findOneBy(JobEntity, { id });
  }

  /** D13: idempotent. A key the user has used too belongs to the user's own job. */
  async moveToUser(guestId: string, userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs job SET user_id = $2, guest_id = NULL,
         idempotency_key = CASE WHEN EXISTS (SELECT FROM ai_jobs own WHERE own.user_id = $2 AND own.idempotency_key = job.idempotency_key)
           THEN NULL ELSE job.idempotency_key END
       WHERE guest_id = $1`,
      [guestId, userId],
    );
  }

  private async notify(id: string, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_notify('${JOB_CHANNEL}', $1)`, [id]);
  }
}
