import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PrintProviderName } from '@shop/contracts-order';
import { defineJob, JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { isOnHoldSql } from './fulfilment-holds.repository.js';
import type { FulfilmentState } from './fulfilment.rules.js';
import { MISSING_AT_PRINTER } from './printer-status.rules.js';

/** The printing state of an order: one row per order, inserted when it is paid. */
export interface Fulfilment {
  orderId: string;
  provider: PrintProviderName;
  state: FulfilmentState;
  dueAt: Date;
  attempts: number;
  reason: string | null;
  externalId: string | null;
}

export interface Printers {
  /** Null: an admin prints all orders that were not submitted yet. */
  current: PrintProviderName | null;
  reachable: readonly PrintProviderName[];
}

/** Makes one attempt to submit an order to its printer. Its key is the order. */
export const submitOrder = defineJob<{ orderId: string }>('orders.submit', { timeoutMs: 120_000, concurrency: 3 });

const COLUMNS =
  'order_id AS "orderId", provider, state, due_at AS "dueAt", attempts, reason, external_id AS "externalId"';

/** `now()` is the same for both tables, so the change window has one end. */
const START_CHANGE_WINDOW = `
  WITH paid AS (UPDATE orders SET change_window_ends_at = now() + make_interval(secs => $2) WHERE id = $1 RETURNING id, change_window_ends_at)
  INSERT INTO fulfilments (order_id, provider, due_at) SELECT id, $3, change_window_ends_at FROM paid RETURNING due_at AS "dueAt"`;

/**
 * The order can be submitted now: for the first time to the current printer ($2), again to the printer that may already have it ($3).
 * The order has one job, so an attempt that has not ended was interrupted. An order on hold waits.
 */
export const IS_DUE = `
  provider <> 'by-hand' AND CASE WHEN attempts = 0 THEN $2::text IS NOT NULL ELSE provider = ANY($3) END
  AND (state IN ('change-window', 'waiting') AND due_at <= now() AND NOT ${isOnHoldSql('fulfilments.order_id')} OR state = 'submitting')`;

/** The provider changes only before the first attempt. */
const CLAIM = `
  UPDATE fulfilments SET state = 'submitting', attempts = attempts + 1, due_at = now(),
    provider = CASE WHEN attempts = 0 THEN COALESCE($2, provider) ELSE provider END
  WHERE order_id = $1 AND ${IS_DUE} RETURNING ${COLUMNS}`;

/** Before this time there is nothing to submit. */
const NEXT_ATTEMPT = `
  SELECT due_at AS "dueAt" FROM fulfilments
  WHERE order_id = $1 AND provider <> 'by-hand' AND state IN ('change-window', 'waiting') AND due_at > now()`;

@Injectable()
export class FulfilmentsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
  ) {}

  /** Starts the change window of an order that was just paid. Returns its end. */
  async startChangeWindow(
    manager: EntityManager,
    orderId: string,
    seconds: number,
    provider: PrintProviderName,
  ): Promise<Date> {
    const [row] = await manager.query<{ dueAt: Date }[]>(START_CHANGE_WINDOW, [orderId, seconds, provider]);
    if (!row) throw new Error(`Order ${orderId} does not exist`);
    if (provider !== 'by-hand') await this.enqueueSubmission(manager, orderId, row.dueAt);
    return row.dueAt;
  }

  async findByOrder(orderId: string, manager = this.dataSource.manager): Promise<Fulfilment | null> {
    const [row] = await manager.query<Fulfilment[]>(`SELECT ${COLUMNS} FROM fulfilments WHERE order_id = $1`, [
      orderId,
    ]);
    return row ?? null;
  }

  /** Whether the change window is open, by the database's clock. Requires the order's lock. */
  async isChangeWindowOpen(manager: EntityManager, orderId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM fulfilments WHERE order_id = $1 AND state = 'change-window' AND due_at > clock_timestamp()`,
      [orderId],
    );
    return rows.length > 0;
  }

  /** Adds the order's job or moves it. It starts a millisecond later, because the database's times are more precise than a Date. */
  async enqueueSubmission(manager: EntityManager, orderId: string, at = new Date()): Promise<void> {
    await this.jobs.enqueue(manager, submitOrder, { orderId }, { key: orderId, runAt: new Date(at.getTime() + 1) });
  }

  /** Claims the row of a locked order for one attempt; null if it is not due. Its job runs again at its next time then. */
  async claimOrder(
    manager: EntityManager,
    orderId: string,
    { current, reachable }: Printers,
  ): Promise<Fulfilment | null> {
    const [[claimed]] = await manager.query<[Fulfilment[], number]>(CLAIM, [orderId, current, reachable]);
    if (claimed) return claimed;
    const [next] = await manager.query<{ dueAt: Date }[]>(NEXT_ATTEMPT, [orderId]);
    if (next) await this.enqueueSubmission(manager, orderId, next.dueAt);
    return null;
  }

  /** Ends the change window or the delay. False if there is nothing to submit. */
  async makeDue(manager: EntityManager, orderId: string): Promise<boolean> {
    return this.reschedule(
      manager,
      `state = 'waiting', due_at = now()`,
      `order_id = $1 AND state IN ('change-window', 'waiting') AND provider <> 'by-hand'`,
      [orderId],
    );
  }

  /** An interrupted attempt of an order on hold is not repeated before its release. The printer may have the order. */
  async endInterruptedAttempt(manager: EntityManager, orderId: string): Promise<void> {
    await this.updateRow(manager, `state = 'waiting'`, `order_id = $1 AND state = 'submitting'`, [orderId]);
  }

  /** An order that was on hold goes on: at the end of its change window or delay, or now if that has passed. */
  async resume(manager: EntityManager, orderId: string): Promise<void> {
    await this.reschedule(
      manager,
      'due_at = GREATEST(due_at, now())',
      `order_id = $1 AND state IN ('change-window', 'waiting', 'submitting') AND provider <> 'by-hand'`,
      [orderId],
    );
  }

  /** Submits an order again that the printer lost. False if the printer has it, or never had it. */
  async resubmit(manager: EntityManager, orderId: string): Promise<boolean> {
    const gone = `order_id = $1 AND state = 'submitted' AND reason = $2`;
    return this.reschedule(
      manager,
      `state = 'waiting', due_at = now(), external_id = NULL, submitted_at = NULL, polled_at = NULL`,
      gone,
      [orderId, MISSING_AT_PRINTER],
    );
  }

  /** Called when another print file has arrived. */
  async makeDueAfterPrintFile(manager: EntityManager, orderId: string): Promise<void> {
    await this.reschedule(
      manager,
      'due_at = now()',
      `order_id = $1 AND state = 'waiting' AND attempts = 0 AND due_at > now()`,
      [orderId],
    );
  }

  /** Takes back the attempt, because the printer was not called. False if this attempt was taken over. */
  async postponeUnattempted(
    manager: EntityManager,
    { orderId, attempts }: Fulfilment,
    { delayMs, reason }: { delayMs: number; reason: string | null },
  ): Promise<boolean> {
    return this.reschedule(
      manager,
      `state = 'waiting', attempts = attempts - 1, due_at = now() + $3 * interval '1 millisecond', reason = $4`,
      `order_id = $1 AND attempts = $2 AND state = 'submitting'`,
      [orderId, attempts, delayMs, reason],
    );
  }

  /** False if this attempt was taken over. */
  async postponeClaimed(
    manager: EntityManager,
    orderId: string,
    attempt: number,
    { delayMs, reason }: { delayMs: number; reason: string | null },
  ): Promise<boolean> {
    return this.reschedule(
      manager,
      `state = 'waiting', due_at = now() + $3 * interval '1 millisecond', reason = $4`,
      `order_id = $1 AND attempts = $2 AND state = 'submitting'`,
      [orderId, attempt, delayMs, reason],
    );
  }

  /**
   * Prevents attempts for a while, so that an order that is being recalled is not submitted again. Its job finds the later time. False: it does not
   * wait.
   */
  async delayAttempts(orderId: string, delayMs: number, manager = this.dataSource.manager): Promise<boolean> {
    return this.updateRow(
      manager,
      `due_at = GREATEST(due_at, now() + $2 * interval '1 millisecond')`,
      `order_id = $1 AND state = 'waiting'`,
      [orderId, delayMs],
    );
  }

  /** The printer answered this attempt. */
  async markSubmitted(manager: EntityManager, orderId: string, attempt: number, externalId: string): Promise<void> {
    await this.updateRow(
      manager,
      `state = 'submitted', external_id = $3, submitted_at = now(), polled_at = now()`,
      `order_id = $1 AND attempts = $2 AND state = 'submitting'`,
      [orderId, attempt, externalId],
    );
  }

  /** The printer has the order, whichever attempt submitted it. */
  async markAccepted(manager: EntityManager, orderId: string, externalId: string): Promise<void> {
    const unknown = `order_id = $1 AND state IN ('change-window', 'waiting', 'submitting')`;
    await this.updateRow(
      manager,
      `state = 'submitted', external_id = $2, submitted_at = now(), polled_at = now()`,
      unknown,
      [orderId, externalId],
    );
  }

  /** An admin prints the order. */
  async markPrintedByHand(manager: EntityManager, orderId: string): Promise<void> {
    await this.updateRow(
      manager,
      `state = 'submitted', submitted_at = now()`,
      `order_id = $1 AND provider = 'by-hand' AND state IN ('change-window', 'waiting')`,
      [orderId],
    );
  }

  async cancelFulfilment(manager: EntityManager, orderId: string): Promise<void> {
    await this.updateRow(manager, `state = 'cancelled', reason = NULL`, 'order_id = $1', [orderId]);
  }

  /** Stores why the order waits at the printer. True if the reason is new. */
  async saveReason(manager: EntityManager, orderId: string, reason: string | null): Promise<boolean> {
    return this.updateRow(manager, 'reason = $2', 'order_id = $1 AND reason IS DISTINCT FROM $2', [orderId, reason]);
  }

  private async updateRow(manager: EntityManager, set: string, where: string, values: unknown[]): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      `UPDATE fulfilments SET ${set} WHERE ${where}`,
      values,
    );
    return changed > 0;
  }

  /** Changes `due_at`, and the time of the order's job with it. */
  private async reschedule(manager: EntityManager, set: string, where: string, values: unknown[]): Promise<boolean> {
    const [[row]] = await manager.query<[Pick<Fulfilment, 'orderId' | 'dueAt'>[], number]>(
      `UPDATE fulfilments SET ${set} WHERE ${where} RETURNING order_id AS "orderId", due_at AS "dueAt"`,
      values,
    );
    if (row) await this.enqueueSubmission(manager, row.orderId, row.dueAt);
    return row !== undefined;
  }
}
