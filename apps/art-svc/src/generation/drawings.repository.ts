import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { OwnDesignsQuery } from '@shop/contracts-art';
import { defineJob, JobQueue } from '@shop/jobs';
import { type Caller, cursorTimestampSql, type Owner, type Page, toPage } from '@shop/service-kit';
import { type EntityManager, Repository } from 'typeorm';
import type { ProviderCall } from '../engines/image-engine.js';
import type { RequestedPet } from '../images/image.entity.js';
import { getOwnerIds } from '../images/images.repository.js';
import { type FailureReason, getSourceStatuses, MAX_ATTEMPTS } from './drawing-status.rules.js';
import { DrawingEntity } from './drawing.entity.js';

export type NewDrawing = Owner &
  Pick<
    DrawingEntity,
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
    /** The requester's network (see NETWORK_HEADER), which only the job has. */
    network: string | null;
  };

/** PostgreSQL channel that notifies every instance of a changed drawing. The payload is the drawing's id. */
export const DRAWING_CHANNEL = 'ai_jobs_changed';

/** Makes a drawing; its key is the drawing's id. The configuration has the concurrency. */
export const drawArtworkJob = defineJob<{ drawingId: string; network?: string | null }>('art.draw', {
  // The deadline in the drawing's row is earlier.
  timeoutMs: 3_600_000,
  // After the last attempt there is one more, for a photo that crashes the process each time: it only marks the drawing as failed.
  maxAttempts: MAX_ATTEMPTS + 1,
  retryDelaysMs: [500, 1_000, 2_000],
});

/** Rows of requested artworks, and the jobs that draw them. */
@Injectable()
export class DrawingsRepository {
  constructor(
    @InjectRepository(DrawingEntity) private readonly drawings: Repository<DrawingEntity>,
    private readonly queue: JobQueue,
  ) {}

  /** The id of the new drawing, which is enqueued too; null where another request of the owner with the same key was faster. */
  async insertDrawing(
    drawing: NewDrawing,
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
        drawing.userId,
        drawing.guestId,
        drawing.inputImageId,
        drawing.styleKey,
        drawing.prompt,
        drawing.petName,
        drawing.variation,
        drawing.printShape,
        drawing.idempotencyKey,
        drawing.bodyHash,
        deadlineMs,
        drawing.cutOutId,
        drawing.background,
      ],
    );
    const id = rows[0]?.id;
    if (!id) return null;
    if (furtherPets.length > 0) await this.insertFurtherPets(id, furtherPets, manager);
    await this.queue.enqueue(manager, drawArtworkJob, { drawingId: id, network: drawing.network }, { key: id });
    return id;
  }

  private async insertFurtherPets(
    drawingId: string,
    pets: readonly RequestedPet[],
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO ai_job_pets (job_id, position, image_id, cut_out_id)
       SELECT $1, pet.position, pet.image_id, pet.cut_out_id
       FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pet (image_id, cut_out_id, position)`,
      [drawingId, pets.map(({ imageId }) => imageId), pets.map(({ cutOutId }) => cutOutId)],
    );
  }

  /** The second to fourth pet of a drawing, in their order; the drawing itself has the first. */
  listFurtherPets(drawingId: string): Promise<RequestedPet[]> {
    return this.drawings.query(
      'SELECT image_id AS "imageId", cut_out_id AS "cutOutId" FROM ai_job_pets WHERE job_id = $1 ORDER BY position',
      [drawingId],
    );
  }

  /** Adds a call with its cost, also for an attempt that has ended: the provider charges for it. */
  async addProviderCall(drawingId: string, call: ProviderCall): Promise<void> {
    await this.drawings.query('UPDATE ai_jobs SET usage = usage || jsonb_build_array($2::jsonb) WHERE id = $1', [
      drawingId,
      JSON.stringify(call),
    ]);
  }

  findById(id: string): Promise<DrawingEntity | null> {
    return this.drawings.findOneBy({ id });
  }

  findByKeyForOwner(caller: Caller, key: string): Promise<DrawingEntity | null> {
    const { userId, guestId } = getOwnerIds(caller);
    return this.drawings
      .createQueryBuilder('drawing')
      .where('drawing.idempotency_key = :key AND drawing.owner_id IN (:userId, :guestId)', {
        key,
        userId,
        guestId,
      })
      .orderBy('drawing.created_at', 'DESC')
      .getOne();
  }

  /** The drawing of an own artwork. */
  findByArtworkForOwner(caller: Caller, artworkId: string): Promise<DrawingEntity | null> {
    const { userId, guestId } = getOwnerIds(caller);
    return this.drawings
      .createQueryBuilder('drawing')
      .where('drawing.output_image_id = :artworkId AND drawing.owner_id IN (:userId, :guestId)', {
        artworkId,
        userId,
        guestId,
      })
      .getOne();
  }

  /** Newest first. */
  async listForOwner(caller: Caller, { limit, cursor }: OwnDesignsQuery): Promise<Page<DrawingEntity>> {
    const { userId, guestId } = getOwnerIds(caller);
    const { entities, raw } = await this.drawings
      .createQueryBuilder('drawing')
      .addSelect(cursorTimestampSql('drawing.created_at'), 'key_at')
      .where('drawing.owner_id IN (:userId, :guestId)', { userId, guestId })
      .andWhere(
        '(CAST(:at AS timestamptz) IS NULL OR (drawing.created_at, drawing.id) < (CAST(:at AS timestamptz), CAST(:id AS uuid)))',
        { at: cursor?.createdAt ?? null, id: cursor?.id ?? null },
      )
      .orderBy('drawing.created_at', 'DESC')
      .addOrderBy('drawing.id', 'DESC')
      .limit(limit + 1)
      .getRawAndEntities<{ key_at: string }>();
    const rows = entities.map((drawing, index) => ({ drawing, keyAt: raw[index]?.key_at ?? '' }));
    return toPage(rows, limit, {
      key: ({ drawing, keyAt }) => ({ createdAt: keyAt, id: drawing.id }),
      entry: ({ drawing }) => drawing,
    });
  }

  /** How many drawings a user has, and the newest. */
  async findNewestOfUser(userId: string, limit: number): Promise<{ total: number; newest: DrawingEntity[] }> {
    const [newest, total] = await this.drawings
      .createQueryBuilder('drawing')
      .where('drawing.owner_id = :userId', { userId })
      .orderBy('drawing.created_at', 'DESC')
      .addOrderBy('drawing.id', 'DESC')
      .limit(limit)
      .getManyAndCount();
    return { total, newest };
  }

  /**
   * Starts an attempt to draw; null where the drawing is finished. The first attempt keeps the request's deadline; a further one,
   * or one after that deadline, gets a full one.
   */
  async startDrawing(id: string, attempt: number, deadlineMs: number): Promise<DrawingEntity | null> {
    const [, count] = await this.drawings.query<[unknown, number]>(
      `UPDATE ai_jobs SET status = 'processing', attempts = $2, claimed_at = now(),
         deadline_at = CASE WHEN claimed_at IS NULL AND deadline_at > now() THEN deadline_at ELSE now() + $3 * interval '1 millisecond' END
       WHERE id = $1 AND status = ANY ($4)`,
      [id, attempt, deadlineMs, getSourceStatuses('processing')],
    );
    return count > 0 ? this.findById(id) : null;
  }

  /** Resets the start of an attempt that waits for the picture store: the next one keeps the request's deadline. */
  async resetStart({ id, attempts }: DrawingEntity): Promise<void> {
    await this.drawings.query(
      `UPDATE ai_jobs SET attempts = attempts - 1, claimed_at = NULL WHERE id = $1 AND attempts = $2 AND status = 'processing'`,
      [id, attempts],
    );
  }

  /** Saves and publishes the progress. The percentage never decreases within a drawing. */
  async saveProgress({ id, attempts }: DrawingEntity, percent: number, stage: string): Promise<void> {
    await this.drawings.query(
      `WITH changed AS (
         UPDATE ai_jobs SET progress_percent = greatest(progress_percent, $3), progress_stage = $4
         WHERE id = $1 AND attempts = $2 AND status = 'processing' RETURNING id)
       SELECT pg_notify('${DRAWING_CHANNEL}', id::text) FROM changed`,
      [id, attempts, percent, stage],
    );
  }

  /** The drawing, locked until the transaction ends; null where it is finished, or another attempt makes it. */
  findAndLockStarted({ id, attempts }: DrawingEntity, manager: EntityManager): Promise<DrawingEntity | null> {
    return manager.findOne(DrawingEntity, {
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
   * The failed drawing; null where it was already finished, another attempt makes it (`attempt`), or its deadline is still
   * ahead (`overdue`).
   */
  async markFailed(
    id: string,
    reason: FailureReason,
    message: string,
    only: { attempt?: number; overdue?: boolean },
    manager: EntityManager,
  ): Promise<DrawingEntity | null> {
    const failed = await manager
      .createQueryBuilder()
      .update(DrawingEntity)
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
    return manager.findOneBy(DrawingEntity, { id });
  }

  /** Idempotent. Where the user has a drawing with the same key, the guest's drawing loses its key. */
  async reassignToUser(guestId: string, userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ai_jobs drawing SET user_id = $2, guest_id = NULL,
         idempotency_key = CASE WHEN EXISTS (SELECT FROM ai_jobs own WHERE own.owner_id = $2 AND own.idempotency_key = drawing.idempotency_key)
           THEN NULL ELSE drawing.idempotency_key END
       WHERE owner_id = $1`,
      [guestId, userId],
    );
  }

  private async notifyChange(id: string, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_notify('${DRAWING_CHANNEL}', $1)`, [id]);
  }
}
