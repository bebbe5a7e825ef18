import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts-order';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import type { StatusChangeActor } from '../orders/order-events.publisher.js';
import { INTENT_ID } from '../orders/orders.repository.js';
import { IS_COUNTED, PAID_CURRENCY, orderRefundsSql } from '../orders/refund-summary.repository.js';
import type { ProviderRefund } from './payment-provider.js';

/** In prom-client's global registry. */
const refundsByAdmins = new Counter({
  name: 'refunds_by_admins_total',
  help: 'Refunds that admins requested, also by a cancellation or on the Money card',
});

/** How many orders one statement claims. */
const BATCH_SIZE = 200;

export const LIST_BY_ORDER = `
  SELECT r.cents AS "amountCents", r.reason, r.requested_at AS "requestedAt", r.refunded_at AS "refundedAt", r.failure, r.pending_reason AS "pendingReason", r.id
  FROM orders o, LATERAL (${orderRefundsSql('o')}) r WHERE o.id = $1 ORDER BY r.requested_at`;

/** What was paid, less refunds that are made or pending, less lost disputes. */
export const remainingCentsSql = (orderId: string): string => `
  SELECT ((SELECT COALESCE(sum(f.amount_cents), 0) FROM ledger_entries f WHERE f.order_id = t.id AND f.kind = 'succeeded')
    - (SELECT COALESCE(sum(r.cents), 0) FROM (${orderRefundsSql('t')}) r WHERE NOT r.is_failed)
    -- The bank returned the money itself.
    - (SELECT COALESCE(sum(d.amount_cents), 0) FROM disputes d WHERE d.order_id = t.id AND d.status = 'lost'))::bigint AS cents
  FROM orders t WHERE t.id = ${orderId}`;

/**
 * The first refund of an order, if it is for everything, sends no amount to the provider, so that it still fits if a
 * refund was made there in between. A key that another order used at the same moment inserts nothing.
 */
export const INSERT_REQUEST = `
  INSERT INTO order_refunds (source, order_id, n, id, reason, amount_cents, is_partial)
  SELECT 'shop', $1, last.n + 1, $4, $3, LEAST($2::bigint, rest.cents), last.n > 0 OR $2::bigint < rest.cents
  FROM (${remainingCentsSql('$1')}) rest, (SELECT COALESCE(max(n), 0) AS n FROM order_refunds WHERE order_id = $1) last
  WHERE rest.cents > 0 ON CONFLICT DO NOTHING RETURNING n`;

/** Whether the shop requested the refund `r` and the provider has not confirmed it. */
const IS_PENDING = `r.source = 'shop' AND r.refunded_at IS NULL AND r.failure IS NULL`;

export const LIST_PENDING_BY_ORDER = `
  SELECT r.n, r.refusals, o.payment_provider AS provider, ${INTENT_ID} AS "paymentIntentId", r.refund_id AS "refundId",
    CASE WHEN r.is_partial THEN r.amount_cents END AS "amountCents", r.amount_cents AS "requestedCents", EXISTS (SELECT FROM order_refunds e WHERE e.order_id = r.order_id AND e.replaced_by = r.n) AS "isReplacement", r.requested_at < now() - interval '20 hours' AS "isOld",
    ${PAID_CURRENCY} AS currency
  FROM order_refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.order_id = $1 AND ${IS_PENDING} AND ${INTENT_ID} IS NOT NULL ORDER BY r.n`;

/** Longest waiting first. Claimed orders are marked, so that an order that always fails does not block the others. */
export const CLAIM_ORDERS_WITH_PENDING = `
  UPDATE orders SET refunds_polled_at = now() WHERE id = ANY(ARRAY(
    SELECT o.id FROM orders o WHERE EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND ${IS_PENDING}) ORDER BY o.refunds_polled_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE OF o SKIP LOCKED
  )) RETURNING id AS "orderId"`;

/** Found by the provider's id, else by number, else the oldest pending refund, preferably of this amount. */
export const FIND_REQUESTED = `
  SELECT n FROM order_refunds r
  WHERE order_id = $1 AND source = 'shop' AND (refund_id = $2 OR n = $3::integer OR ($3::integer IS NULL AND refund_id IS NULL AND ${IS_PENDING}))
  ORDER BY (refund_id = $2) DESC NULLS LAST, (amount_cents = $4) DESC NULLS LAST, n LIMIT 1`;

export const UPDATE_REQUESTED = {
  pending:
    'UPDATE order_refunds SET refund_id = $3, pending_reason = COALESCE($4, pending_reason) WHERE order_id = $1 AND n = $2 AND refunded_at IS NULL AND failure IS NULL AND (refund_id IS NULL OR COALESCE($4, pending_reason) IS DISTINCT FROM pending_reason)',
  succeeded:
    'UPDATE order_refunds SET refund_id = $3, refunded_at = now(), amount_cents = $4, pending_reason = NULL WHERE order_id = $1 AND n = $2 AND refunded_at IS NULL AND failure IS NULL',
  failed:
    'UPDATE order_refunds SET refund_id = COALESCE($3, refund_id), refunded_at = NULL, failure = $4, pending_reason = NULL WHERE order_id = $1 AND n = $2 AND failure IS NULL',
} as const satisfies Record<ProviderRefund['status'], string>;

/** States arrive in any order: a failed refund stays failed, and a succeeded one is not pending again. */
const UPDATE_AT_PROVIDER = `
  UPDATE order_refunds SET failure = $4, refunded_at = CASE WHEN $3 = 'succeeded' THEN now() END, pending_reason = CASE WHEN $3 = 'pending' THEN $5::text END
  WHERE source = 'provider' AND order_id = $1 AND refund_id = $2 AND failure IS NULL
    AND ($3 = 'failed' OR refunded_at IS NULL AND ($3 = 'succeeded' OR $5::text IS NOT NULL AND pending_reason IS DISTINCT FROM $5::text))`;

/** A refund that exists is not changed. */
const INSERT_AT_PROVIDER = `
  INSERT INTO order_refunds (source, order_id, refund_id, failure, refunded_at, pending_reason, provider, amount_cents, reason)
  VALUES ('provider', $1, $2, $4, CASE WHEN $3 = 'succeeded' THEN now() END, $5, $6, $7, 'made at the payment provider')
  ON CONFLICT DO NOTHING RETURNING refund_id`;

/** `$2`: the number of a requested refund. `$3`: the provider's id of a refund made there. */
export const MARK_REPLACED = `
  UPDATE order_refunds SET replaced_by = (SELECT COALESCE(max(n), 0) + 1 FROM order_refunds WHERE order_id = $1)
  WHERE order_id = $1 AND (n = $2 OR (source = 'provider' AND refund_id = $3)) AND failure IS NOT NULL AND replaced_by IS NULL`;

export interface Refund {
  /** The caller's key; null for a refund made at the provider. */
  id: string | null;
  amountCents: number;
  reason: string;
  requestedAt: Date;
  refundedAt: Date | null;
  failure: string | null;
  pendingReason: string | null;
}

export interface PendingRefund {
  n: number;
  /** How often the provider refused it. */
  refusals: number;
  provider: PaymentProviderName;
  paymentIntentId: string;
  /** Null until the provider has accepted the refund. */
  refundId: string | null;
  /** The amount for the provider. Null: everything that is not refunded yet. */
  amountCents: number | null;
  /** The amount when it was requested. */
  requestedCents: number;
  /** The currency of the payment. */
  currency: string;
  /** The provider may have forgotten the idempotency key by this age. */
  isOld: boolean;
  /** It replaces a failed refund, and an admin waits for the result. */
  isReplacement: boolean;
}

export interface NewRefund {
  reason: string;
  amountCents: number;
  by: StatusChangeActor;
  /** The caller's key: requesting twice makes one refund. */
  id?: string;
}

/** A requested refund by its number, or a refund made at the provider by its id there. */
export interface FailedRefund {
  orderId: string;
  n?: number;
  refundId?: string;
}

/** Refunds that the shop requested, and refunds made at the provider. */
@Injectable()
export class RefundsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Requests a refund of at most the remaining amount. Returns its number in the order, or null if nothing is left or
   * another order uses the key. The caller has locked the order.
   */
  async insertRequest(
    manager: EntityManager,
    orderId: string,
    { reason, amountCents, by, id = randomUUID() }: NewRefund,
  ): Promise<number | null> {
    const [inserted] = await manager.query<{ n: number }[]>(INSERT_REQUEST, [orderId, amountCents, reason, id]);
    if (inserted && by !== null && typeof by === 'object') refundsByAdmins.inc();
    return inserted?.n ?? null;
  }

  /** The refund that was requested with this key. */
  async findByKey(
    manager: EntityManager,
    key: string,
  ): Promise<{ orderId: string; amountCents: number; reason: string } | null> {
    const [request] = await manager.query<{ orderId: string; amountCents: number; reason: string }[]>(
      `SELECT order_id AS "orderId", amount_cents AS "amountCents", reason FROM order_refunds WHERE source = 'shop' AND id = $1`,
      [key],
    );
    return request ?? null;
  }

  /**
   * Marks a failed refund as replaced by the order's next one, or as not needed. False if it was marked before. The
   * caller has locked the order.
   */
  async markReplaced(manager: EntityManager, { orderId, n, refundId }: FailedRefund): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(MARK_REPLACED, [orderId, n, refundId]);
    return changed > 0;
  }

  /** The refund that the shop requested last. */
  async findLastRequested(
    manager: EntityManager,
    orderId: string,
  ): Promise<{ amountCents: number; reason: string } | null> {
    const [request] = await manager.query<{ amountCents: number; reason: string }[]>(
      `SELECT amount_cents AS "amountCents", reason FROM order_refunds WHERE order_id = $1 AND n IS NOT NULL ORDER BY n DESC LIMIT 1`,
      [orderId],
    );
    return request ?? null;
  }

  /** What was paid, less refunds that are made or pending, less lost disputes. Negative if more went back. */
  async getRemainingCents(manager: EntityManager, orderId: string): Promise<number> {
    const [remaining] = await manager.query<{ cents: number }[]>(remainingCentsSql('$1'), [orderId]);
    return remaining?.cents ?? 0;
  }

  /** Refunds that the provider has not confirmed, in the sequence of their requests. */
  listPendingByOrder(orderId: string): Promise<PendingRefund[]> {
    return this.dataSource.query<PendingRefund[]>(LIST_PENDING_BY_ORDER, [orderId]);
  }

  /** Claims orders with pending refunds, at most one batch. */
  async claimOrdersWithPendingRefunds(): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(CLAIM_ORDERS_WITH_PENDING);
    return rows.map(({ orderId }) => orderId);
  }

  /** Whether a refund failed without a replacement. `n` null: the order's last refund. */
  async hasUnresolvedFailure(orderId: string, n: number | null): Promise<boolean> {
    const [refund] = await this.dataSource.query<{ isUnresolved: boolean }[]>(
      'SELECT failure IS NOT NULL AND replaced_by IS NULL AS "isUnresolved" FROM order_refunds WHERE order_id = $1 AND n IS NOT NULL AND ($2::integer IS NULL OR n = $2) ORDER BY n DESC LIMIT 1',
      [orderId, n],
    );
    return refund?.isUnresolved ?? false;
  }

  /** The amount of a refund by the provider's id, if the provider has made it. */
  async findMadeCents(manager: EntityManager, orderId: string, refundId: string): Promise<number | null> {
    const [refund] = await manager.query<{ cents: number }[]>(
      `SELECT r.amount_cents AS cents FROM order_refunds r WHERE r.order_id = $1 AND r.refund_id = $2 AND r.refunded_at IS NOT NULL AND ${IS_COUNTED} LIMIT 1`,
      [orderId, refundId],
    );
    return refund?.cents ?? null;
  }

  listByOrder(orderId: string): Promise<Refund[]> {
    return this.dataSource.query<Refund[]>(LIST_BY_ORDER, [orderId]);
  }

  /**
   * The number of the requested refund that a provider's refund belongs to. `n`: the number, if the shop has just
   * requested it.
   */
  async findRequested(
    manager: EntityManager,
    orderId: string,
    refund: ProviderRefund,
    n: number | null,
  ): Promise<number | null> {
    const [requested] = await manager.query<{ n: number }[]>(FIND_REQUESTED, [
      orderId,
      refund.id,
      n ?? refund.n ?? null,
      refund.amountCents,
    ]);
    return requested?.n ?? null;
  }

  /** Saves the state of a requested refund. True if that is a change. */
  async updateRequested(
    manager: EntityManager,
    orderId: string,
    n: number,
    { id, amountCents, status, failure, pendingReason = null }: ProviderRefund,
  ): Promise<boolean> {
    const values = [orderId, n, id, { pending: pendingReason, failed: failure, succeeded: amountCents }[status]];
    const [, changed] = await manager.query<[unknown[], number]>(UPDATE_REQUESTED[status], values);
    return changed > 0;
  }

  /** The next request needs another idempotency key. Has no effect if another call has counted this refusal. */
  async countRefusal(orderId: string, { n, refusals }: PendingRefund): Promise<void> {
    await this.dataSource.query(
      'UPDATE order_refunds SET refusals = refusals + 1 WHERE order_id = $1 AND n = $2 AND refusals = $3 AND refund_id IS NULL',
      [orderId, n, refusals],
    );
  }

  /** The provider will not make the refund. False if that was known. */
  async markFailed(manager: EntityManager, orderId: string, n: number, failure: string): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(UPDATE_REQUESTED.failed, [orderId, n, null, failure]);
    return changed > 0;
  }

  /** Saves the state of a refund made at the provider. True if that is a change. */
  async upsertProviderRefund(
    manager: EntityManager,
    provider: PaymentProviderName,
    orderId: string,
    { id, amountCents, status, failure, pendingReason = null }: ProviderRefund,
  ): Promise<boolean> {
    const state = [orderId, id, status, status === 'failed' ? (failure ?? 'unknown') : null, pendingReason];
    const [, updated] = await manager.query<[unknown[], number]>(UPDATE_AT_PROVIDER, state);
    if (updated > 0) return true;
    const inserted = await manager.query<unknown[]>(INSERT_AT_PROVIDER, [...state, provider, amountCents]);
    return inserted.length > 0;
  }
}
