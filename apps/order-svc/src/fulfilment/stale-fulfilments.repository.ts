import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PrintProviderName } from '@shop/contracts-order';
import { DataSource } from 'typeorm';
import { FulfilmentsRepository, IS_DUE, submitOrder, type Printers } from './fulfilments.repository.js';

export interface PollingLimits {
  olderThanMs: number;
  perMinute: number;
}

/** Due orders that had no reachable printer when their job ran. A job that waits for a later time is moved. */
const DUE_WITHOUT_JOB = `
  SELECT order_id AS "orderId" FROM fulfilments
  WHERE ${IS_DUE} AND NOT EXISTS (
    SELECT FROM graphile_worker.jobs AS job WHERE job.key = $1 || ':' || order_id AND (job.run_at <= now() OR job.locked_at IS NOT NULL))`;

/**
 * No printer is configured any more: an admin prints these orders. Orders already in processing count as printed by
 * hand.
 */
const ASSIGN_TO_ADMINS = `
  WITH unassigned AS (
    SELECT o.id, o.status FROM fulfilments f JOIN orders o ON o.id = f.order_id
    WHERE f.provider <> 'by-hand' AND f.attempts = 0 AND f.state IN ('change-window', 'waiting') AND (f.due_at <= now() OR f.state = 'waiting') FOR UPDATE OF o SKIP LOCKED)
  UPDATE fulfilments f SET provider = 'by-hand', reason = NULL, state = CASE WHEN unassigned.status = 'processing' THEN 'submitted' ELSE f.state END,
    submitted_at = CASE WHEN unassigned.status = 'processing' THEN now() END
  FROM unassigned WHERE f.order_id = unassigned.id AND f.attempts = 0 AND f.state IN ('change-window', 'waiting')`;

/** An attempt that began an hour ago has ended. */
const SELECT_ORPHANED = `
  SELECT f.order_id AS "orderId" FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.ended_at IS NULL AND f.provider <> 'by-hand' AND f.provider <> ALL($1) AND f.attempts > 0 AND f.reason IS DISTINCT FROM $2 AND o.status IN ('paid', 'processing')
    AND (f.state IN ('waiting', 'submitted') OR (f.state = 'submitting' AND f.due_at < now() - interval '1 hour'))
  LIMIT 100`;

/** Submitted orders in processing, for 30 days shipped orders whose tracking is not complete, and orders whose parcel is back. */
const AT_PRINTER = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'submitted' AND f.ended_at IS NULL AND f.provider <> 'by-hand' AND f.polled_at < now() - $1 * interval '1 millisecond'
    AND (o.status = 'processing' OR (o.status = 'shipped' AND (o.returned_at IS NOT NULL OR (o.tracking IS NULL OR o.tracking->'isPartial' = 'true') AND f.submitted_at > now() - interval '30 days')))`;

/** Recalled orders whose submission was never confirmed: a late request reaches the printer within a day, if at all. */
const RECALLED = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'cancelled' AND f.attempts > 0 AND f.submitted_at IS NULL AND f.provider <> 'by-hand'
    AND o.updated_at > now() - interval '1 day' AND COALESCE(f.polled_at, '-infinity') < now() - $1 * interval '1 millisecond'`;

/**
 * The orders that were not polled for the longest time, marked as polled at once. Orders polled or submitted since the last run,
 * which was about a minute ago, count against the limit.
 */
const CLAIM_FOR_POLLING = `
  UPDATE fulfilments SET polled_at = now() WHERE order_id = ANY(ARRAY(
    SELECT f.order_id FROM fulfilments f WHERE f.order_id IN (${AT_PRINTER} UNION ALL ${RECALLED})
    ORDER BY f.polled_at NULLS FIRST LIMIT GREATEST(0, $2::bigint - (SELECT count(*) FROM fulfilments m WHERE m.polled_at > now() - interval '50 seconds')) FOR UPDATE OF f SKIP LOCKED
  )) RETURNING order_id AS "orderId"`;

/** Finds the orders that no event and no job moves on. */
@Injectable()
export class StaleFulfilmentsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  async enqueueWithoutJob({ current, reachable }: Printers): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const due = await manager.query<{ orderId: string }[]>(DUE_WITHOUT_JOB, [submitOrder.name, current, reachable]);
      for (const { orderId } of due) await this.fulfilments.enqueueSubmission(manager, orderId);
    });
  }

  async assignToAdmins(): Promise<void> {
    await this.dataSource.query(ASSIGN_TO_ADMINS);
  }

  /** Orders at a printer that is not configured any more and that do not have this reason yet. */
  async listOrphaned(reachable: readonly PrintProviderName[], reason: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(SELECT_ORPHANED, [reachable, reason]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Orders whose printer was not asked for the given time. */
  async claimForPolling({ olderThanMs, perMinute }: PollingLimits): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(CLAIM_FOR_POLLING, [
      olderThanMs,
      perMinute,
    ]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Decides when the order is polled next. */
  async setPolledAgo(orderId: string, ms: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE fulfilments SET polled_at = now() - $2 * interval '1 millisecond' WHERE order_id = $1`,
      [orderId, ms],
    );
  }
}
