import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { OwnDesignsQuery } from '@shop/contracts/art';
import { cursorTimestampSql, toPage, type Caller, type Owner, type Page } from '@shop/service-kit';
import { Repository, type EntityManager } from 'typeorm';
import { getOwnerIds } from '../images/ownership.js';
import { JOB_CHANNEL } from './job-signals.js';
import { getSourceStatuses, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';

export type NewJob = Owner &
  Pick<
    JobEntity,
    | 'inputImageId'
    | 'cutOutId'
    | 'background'
    | 'styleKey'
    | 'prompt'
    | 'petName'
    | 'variation'
    | 'printShape'
    | 'idempotencyKey'
    | 'bodyHash'
  >;

@Injectable()
export class JobsRepository {
  constructor(@InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>) {}

  /** The new job's id; null where another request of the owner with the same key was faster. */
  async insertJob(job: NewJob, deadlineMs: number, manager: EntityManager): Promise<string | null> {
    const rows = await manager.query<{ id: string }[]>(
      `INSERT INTO ai_jobs (user_id, guest_id, input_image_id, style_key, prompt, pet_name, variation, print_shape, idempotency_key, body_hash,
         deadline_at, cut_out_id, background)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond', $12, $13)
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
        job.cutOutId,
        job.background,
      ],
    );
    return rows[0]?.id ?? null;
  }

  findById(id: string): Promise<JobEntity | null> {
    return this.jobs.findOneBy({ id });
  }

  findByKeyForOwner(caller: Caller, key: string): Promise<JobEntity | null> {
    const { userId, guestId } = getOwnerIds(caller);
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
  async listForOwner(caller: Caller, { limit, cursor }: OwnDesignsQuery): Promise<Page<JobEntity>> {
    const { userId, guestId } = getOwnerIds(caller);
    const { entities, raw } = await this.jobs
      .createQueryBuilder('job')
      .addSelect(cursorTimestampSql('job.created_at'), 'key_at')
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
    return toPage(rows, limit, {
      key: ({ job, keyAt }) => ({ createdAt: keyAt, id: job.id }),
      entry: ({ job }) => job,
    });
  }

  /**
   * Claims the job for one drawing; null where the job is finished or another drawing has the lease. The first
   * drawing keeps the request's deadline; one that takes over from a dead instance, or starts after that deadline,
   * gets a full one.
   */
  async claimJob(id: string, claim: string, leaseMs: number, deadlineMs: number): Promise<JobEntity | null> {
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
        from: getSourceStatuses('processing'),
      })
      .execute();
    return claimed.affected ? this.jobs.findOneBy({ id, claimedBy: claim }) : null;
  }

  /** False where the drawing has lost the job. */
  async renewLease(id: string, claim: string, leaseMs: number): Promise<boolean> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE ai_jobs SET lease_expires_at = now() + $3 * interval '1 millisecond' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim, leaseMs],
    );
    return count > 0;
  }

  /** Ends the lease, so that another instance can claim the job at once. */
  async releaseLease(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /** Ends the lease without counting the attempt, for a stop of the service. */
  async releaseWithoutAttempt(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /**
   * Resets the claim as if the job had never started, for an unavailable store. The caller keeps the original
   * deadline.
   */
  async resetClaim(id: string, claim: string): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, claimed_by = NULL, lease_expires_at = now() - interval '1 second' WHERE id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [id, claim],
    );
  }

  /** Saves and publishes the progress. The percentage never decreases within a drawing. */
  async saveProgress(id: string, claim: string, percent: number, stage: string): Promise<void> {
    await this.jobs.query(
      `WITH changed AS (
         UPDATE ai_jobs SET progress_percent = greatest(progress_percent, $3), progress_stage = $4
         WHERE id = $1 AND claimed_by = $2 AND status = 'processing' RETURNING id)
       SELECT pg_notify('${JOB_CHANNEL}', id::text) FROM changed`,
      [id, claim, percent, stage],
    );
  }

  /**
   * Jobs that should be drawn but are not: their instance died, or their event was lost and no caller waits any more.
   */
  async listAbandoned(limit: number): Promise<string[]> {
    const rows = await this.jobs.query<{ id: string }[]>(
      `SELECT id FROM ai_jobs
       WHERE (status = 'processing' AND lease_expires_at < now()) OR (status = 'pending' AND deadline_at < now() - interval '5 seconds')
       ORDER BY created_at LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The job, locked until the transaction ends; null where this drawing has lost it. */
  findAndLockClaimed(id: string, claim: string, manager: EntityManager): Promise<JobEntity | null> {
    return manager.findOne(JobEntity, {
      where: { id, claimedBy: claim, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async markCompleted(id: string, outputImageId: string, watched: boolean, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs SET status = 'completed', output_image_id = $2, progress_percent = 100, progress_stage = 'Done', lease_expires_at = NULL,
         completed_at = now(), watched = $3 WHERE id = $1`,
      [id, outputImageId, watched],
    );
    await this.notifyChange(id, manager);
  }

  /**
   * The failed job; null where it was already finished, another drawing has it (`claim`), or its deadline is still
   * ahead (`overdue`).
   */
  async markFailed(
    id: string,
    reason: FailureReason,
    message: string,
    only: { claim?: string; overdue?: boolean },
    manager: EntityManager,
  ): Promise<JobEntity | null> {
    const failed = await manager
      .createQueryBuilder()
      .update(JobEntity)
      .set({
        status: 'failed',
        failureReason: reason,
        errorMessage: message,
        leaseExpiresAt: null,
        completedAt: () => 'now()',
      })
      .where('id = :id AND status IN (:...from)', { id, from: getSourceStatuses('failed') })
      .andWhere(only.claim ? 'claimed_by = :claim' : 'true', { claim: only.claim })
      .andWhere(only.overdue ? 'deadline_at <= now()' : 'true')
      .execute();
    if (!failed.affected) return null;
    await this.notifyChange(id, manager);
    return manager.findOneBy(JobEntity, { id });
  }

  /** Idempotent. Where the user has a job with the same key, the guest's job loses its key. */
  async reassignToUser(guestId: string, userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs job SET user_id = $2, guest_id = NULL,
         idempotency_key = CASE WHEN EXISTS (SELECT FROM ai_jobs own WHERE own.user_id = $2 AND own.idempotency_key = job.idempotency_key)
           THEN NULL ELSE job.idempotency_key END
       WHERE guest_id = $1`,
      [guestId, userId],
    );
  }

  private async notifyChange(id: string, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_notify('${JOB_CHANNEL}', $1)`, [id]);
  }
}
