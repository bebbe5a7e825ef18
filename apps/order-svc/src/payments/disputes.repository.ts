import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
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

/** Words come in any order: a closed dispute is not open again. `wasKnown`: whether it had been heard of before. */
const HEAR = `
  INSERT INTO disputes AS known (provider, dispute_id, order_id, amount_cents, reason, status, respond_by, opened_at, closed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $9 THEN now() END)
  ON CONFLICT (provider, dispute_id) DO UPDATE
    SET amount_cents = EXCLUDED.amount_cents, status = EXCLUDED.status, respond_by = EXCLUDED.respond_by, closed_at = EXCLUDED.closed_at
    WHERE known.closed_at IS NULL
  RETURNING xmax <> 0 AS "wasKnown"`;

const LIST = `
  SELECT dispute_id AS id, amount_cents AS "amountCents", reason, status, respond_by AS "respondBy", opened_at AS "openedAt", closed_at AS "closedAt"
  FROM disputes WHERE order_id = $1 ORDER BY opened_at`;

@Injectable()
export class DisputesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async hear(manager: EntityManager, provider: PaymentProviderName, orderId: string, dispute: ProviderDispute): Promise<'new' | 'known' | 'closed already'> {
    const { id, amountCents, reason, status, respondBy, openedAt, isClosed } = dispute;
    const [row] = await manager.query<{ wasKnown: boolean }[]>(HEAR, [provider, id, orderId, amountCents, reason, status, respondBy, openedAt, isClosed]);
    if (!row) return 'closed already';
    return row.wasKnown ? 'known' : 'new';
  }

  list(orderId: string): Promise<Dispute[]> {
    return this.dataSource.query<Dispute[]>(LIST, [orderId]);
  }
}
