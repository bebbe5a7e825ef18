import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProviderRefund } from './payment-provider.js';

/** How many refunds one sweep takes on. */
const SWEEP_BATCH = 200;

export interface Refund {
  amountCents: number;
  reason: string;
  requestedAt: Date;
  refundedAt: Date | null;
  failure: string | null;
}

export interface RefundDue {
  provider: PaymentProviderName;
  paymentIntentId: string;
  /** Null until the provider has taken it on. */
  refundId: string | null;
}

/** What the shop owes, and what was made at the provider itself. */
const LIST = `
  SELECT COALESCE(r.amount_cents, o.total_cents) AS "amountCents", r.reason, r.requested_at AS "requestedAt", r.refunded_at AS "refundedAt", r.failure
  FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = $1
  UNION ALL
  SELECT amount_cents, 'made at the payment provider', heard_at, refunded_at, failure FROM provider_refunds WHERE order_id = $1
  ORDER BY 3`;

/** Words come in any order: what has failed stays failed, what has succeeded is not pending again. True where something is new. */
const HEAR = `
  INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, failure, refunded_at)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'succeeded' THEN now() END)
  ON CONFLICT (provider, refund_id) DO UPDATE SET status = EXCLUDED.status, failure = EXCLUDED.failure, refunded_at = EXCLUDED.refunded_at
  WHERE provider_refunds.status <> EXCLUDED.status AND provider_refunds.status <> 'failed'
    AND NOT (provider_refunds.status = 'succeeded' AND EXCLUDED.status = 'pending')
  RETURNING refund_id`;

const TOTAL = `
  SELECT (SELECT COALESCE(sum(COALESCE(r.amount_cents, o.total_cents)), 0) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = $1 AND r.refunded_at IS NOT NULL)
       + (SELECT COALESCE(sum(amount_cents), 0) FROM provider_refunds WHERE order_id = $1 AND status = 'succeeded') AS cents`;

@Injectable()
export class RefundsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async request(manager: EntityManager, orderId: string, { reason, amountCents }: { reason: string; amountCents: number }): Promise<void> {
    await manager.query('INSERT INTO refunds (order_id, reason, amount_cents) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING', [orderId, reason, amountCents]);
  }

  /** Null where nothing is owed (any more), or where it failed for good. */
  async findDue(orderId: string): Promise<RefundDue | null> {
    const [due] = await this.dataSource.query<RefundDue[]>(
      `SELECT o.payment_provider AS provider, o.payment_intent_id AS "paymentIntentId", r.refund_id AS "refundId"
       FROM refunds r JOIN orders o ON o.id = r.order_id
       WHERE r.order_id = $1 AND r.refunded_at IS NULL AND r.failure IS NULL AND o.payment_intent_id IS NOT NULL`,
      [orderId],
    );
    return due ?? null;
  }

  async listDue(): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(
      `SELECT order_id AS "orderId" FROM refunds WHERE refunded_at IS NULL AND failure IS NULL ORDER BY requested_at LIMIT ${SWEEP_BATCH}`,
    );
    return rows.map(({ orderId }) => orderId);
  }

  list(orderId: string): Promise<Refund[]> {
    return this.dataSource.query<Refund[]>(LIST, [orderId]);
  }

  /** Writes down how a refund that the shop asked for stands; true where that is new. */
  async noteOwn(manager: EntityManager, orderId: string, { id, amountCents, status, failure }: ProviderRefund): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(NOTE_OWN[status], status === 'pending' ? [orderId, id] : [orderId, id, status === 'failed' ? failure : amountCents]);
    return changed > 0;
  }

  /** Writes down how a refund of the provider's own stands; true where that is new. */
  async hear(manager: EntityManager, provider: PaymentProviderName, orderId: string, { id, amountCents, status, failure }: ProviderRefund): Promise<boolean> {
    const rows = await manager.query<unknown[]>(HEAR, [provider, id, orderId, amountCents, status, failure]);
    return rows.length > 0;
  }

  /** What has gone back altogether. */
  async totalCents(manager: EntityManager, orderId: string): Promise<number> {
    const [row] = await manager.query<{ cents: string }[]>(TOTAL, [orderId]);
    return Number(row?.cents ?? 0);
  }
}

const NOTE_OWN = {
  pending: 'UPDATE refunds SET refund_id = $2 WHERE order_id = $1 AND refund_id IS NULL',
  succeeded: 'UPDATE refunds SET refund_id = $2, refunded_at = now(), amount_cents = $3 WHERE order_id = $1 AND refunded_at IS NULL AND failure IS NULL',
  failed: 'UPDATE refunds SET refund_id = $2, refunded_at = NULL, failure = $3 WHERE order_id = $1 AND failure IS NULL',
} as const satisfies Record<ProviderRefund['status'], string>;
