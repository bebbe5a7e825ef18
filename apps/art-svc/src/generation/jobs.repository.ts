import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { OwnDesignsQuery } from '@shop/contracts/art';
import { defineJob, JobQueue } from '@shop/jobs';
import { type Caller, cursorTimestampSql, type Owner, type Page, toPage } from '@shop/service-kit';
import { type EntityManager, Repository } from 'typeorm';
import type { ProviderCall } from '../engines/image-engine.js';
import type { RequestedPet } from '../images/image.entity.js';
import { getOwnerIds } from '../images/images.repository.js';
import { type FailureReason, getSourceStatuses, MAX_ATTEMPTS } from './job-status.rules.js';
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
  > & {
    /** The requester's network (see NETWORK_HEADER), which only the job that draws has. */
    network: string | null;
  };

/** PostgreSQL channel that notifies every instance of a changed job. The payload is the job's id. */
export const JOB_CHANNEL = 'ai_jobs_changed';

/** Draws a job; its key is the job's id. The configuration has the concurrency. */
export const drawArtworkJob = defineJob<{ jobId: string; network?: string | null }>('art.draw', {
  // The deadline in the job's row is earlier.
  timeoutMs: 3_600_000,
  // After the last attempt there is one more, for a photo that crashes the process each time: it only marks the job as failed.
  maxAttempts: MAX_ATTEMPTS + 1,
  retryDelaysMs: [500, 1_000, 2_000],
});

/** Rows of requested artworks, and the jobs that draw them. */
@Injectable()
export class JobsRepository {
  constructor(
    @InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>,
    private readonly queue: JobQueue,
  ) {}

  /** The id of the new job, which is enqueued too; null where another request of the owner with the same key was faster. */
  async insertJob(
    job: NewJob,
    furtherPets: readonly RequestedPet[],
    deadlineMs: number,
    manager: EntityManager,
  ): Promise<string | null> {
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
    const id = rows[0]?.id;
    if (!id) return null;
    if (furtherPets.length > 0) await this.insertFurtherPets(id, furtherPets, manager);
    await this.queue.enqueue(manager, drawArtworkJob, { jobId: id, network: job.network }, { key: id });
    return id;
  }

  private async insertFurtherPets(jobId: string, pets: readonly RequestedPet[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO ai_job_pets (job_id, position, image_id, cut_out_id)
       SELECT $1, pet.position, pet.image_id, pet.cut_out_id
       FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pet (image_id, cut_out_id, position)`,
      [jobId, pets.map(({ imageId }) => imageId), pets.map(({ cutOutId }) => cutOutId)],
    );
  }

  /** The second to fourth pet of a job, in their order; the job itself has the first. */
  listFurtherPets(jobId: string): Promise<RequestedPet[]> {
    return this.jobs.query(
      'SELECT image_id AS "imageId", cut_out_id AS "cutOutId" FROM ai_job_pets WHERE job_id = $1 ORDER BY position',
      [jobId],
    );
  }

  /** Adds a call with its cost, also for an attempt that has ended: the provider charges for it. */
  async addProviderCall(jobId: string, call: ProviderCall): Promise<void> {
    await this.jobs.query('UPDATE ai_jobs SET usage = usage || jsonb_build_array($2::jsonb) WHERE id = $1', [
      jobId,
      JSON.stringify(call),
    ]);
  }

  findById(id: string): Promise<JobEntity | null> {
    return this.jobs.findOneBy({ id });
  }

  findByKeyForOwner(caller: Caller, key: string): Promise<JobEntity | null> {
    const { userId, guestId } = getOwnerIds(caller);
    return this.jobs
      .createQueryBuilder('job')
      .where('job.idempotency_key = :key AND job.owner_id IN (:userId, :guestId)', {
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
      .where('job.owner_id IN (:userId, :guestId)', { userId, guestId })
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
   * Starts an attempt to draw the job; null where the job is finished. The first attempt keeps the request's deadline; a further one,
   * or one after that deadline, gets a full one.
   */
  async startDrawing(id: string, attempt: number, deadlineMs: number): Promise<JobEntity | null> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE ai_jobs SET status = 'processing', attempts = $2, claimed_at = now(),
         deadline_at = CASE WHEN claimed_at IS NULL AND deadline_at > now() THEN deadline_at ELSE now() + $3 * interval '1 millisecond' END
       WHERE id = $1 AND status = ANY ($4)`,
      [id, attempt, deadlineMs, getSourceStatuses('processing')],
    );
    return count > 0 ? this.findById(id) : null;
  }

  /** Resets the start of an attempt that waits for the picture store: the next one keeps the request's deadline. */
  async resetStart({ id, attempts }: JobEntity): Promise<void> {
    await this.jobs.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, claimed_at = NULL WHERE id = $1 AND attempts = $2 AND status = 'processing'`,
      [id, attempts],
    );
  }

  /** Saves and publishes the progress. The percentage never decreases within a drawing. */
  async saveProgress({ id, attempts }: JobEntity, percent: number, stage: string): Promise<void> {
    await this.jobs.query(
      `WITH changed AS (
         UPDATE ai_jobs SET progress_percent = greatest(progress_percent, $3), progress_stage = $4
         WHERE id = $1 AND attempts = $2 AND status = 'processing' RETURNING id)
       SELECT pg_notify('${JOB_CHANNEL}', id::text) FROM changed`,
      [id, attempts, percent, stage],
    );
  }

  /** The job, locked until the transaction ends; null where it is finished, or another attempt draws it. */
  findAndLockStarted({ id, attempts }: JobEntity, manager: EntityManager): Promise<JobEntity | null> {
    return manager.findOne(JobEntity, {
      where: { id, attempts, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async markCompleted(id: string, outputImageId: string, watched: boolean, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs SET status = 'completed', output_image_id = $2, progress_percent = 100, progress_stage = 'Done',
         completed_at = now(), watched = $3 WHERE id = $1`,
      [id, outputImageId, watched],
    );
    await this.notifyChange(id, manager);
  }

  /**
   * The failed job; null where it was already finished, another attempt draws it (`attempt`), or its deadline is still
   * ahead (`overdue`).
   */
  async markFailed(
    id: string,
    reason: FailureReason,
    message: string,
    only: { attempt?: number; overdue?: boolean },
    manager: EntityManager,
  ): Promise<JobEntity | null> {
    const failed = await manager
      .createQueryBuilder()
      .update(JobEntity)
      .set({
        status: 'failed',
        failureReason: reason,
        errorMessage: message,
        completedAt: () => 'now()',
      })
      .where('id = :id AND status IN (:...from)', { id, from: getSourceStatuses('failed') })
      .andWhere(only.attempt ? 'attempts = :attempt' : 'true', { attempt: only.attempt })
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
         idempotency_key = CASE WHEN EXISTS (SELECT FROM ai_jobs own WHERE own.owner_id = $2 AND own.idempotency_key = job.idempotency_key)
           THEN NULL ELSE job.idempotency_key END
       WHERE owner_id = $1`,
      [guestId, userId],
    );
  }

  private async notifyChange(id: string, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_notify('${JOB_CHANNEL}', $1)`, [id]);
  }
}
