import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { PrintJobEntity, type PrintFailure, type PrintFileFacts } from './print-job.entity.js';

export type NewPrintJob = Pick<
  PrintJobEntity,
  'orderItemId' | 'orderId' | 'orderNumber' | 'line' | 'artworkId' | 'design' | 'print' | 'revision'
>;

/** What an older revision of an item had; its mock-up stays, because letters that went out show it. */
export interface Outdated {
  sha256: string | null;
  viewId: string | null;
}

@Injectable()
export class PrintJobsRepository {
  constructor(@InjectRepository(PrintJobEntity) private readonly jobs: Repository<PrintJobEntity>) {}

  /** The item was changed: its job begins anew, and whoever is at work on it loses it. Null where this revision is known, or a newer one. */
  async restart(
    { orderItemId, artworkId, design, print, revision }: NewPrintJob,
    manager: EntityManager,
  ): Promise<Outdated | null> {
    const [old] = await manager.query<(Outdated & { revision: number })[]>(
      `SELECT file->>'sha256' AS sha256, view_id AS "viewId", revision FROM print_jobs WHERE order_item_id = $1 FOR UPDATE`,
      [orderItemId],
    );
    if (!old || old.revision >= revision) return null;
    await manager.query(
      `UPDATE print_jobs SET revision = $2, artwork_id = $3, design = $4, print = $5, status = 'pending', failure_reason = NULL, attempts = 0, claimed_by = NULL,
         lease_expires_at = NULL, due_at = now(), file = NULL, mockup_id = NULL, view_id = NULL, completed_at = NULL
       WHERE order_item_id = $1`,
      [orderItemId, revision, artworkId, JSON.stringify(design), print && JSON.stringify(print)],
    );
    return old;
  }

  /** False where the item has its job already. */
  async insert(job: NewPrintJob, manager: EntityManager): Promise<boolean> {
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

  /** One that has its print file. */
  findMade(id: string): Promise<(PrintJobEntity & { file: PrintFileFacts }) | null> {
    return this.jobs
      .createQueryBuilder('job')
      .where('job.id = :id AND job.file IS NOT NULL', { id })
      .getOne() as Promise<(PrintJobEntity & { file: PrintFileFacts }) | null>;
  }

  /** Takes the job for one try; null where it has ended, its pause is not over, or somebody else holds it. */
  async claim(orderItemId: string, claim: string, leaseMs: number): Promise<PrintJobEntity | null> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE print_jobs SET status = 'processing', claimed_by = $2, attempts = attempts + 1, lease_expires_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND status IN ('pending', 'processing') AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())`,
      [orderItemId, claim, leaseMs],
    );
    return count > 0 ? this.jobs.findOneBy({ orderItemId, claimedBy: claim }) : null;
  }

  /** False where this try no longer holds the job. */
  async prolong(orderItemId: string, claim: string, leaseMs: number): Promise<boolean> {
    const [, count] = await this.jobs.query<[unknown, number]>(
      `UPDATE print_jobs SET lease_expires_at = now() + $3 * interval '1 millisecond' WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, leaseMs],
    );
    return count > 0;
  }

  /** Gives the job back, to be tried after the pause. */
  async postpone(orderItemId: string, claim: string, pauseMs: number): Promise<void> {
    await this.jobs.query(
      `UPDATE print_jobs SET status = 'pending', lease_expires_at = NULL, due_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, pauseMs],
    );
  }

  /** The same where it was not the job that failed: the service stops, or the store is away. The try does not count. */
  async handBack(orderItemId: string, claim: string, pauseMs: number): Promise<void> {
    await this.jobs.query(
      `UPDATE print_jobs SET status = 'pending', attempts = attempts - 1, lease_expires_at = NULL, due_at = now() + $3 * interval '1 millisecond'
       WHERE order_item_id = $1 AND claimed_by = $2 AND status = 'processing'`,
      [orderItemId, claim, pauseMs],
    );
  }

  /** Jobs that somebody should have taken up: their pause is over, their instance is gone, or their message was lost. */
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

  /** The job, locked until the transaction ends, if this try still holds it. */
  lockHeld(orderItemId: string, claim: string, manager: EntityManager): Promise<PrintJobEntity | null> {
    return manager.findOne(PrintJobEntity, {
      where: { orderItemId, claimedBy: claim, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setFile(id: string, file: PrintFileFacts, viewId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_jobs SET file = $2, view_id = $3 WHERE id = $1', [
      id,
      JSON.stringify(file),
      viewId,
    ]);
  }

  async complete(id: string, mockupId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE print_jobs SET status = 'completed', mockup_id = $2, lease_expires_at = NULL, completed_at = now() WHERE id = $1`,
      [id, mockupId],
    );
  }

  /** The job as it failed; null where it had ended, or another try holds it. */
  async fail(
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

  async endOrder(orderId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_jobs SET order_ended = true WHERE order_id = $1', [orderId]);
  }

  /** The next ended ones by id, for telling them all again. */
  pageOfEnded(after: string, limit: number, manager: EntityManager): Promise<PrintJobEntity[]> {
    return manager
      .createQueryBuilder(PrintJobEntity, 'job')
      .where({ status: In(['completed', 'failed']) })
      .andWhere('job.id > :after', { after })
      .orderBy('job.id')
      .limit(limit)
      .getMany();
  }
}
