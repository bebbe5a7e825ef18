import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PrintProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
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

export interface PollingLimits {
  olderThanMs: number;
  /** Per run of one instance, and per minute for all instances together. */
  perRun: number;
  perMinute: number;
}

const COLUMNS =
  'order_id AS "orderId", provider, state, due_at AS "dueAt", attempts, reason, external_id AS "externalId"';

/** `now()` is the same for both tables, so the change window has one end. */
const START_CHANGE_WINDOW = `
  WITH paid AS (UPDATE orders SET change_window_ends_at = now() + make_interval(secs => $2) WHERE id = $1 RETURNING id, change_window_ends_at)
  INSERT INTO fulfilments (order_id, provider, due_at) SELECT id, $3, change_window_ends_at FROM paid RETURNING due_at AS "dueAt"`;

/**
 * Due orders: never tried ones for the current printer, others for the printer that may already have them. Locks the
 * order before its row, as everywhere, and skips orders that another transaction has locked.
 */
const LOCK_DUE_ORDER = `
  SELECT o.id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand' AND CASE WHEN f.attempts = 0 THEN $1::text IS NOT NULL ELSE f.provider = ANY($2) END
    AND ((f.state IN ('change-window', 'waiting') AND f.due_at <= now()) OR (f.state = 'submitting' AND f.lease_expires_at < now()))
  ORDER BY f.due_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED`;

/** Checks the row again under the order's lock. The provider changes only before the first attempt. */
const CLAIM = `
  UPDATE fulfilments SET state = 'submitting', claimed_by = $2, attempts = attempts + 1, lease_expires_at = now() + $3 * interval '1 millisecond',
    provider = CASE WHEN attempts = 0 THEN COALESCE($4, provider) ELSE provider END
  WHERE order_id = $1 AND ((state IN ('change-window', 'waiting') AND due_at <= now()) OR (state = 'submitting' AND lease_expires_at < now()))
  RETURNING ${COLUMNS}`;

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

const SELECT_ORPHANED = `
  SELECT f.order_id AS "orderId" FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand' AND f.provider <> ALL($1) AND f.attempts > 0 AND f.reason IS DISTINCT FROM $2 AND o.status IN ('paid', 'processing')
    AND (f.state IN ('waiting', 'submitted') OR (f.state = 'submitting' AND f.lease_expires_at < now()))
  LIMIT 100`;

/** Submitted orders in processing, and for 30 days shipped orders whose tracking is not complete. */
const AT_PRINTER = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'submitted' AND f.provider = 'printful' AND f.polled_at < now() - $1 * interval '1 millisecond'
    AND (o.status = 'processing' OR (o.status = 'shipped' AND (o.tracking IS NULL OR o.tracking->'isPartial' = 'true') AND f.submitted_at > now() - interval '30 days'))`;

/** Recalled orders whose submission was never confirmed: a late request reaches the printer within a day, if at all. */
const RECALLED = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'cancelled' AND f.attempts > 0 AND f.submitted_at IS NULL AND f.provider = 'printful'
    AND o.updated_at > now() - interval '1 day' AND COALESCE(f.polled_at, '-infinity') < now() - $1 * interval '1 millisecond'`;

/**
 * The orders that were not polled for the longest time, marked as polled at once. Orders polled or submitted within the
 * last minute count against the limit.
 */
const CLAIM_FOR_POLLING = `
  UPDATE fulfilments SET polled_at = now() WHERE order_id IN (
    SELECT f.order_id FROM fulfilments f WHERE f.order_id IN (${AT_PRINTER} UNION ALL ${RECALLED})
    ORDER BY f.polled_at NULLS FIRST LIMIT LEAST($2::bigint, GREATEST(0, $3::bigint - (SELECT count(*) FROM fulfilments m WHERE m.polled_at > now() - interval '1 minute'))) FOR UPDATE OF f SKIP LOCKED
  ) RETURNING order_id AS "orderId"`;

@Injectable()
export class FulfilmentsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Starts the change window of an order that was just paid. Returns its end. */
  async startChangeWindow(
    manager: EntityManager,
    orderId: string,
    seconds: number,
    provider: PrintProviderName,
  ): Promise<Date> {
    const [row] = await manager.query<{ dueAt: Date }[]>(START_CHANGE_WINDOW, [orderId, seconds, provider]);
    if (!row) throw new Error(`Order ${orderId} does not exist`);
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

  /** The next order to submit, locked until the transaction ends; null if none is due. */
  async lockNextDue(manager: EntityManager, { current, reachable }: Printers): Promise<string | null> {
    const [due] = await manager.query<{ id: string }[]>(LOCK_DUE_ORDER, [current, reachable]);
    return due?.id ?? null;
  }

  /** Claims the row of a locked order for one attempt; null if it is not due any more. */
  async claimOrder(
    manager: EntityManager,
    orderId: string,
    { claim, leaseMs, provider }: { claim: string; leaseMs: number; provider: PrintProviderName | null },
  ): Promise<Fulfilment | null> {
    const [rows] = await manager.query<[Fulfilment[], number]>(CLAIM, [orderId, claim, leaseMs, provider]);
    return rows[0] ?? null;
  }

  /** Ends the change window or the delay. False if there is nothing to submit. */
  async makeDue(manager: EntityManager, orderId: string): Promise<boolean> {
    return this.updateRow(
      manager,
      `state = 'waiting', due_at = now()`,
      `order_id = $1 AND state IN ('change-window', 'waiting') AND provider <> 'by-hand'`,
      [orderId],
    );
  }

  /** Submits an order again that the printer lost. False if the printer has it, or never had it. */
  async resubmit(manager: EntityManager, orderId: string): Promise<boolean> {
    const gone = `order_id = $1 AND state = 'submitted' AND reason = $2`;
    return this.updateRow(
      manager,
      `state = 'waiting', due_at = now(), external_id = NULL, submitted_at = NULL, polled_at = NULL`,
      gone,
      [orderId, MISSING_AT_PRINTER],
    );
  }

  /** Called when another print file has arrived. */
  async makeDueAfterPrintFile(manager: EntityManager, orderId: string): Promise<void> {
    await this.updateRow(
      manager,
      'due_at = now()',
      `order_id = $1 AND state = 'waiting' AND attempts = 0 AND due_at > now()`,
      [orderId],
    );
  }

  /** Requires the order's lock. Takes back the attempt, because the printer was not called. */
  async postponeUnattempted(
    manager: EntityManager,
    orderId: string,
    { delayMs, reason }: { delayMs: number; reason: string | null },
  ): Promise<void> {
    await this.updateRow(
      manager,
      `state = 'waiting', attempts = attempts - 1, due_at = now() + $2 * interval '1 millisecond', reason = $3`,
      'order_id = $1',
      [orderId, delayMs, reason],
    );
  }

  /** False if another attempt has the claim. */
  async postponeClaimed(
    manager: EntityManager,
    orderId: string,
    claim: string,
    { delayMs, reason }: { delayMs: number; reason: string | null },
  ): Promise<boolean> {
    const isClaimed = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    return this.updateRow(
      manager,
      `state = 'waiting', due_at = now() + $3 * interval '1 millisecond', reason = $4`,
      isClaimed,
      [orderId, claim, delayMs, reason],
    );
  }

  /** Prevents attempts for a while, so that an order that is being recalled is not submitted again. */
  async delayAttempts(orderId: string, delayMs: number): Promise<void> {
    await this.updateRow(
      this.dataSource.manager,
      `due_at = GREATEST(due_at, now() + $2 * interval '1 millisecond')`,
      `order_id = $1 AND state = 'waiting'`,
      [orderId, delayMs],
    );
  }

  /** The printer answered the attempt with this claim. */
  async markSubmitted(manager: EntityManager, orderId: string, claim: string, externalId: string): Promise<void> {
    const isClaimed = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    await this.updateRow(
      manager,
      `state = 'submitted', external_id = $3, submitted_at = now(), polled_at = now()`,
      isClaimed,
      [orderId, claim, externalId],
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

  async assignToAdmins(): Promise<void> {
    await this.dataSource.query(ASSIGN_TO_ADMINS);
  }

  /** Orders at a printer that is not configured any more and that do not have this reason yet. */
  async listOrphaned(reachable: readonly PrintProviderName[], reason: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(SELECT_ORPHANED, [reachable, reason]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Orders whose printer was not asked for the given time. */
  async claimForPolling({ olderThanMs, perRun: atOnce, perMinute: aMinute }: PollingLimits): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(CLAIM_FOR_POLLING, [
      olderThanMs,
      atOnce,
      aMinute,
    ]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Decides when the order is polled next. */
  async setPolledAgo(orderId: string, ms: number): Promise<void> {
    await this.updateRow(
      this.dataSource.manager,
      `polled_at = now() - $2 * interval '1 millisecond'`,
      'order_id = $1',
      [orderId, ms],
    );
  }

  private async updateRow(manager: EntityManager, set: string, where: string, values: unknown[]): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      `UPDATE fulfilments SET ${set} WHERE ${where}`,
      values,
    );
    return changed > 0;
  }
}
