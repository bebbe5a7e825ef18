import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PrintProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { FulfilmentState } from './fulfilment.rules.js';
import { GONE_AT_PRINTER } from './printer-verdict.rules.js';

/** How an order comes to be printed: one row an order, made when it is paid. */
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
  /** Null: an admin prints what no printer was told of yet. */
  current: PrintProviderName | null;
  reachable: readonly PrintProviderName[];
}

export interface Asking {
  olderThanMs: number;
  /** In one look of one instance, and in a minute of all of them together. */
  atOnce: number;
  aMinute: number;
}

const COLUMNS =
  'order_id AS "orderId", provider, state, due_at AS "dueAt", attempts, reason, external_id AS "externalId"';

/** `now()` is one moment for the order and its row, so that the hold has one end. */
const HOLD = `
  WITH held AS (UPDATE orders SET hold_until = now() + make_interval(secs => $2) WHERE id = $1 RETURNING id, hold_until)
  INSERT INTO fulfilments (order_id, provider, due_at) SELECT id, $3, hold_until FROM held RETURNING due_at AS "dueAt"`;

/** Of the rows that should have been taken up: by who prints now, or, once it was tried, by whoever may have it. The order before its row, as everywhere, and never one that somebody changes right now. */
const DUE_ORDER = `
  SELECT o.id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand' AND CASE WHEN f.attempts = 0 THEN $1::text IS NOT NULL ELSE f.provider = ANY($2) END
    AND ((f.state IN ('held', 'waiting') AND f.due_at <= now()) OR (f.state = 'submitting' AND f.lease_expires_at < now()))
  ORDER BY f.due_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED`;

/** The row is looked at again under the order's lock: it may have moved on since it was found. A printer that was tried once is asked first. */
const CLAIM = `
  UPDATE fulfilments SET state = 'submitting', claimed_by = $2, attempts = attempts + 1, lease_expires_at = now() + $3 * interval '1 millisecond',
    provider = CASE WHEN attempts = 0 THEN COALESCE($4, provider) ELSE provider END
  WHERE order_id = $1 AND ((state IN ('held', 'waiting') AND due_at <= now()) OR (state = 'submitting' AND lease_expires_at < now()))
  RETURNING ${COLUMNS}`;

/** No printer is set up any more that could be told of them: an admin prints them. Those that an admin has moved on are printed already. */
const LEAVE_TO_ADMINS = `
  WITH given AS (
    SELECT o.id, o.status FROM fulfilments f JOIN orders o ON o.id = f.order_id
    WHERE f.provider <> 'by-hand' AND f.attempts = 0 AND f.state IN ('held', 'waiting') AND (f.due_at <= now() OR f.state = 'waiting') FOR UPDATE OF o SKIP LOCKED)
  UPDATE fulfilments f SET provider = 'by-hand', reason = NULL, state = CASE WHEN given.status = 'processing' THEN 'submitted' ELSE f.state END,
    submitted_at = CASE WHEN given.status = 'processing' THEN now() END
  FROM given WHERE f.order_id = given.id AND f.attempts = 0 AND f.state IN ('held', 'waiting')`;

const FORSAKEN = `
  SELECT f.order_id AS "orderId" FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand' AND f.provider <> ALL($1) AND f.attempts > 0 AND f.reason IS DISTINCT FROM $2 AND o.status IN ('paid', 'processing')
    AND (f.state IN ('waiting', 'submitted') OR (f.state = 'submitting' AND f.lease_expires_at < now()))
  LIMIT 100`;

/** Of parcels on their way only their numbers are learned by asking, and that for a month. */
const AT_PRINTER = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'submitted' AND f.provider = 'printful' AND f.asked_at < now() - $1 * interval '1 millisecond'
    AND (o.status = 'processing' OR (o.status = 'shipped' AND (o.tracking IS NULL OR o.tracking->'isPartial' = 'true') AND f.submitted_at > now() - interval '30 days'))`;

/** Taken back where nobody had heard that it was there: what was still on its way to the printer arrives within a day, if at all. */
const TAKEN_BACK = `
  SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.state = 'cancelled' AND f.attempts > 0 AND f.submitted_at IS NULL AND f.provider = 'printful'
    AND o.updated_at > now() - interval '1 day' AND COALESCE(f.asked_at, '-infinity') < now() - $1 * interval '1 millisecond'`;

/** Those that were asked about longest ago, marked as asked at once; within the last minute others were asked about, whatever became of them, or handed over. */
const TAKE_UNASKED = `
  UPDATE fulfilments SET asked_at = now() WHERE order_id IN (
    SELECT f.order_id FROM fulfilments f WHERE f.order_id IN (${AT_PRINTER} UNION ALL ${TAKEN_BACK})
    ORDER BY f.asked_at NULLS FIRST LIMIT LEAST($2::bigint, GREATEST(0, $3::bigint - (SELECT count(*) FROM fulfilments m WHERE m.asked_at > now() - interval '1 minute'))) FOR UPDATE OF f SKIP LOCKED
  ) RETURNING order_id AS "orderId"`;

@Injectable()
export class FulfilmentsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Begins the hold of an order that was just paid; when it ends. */
  async hold(manager: EntityManager, orderId: string, seconds: number, provider: PrintProviderName): Promise<Date> {
    const [row] = await manager.query<{ dueAt: Date }[]>(HOLD, [orderId, seconds, provider]);
    if (!row) throw new Error(`Order ${orderId} is gone`);
    return row.dueAt;
  }

  async find(orderId: string, manager = this.dataSource.manager): Promise<Fulfilment | null> {
    const [row] = await manager.query<Fulfilment[]>(`SELECT ${COLUMNS} FROM fulfilments WHERE order_id = $1`, [
      orderId,
    ]);
    return row ?? null;
  }

  /** Under the order's lock: whether the hold goes on, by the database's clock. */
  async isHeld(manager: EntityManager, orderId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM fulfilments WHERE order_id = $1 AND state = 'held' AND due_at > clock_timestamp()`,
      [orderId],
    );
    return rows.length > 0;
  }

  /** An order that should go to the printer now, locked until the transaction ends; null where there is none. */
  async lockDue(manager: EntityManager, { current, reachable }: Printers): Promise<string | null> {
    const [due] = await manager.query<{ id: string }[]>(DUE_ORDER, [current, reachable]);
    return due?.id ?? null;
  }

  /** Takes the row of a locked order for one try; null where it is not, or no longer, to be taken. */
  async claim(
    manager: EntityManager,
    orderId: string,
    { claim, leaseMs, provider }: { claim: string; leaseMs: number; provider: PrintProviderName | null },
  ): Promise<Fulfilment | null> {
    const [rows] = await manager.query<[Fulfilment[], number]>(CLAIM, [orderId, claim, leaseMs, provider]);
    return rows[0] ?? null;
  }

  /** The hold is over, or the pause: it is tried now. False where there is nothing to try. */
  async hasten(manager: EntityManager, orderId: string): Promise<boolean> {
    return this.change(
      manager,
      `state = 'waiting', due_at = now()`,
      `order_id = $1 AND state IN ('held', 'waiting') AND provider <> 'by-hand'`,
      [orderId],
    );
  }

  /** The printer had it and does not any more: it is handed over once more. False where it is there after all, or was before. */
  async handOverAgain(manager: EntityManager, orderId: string): Promise<boolean> {
    const gone = `order_id = $1 AND state = 'submitted' AND reason = $2`;
    return this.change(
      manager,
      `state = 'waiting', due_at = now(), external_id = NULL, submitted_at = NULL, asked_at = NULL`,
      gone,
      [orderId, GONE_AT_PRINTER],
    );
  }

  /** It was waited for its print files, and there is another one now. */
  async hastenWaiting(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(
      manager,
      'due_at = now()',
      `order_id = $1 AND state = 'waiting' AND attempts = 0 AND due_at > now()`,
      [orderId],
    );
  }

  /** Under the order's lock. Not a try of the printer where it only lacks something: `attempts` goes back. */
  async wait(
    manager: EntityManager,
    orderId: string,
    { pauseMs, reason }: { pauseMs: number; reason: string | null },
  ): Promise<void> {
    await this.change(
      manager,
      `state = 'waiting', attempts = attempts - 1, due_at = now() + $2 * interval '1 millisecond', reason = $3`,
      'order_id = $1',
      [orderId, pauseMs, reason],
    );
  }

  /** False where another try holds it by now. */
  async postpone(
    manager: EntityManager,
    orderId: string,
    claim: string,
    { pauseMs, reason }: { pauseMs: number; reason: string | null },
  ): Promise<boolean> {
    const held = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    return this.change(
      manager,
      `state = 'waiting', due_at = now() + $3 * interval '1 millisecond', reason = $4`,
      held,
      [orderId, claim, pauseMs, reason],
    );
  }

  /** No try begins before: an order that is taken back is not put there again meanwhile. */
  async delay(orderId: string, pauseMs: number): Promise<void> {
    await this.change(
      this.dataSource.manager,
      `due_at = GREATEST(due_at, now() + $2 * interval '1 millisecond')`,
      `order_id = $1 AND state = 'waiting'`,
      [orderId, pauseMs],
    );
  }

  /** The printer has answered this very try. */
  async noteSubmitted(manager: EntityManager, orderId: string, claim: string, externalId: string): Promise<void> {
    const held = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    await this.change(manager, `state = 'submitted', external_id = $3, submitted_at = now(), asked_at = now()`, held, [
      orderId,
      claim,
      externalId,
    ]);
  }

  /** It has taken the order on: what it answered to a try, or says of one that broke off before that was written down. */
  async noteKnown(manager: EntityManager, orderId: string, externalId: string): Promise<void> {
    const unknown = `order_id = $1 AND state IN ('held', 'waiting', 'submitting')`;
    await this.change(
      manager,
      `state = 'submitted', external_id = $2, submitted_at = now(), asked_at = now()`,
      unknown,
      [orderId, externalId],
    );
  }

  /** An admin prints it: there is nobody to tell. */
  async noteByHand(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(
      manager,
      `state = 'submitted', submitted_at = now()`,
      `order_id = $1 AND provider = 'by-hand' AND state IN ('held', 'waiting')`,
      [orderId],
    );
  }

  async cancel(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(manager, `state = 'cancelled', reason = NULL`, 'order_id = $1', [orderId]);
  }

  /** Why it does not go on at the printer. True where that is new. */
  async noteReason(manager: EntityManager, orderId: string, reason: string | null): Promise<boolean> {
    return this.change(manager, 'reason = $2', 'order_id = $1 AND reason IS DISTINCT FROM $2', [orderId, reason]);
  }

  async leaveToAdmins(): Promise<void> {
    await this.dataSource.query(LEAVE_TO_ADMINS);
  }

  /** Orders that a printer has, or may have, which can't be asked any more, and of which that is not said yet. */
  async listForsaken(reachable: readonly PrintProviderName[], reason: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(FORSAKEN, [reachable, reason]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Orders that the printer has, or may have, and has not been asked about for so long. */
  async takeUnasked({ olderThanMs, atOnce, aMinute }: Asking): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(TAKE_UNASKED, [
      olderThanMs,
      atOnce,
      aMinute,
    ]);
    return rows.map(({ orderId }) => orderId);
  }

  private async change(manager: EntityManager, set: string, where: string, values: unknown[]): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      `UPDATE fulfilments SET ${set} WHERE ${where}`,
      values,
    );
    return changed > 0;
  }
}
