import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { PrintJobEntity, type PrintFailure, type PrintFileDetails } from './print-job.entity.js';

export type NewPrintJob = Pick<
  PrintJobEntity,
  'orderItemId' | 'orderId' | 'orderNumber' | 'line' | 'artworkId' | 'design' | 'print' | 'revision'
>;

/** Files of an older revision. Its mock-up stays, because emails that were sent show it. */
export interface OutdatedFiles {
  sha256: string | null;
  viewId: string | null;
}

@Injectable()
export class PrintJobsRepository {
  constructor(@InjectRepository(PrintJobEntity) private readonly jobs: Repository<PrintJobEntity>) {}

  /**
   * Restarts the job for a newer revision of the item; a running attempt loses its lease. Null where this revision or
   * a newer one is known.
   */
  async restartJob(
    { orderItemId, artworkId, design, print, revision }: NewPrintJob,
    manager: EntityManager,
  ): Promise<OutdatedFiles | null> {
    const [current] = await manager.query<(OutdatedFiles & { revision: number })[]>(
      `SELECT file->>'sha256' AS sha256, view_id AS "viewId", revision FROM print_jobs WHERE order_item_id = $1 FOR UPDATE`,
      [orderItemId],
    );
    if (!current || current.revision >= revision) return null;
    await manager.query(
      `UPDATE print_jobs SET revision = $2, artwork_id = $3, design = $4, print = $5, status = 'pending', failure_reason = NULL, attempts = 0, claimed_by = NULL,
         lease_expires_at = NULL, due_at = now(), file = NULL, mockup_id = NULL, view_id = NULL, completed_at = NULL
       WHERE order_item_id = $1`,
      [orderItemId, revision, artworkId, JSON.stringify(design), print && JSON.stringify(print)],
    );
    return current;
  }

  /** False where the item already has a job. */
  async insertJob(job: NewPrintJob, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO print_jobs (order_item_id, order_id, order_number, line, artwork_id, design, print, revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (order_item_id) DO NOTHING RETURNING 1`,
      [
        job.orderItemId,
        job.orderId,
        job.orderNumber,
        job.line,
        job.artworkId,
        JSON.stringify(job.design),
        job.print && JSON.stringify(job.print),
        job.revision,
      ],
    );
    return rows.length > 0;
  }

  /** A job that has its print file. */
  findWithFile(id: string): Promise<(PrintJobEntity & { file: PrintFileDetails }) | null> {
    return this.jobs
      .createQueryBuilder('job')
      .where('job.id = :id AND job.file IS NOT NULL', { id })
      .getOne() as Promise<(PrintJobEntity & { file: PrintFileDetails }) | null>;
  }

  /**
   * Claims the job for one attempt; null where it is finished, its pause is not over, or another attempt has the
   * lease.
   */
  async claimJob(orderItemId: string, claim: string, leaseMs: number): Promise<PrintJobEntity | null> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE print_jobs SET status = 'processing', claimed_by = $2, attempts = attempts + 1, lease_expires_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND status IN ('pending', 'processing') AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())`,
      [orderItemId, claim, leaseMs],
    );
    return count > 0 ? this.jobs.findOneBy({ orderItemId, claimedBy: claim }) : null;
  }

  /** False where this attempt has lost the job. */
  async renewLease(orderItemId: string, claim: string, leaseMs: number): Promise<boolean> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE print_jobs SET lease_expires_at = now() + $3 * interval '1 millisecond' WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, leaseMs],
    );
    return count > 0;
  }

  /** Releases the job for another attempt after the pause. */
  async postponeJob(orderItemId: string, claim: string, pauseMs: number): Promise<void> {
    await this.jobs.query(
      `UPDATE print_jobs SET status = 'pending', lease_expires_at = NULL, due_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, pauseMs],
    );
  }

  /** Releases the job without counting the attempt, for a stop of the service or an unavailable store. */
  async postponeWithoutAttempt(orderItemId: string, claim: string, pauseMs: number): Promise<void> {
    await this.jobs.query(
      `UPDATE print_jobs SET status = 'pending', attempts = attempts - 1, lease_expires_at = NULL, due_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, pauseMs],
    );
  }

  /** Jobs that should be running: their pause is over, their instance died, or their event was lost. */
  async listDue(limit: number): Promise<string[]> {
    const rows = await this.jobs.query<{ id: string }[]>(
      `SELECT order_item_id AS id FROM print_jobs
       WHERE status IN ('pending', 'processing') AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())
         AND (claimed_by IS NOT NULL OR created_at < now() - interval '5 seconds')
       ORDER BY due_at, id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The job, locked until the transaction ends; null where this attempt has lost it. */
  findAndLockClaimed(orderItemId: string, claim: string, manager: EntityManager): Promise<PrintJobEntity | null> {
    return manager.findOne(PrintJobEntity, {
      where: { orderItemId, claimedBy: claim, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async saveFile(id: string, file: PrintFileDetails, viewId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_jobs SET file = $2, view_id = $3 WHERE id = $1', [
      id,
      JSON.stringify(file),
      viewId,
    ]);
  }

  async markCompleted(id: string, mockupId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE print_jobs SET status = 'completed', mockup_id = $2, lease_expires_at = NULL, completed_at = now() WHERE id = $1`,
      [id, mockupId],
    );
  }

  /** The failed job; null where it was already finished, or another attempt has it. */
  async markFailed(
    orderItemId: string,
    reason: PrintFailure,
    claim: string | null,
    manager: EntityManager,
  ): Promise<PrintJobEntity | null> {
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE print_jobs SET status = 'failed', failure_reason = $2, lease_expires_at = NULL, completed_at = now()
       WHERE order_item_id = $1 AND status IN ('pending', 'processing') AND ($3::uuid IS NULL OR claimed_by = $3)`,
      [orderItemId, reason, claim],
    );
    return count > 0 ? manager.findOneBy(PrintJobEntity, { orderItemId }) : null;
  }

  async markOrderEnded(orderId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_jobs SET order_ended = true WHERE order_id = $1', [orderId]);
  }

  /** A page of finished jobs in the order of their ids. */
  listFinished(after: string, limit: number, manager: EntityManager): Promise<PrintJobEntity[]> {
    return manager
      .createQueryBuilder(PrintJobEntity, 'job')
      .where({ status: In(['completed', 'failed']) })
      .andWhere('job.id > :after', { after })
      .orderBy('job.id')
      .limit(limit)
      .getMany();
  }
}
