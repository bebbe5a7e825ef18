import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import type { ProviderDispute } from './payment-provider.js';

export interface Dispute {
  id: string;
  amountCents: number;
  reason: string;
  status: string;
  respondBy: Date | null;
  openedAt: Date;
  closedAt: Date | null;
}

/**
 * Events arrive in any order: a closed dispute stays closed, and an older event changes nothing. `wasKnown`: the
 * dispute existed before.
 */
const UPSERT = `
  INSERT INTO disputes AS known (provider, dispute_id, order_id, amount_cents, reason, status, respond_by, opened_at, closed_at, reported_at, currency)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $9 THEN now() END, $10, $11)
  ON CONFLICT (provider, dispute_id) DO UPDATE
    SET amount_cents = EXCLUDED.amount_cents, status = EXCLUDED.status, respond_by = EXCLUDED.respond_by, closed_at = EXCLUDED.closed_at, reported_at = EXCLUDED.reported_at, currency = EXCLUDED.currency
    WHERE known.closed_at IS NULL AND (EXCLUDED.closed_at IS NOT NULL OR known.reported_at <= EXCLUDED.reported_at)
  RETURNING xmax <> 0 AS "wasKnown"`;

const LIST_BY_ORDER = `
  SELECT dispute_id AS id, amount_cents AS "amountCents", reason, status, respond_by AS "respondBy", opened_at AS "openedAt", closed_at AS "closedAt"
  FROM disputes WHERE order_id = $1 ORDER BY opened_at`;

@Injectable()
export class DisputesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** `reportedAt`: when the provider reported this state. */
  async upsertDispute(
    manager: EntityManager,
    { id: orderId, paymentProvider, currency: orderCurrency }: Order,
    dispute: ProviderDispute,
    reportedAt: Date,
  ): Promise<'new' | 'known' | 'superseded'> {
    const { id, amountCents, currency = orderCurrency, reason, status, respondBy, openedAt, isClosed } = dispute;
    const [row] = await manager.query<{ wasKnown: boolean }[]>(UPSERT, [
      paymentProvider,
      id,
      orderId,
      amountCents,
      reason,
      status,
      respondBy,
      openedAt,
      isClosed,
      reportedAt,
      currency,
    ]);
    if (!row) return 'superseded';
    return row.wasKnown ? 'known' : 'new';
  }

  listByOrder(orderId: string): Promise<Dispute[]> {
    return this.dataSource.query<Dispute[]>(LIST_BY_ORDER, [orderId]);
  }
}
