import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PrintProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { FulfilmentState } from './fulfilment.rules.js';

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

const COLUMNS = 'order_id AS "orderId", provider, state, due_at AS "dueAt", attempts, reason, external_id AS "externalId"';

/** `now()` is one moment for the order and its row, so that the hold has one end. */
const HOLD = `
  WITH held AS (UPDATE orders SET hold_until = now() + make_interval(secs => $2) WHERE id = $1 RETURNING id, hold_until)
  INSERT INTO fulfilments (order_id, provider, due_at) SELECT id, $3, hold_until FROM held RETURNING due_at AS "dueAt"`;

/** Of the rows that should have been taken up; the order before its row, as everywhere, and never one that somebody changes right now. */
const DUE_ORDER = `
  SELECT o.id FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand'
    AND ((f.state IN ('held', 'waiting') AND f.due_at <= now()) OR (f.state = 'submitting' AND f.lease_expires_at < now()))
  ORDER BY f.due_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED`;

/** The row is looked at again under the order's lock: it may have moved on since it was found. A printer that was tried once is asked first. */
const CLAIM = `
  UPDATE fulfilments SET state = 'submitting', claimed_by = $2, attempts = attempts + 1, lease_expires_at = now() + $3 * interval '1 millisecond',
    provider = CASE WHEN attempts = 0 THEN $4 ELSE provider END
  WHERE order_id = $1 AND ((state IN ('held', 'waiting') AND due_at <= now()) OR (state = 'submitting' AND lease_expires_at < now()))
  RETURNING ${COLUMNS}`;

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
    const [row] = await manager.query<Fulfilment[]>(`SELECT ${COLUMNS} FROM fulfilments WHERE order_id = $1`, [orderId]);
    return row ?? null;
  }

  /** Under the order's lock: whether the hold goes on, by the database's clock. */
  async isHeld(manager: EntityManager, orderId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`SELECT FROM fulfilments WHERE order_id = $1 AND state = 'held' AND due_at > clock_timestamp()`, [orderId]);
    return rows.length > 0;
  }

  /** An order that should go to the printer now, locked until the transaction ends; null where there is none. */
  async lockDue(manager: EntityManager): Promise<string | null> {
    const [due] = await manager.query<{ id: string }[]>(DUE_ORDER);
    return due?.id ?? null;
  }

  /** Takes the row of a locked order for one try; null where it is not, or no longer, to be taken. */
  async claim(manager: EntityManager, orderId: string, { claim, leaseMs, provider }: { claim: string; leaseMs: number; provider: PrintProviderName }): Promise<Fulfilment | null> {
    const [rows] = await manager.query<[Fulfilment[], number]>(CLAIM, [orderId, claim, leaseMs, provider]);
    return rows[0] ?? null;
  }

  /** The hold is over, or the pause: it is tried now. False where there is nothing to try. */
  async hasten(manager: EntityManager, orderId: string): Promise<boolean> {
    return this.change(manager, `state = 'waiting', due_at = now()`, `order_id = $1 AND state IN ('held', 'waiting') AND provider <> 'by-hand'`, [orderId]);
  }

  /** It was waited for its print files, and there is another one now. */
  async hastenWaiting(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(manager, 'due_at = now()', `order_id = $1 AND state = 'waiting' AND attempts = 0 AND due_at > now()`, [orderId]);
  }

  /** Under the order's lock. Not a try of the printer where it only lacks something: `attempts` goes back. */
  async wait(manager: EntityManager, orderId: string, { pauseMs, reason }: { pauseMs: number; reason: string | null }): Promise<void> {
    await this.change(manager, `state = 'waiting', attempts = attempts - 1, due_at = now() + $2 * interval '1 millisecond', reason = $3`, 'order_id = $1', [orderId, pauseMs, reason]);
  }

  /** False where another try holds it by now. */
  async postpone(manager: EntityManager, orderId: string, claim: string, { pauseMs, reason }: { pauseMs: number; reason: string | null }): Promise<boolean> {
    const held = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    return this.change(manager, `state = 'waiting', due_at = now() + $3 * interval '1 millisecond', reason = $4`, held, [orderId, claim, pauseMs, reason]);
  }

  /** False where another try has written it down already. */
  async noteSubmitted(manager: EntityManager, orderId: string, claim: string, externalId: string): Promise<boolean> {
    const held = `order_id = $1 AND claimed_by = $2 AND state = 'submitting'`;
    return this.change(manager, `state = 'submitted', external_id = $3, reason = NULL, submitted_at = now(), asked_at = now()`, held, [orderId, claim, externalId]);
  }

  /** It speaks of an order whose handing over broke off before that was written down. */
  async noteKnown(manager: EntityManager, orderId: string, externalId: string): Promise<void> {
    const unknown = `order_id = $1 AND state IN ('held', 'waiting', 'submitting')`;
    await this.change(manager, `state = 'submitted', external_id = $2, submitted_at = now(), asked_at = now()`, unknown, [orderId, externalId]);
  }

  /** An admin prints it: there is nobody to tell. */
  async noteByHand(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(manager, `state = 'submitted', submitted_at = now()`, `order_id = $1 AND provider = 'by-hand' AND state IN ('held', 'waiting')`, [orderId]);
  }

  async cancel(manager: EntityManager, orderId: string): Promise<void> {
    await this.change(manager, `state = 'cancelled', reason = NULL`, 'order_id = $1', [orderId]);
  }

  /** Why it does not go on at the printer. True where that is new. */
  async noteReason(manager: EntityManager, orderId: string, reason: string | null): Promise<boolean> {
    return this.change(manager, 'reason = $2', 'order_id = $1 AND reason IS DISTINCT FROM $2', [orderId, reason]);
  }

  /** Orders at the printer that it has not been asked about for so long, marked as asked at once. */
  async takeUnasked(olderThanMs: number, limit: number): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(
      `UPDATE fulfilments SET asked_at = now() WHERE order_id IN (
         SELECT f.order_id FROM fulfilments f JOIN orders o ON o.id = f.order_id
         WHERE f.state = 'submitted' AND f.provider = 'printful' AND o.status IN ('processing', 'shipped') AND f.asked_at < now() - $1 * interval '1 millisecond'
         ORDER BY f.asked_at LIMIT $2 FOR UPDATE OF f SKIP LOCKED
       ) RETURNING order_id AS "orderId"`,
      [olderThanMs, limit],
    );
    return rows.map(({ orderId }) => orderId);
  }

  private async change(manager: EntityManager, set: string, where: string, values: unknown[]): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(`UPDATE fulfilments SET ${set} WHERE ${where}`, values);
    return changed > 0;
  }
}
