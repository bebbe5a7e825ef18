import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import type { MoneyBack } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { refundsOf } from './refunds-once.sql.js';

/** The currency in which the order `o` was paid. */
export const PAID_CURRENCY = `COALESCE((SELECT f.currency FROM money_facts f WHERE f.order_id = o.id AND f.kind = 'succeeded' ORDER BY f.position LIMIT 1), o.currency)`;

/** A refund that no provider has accepted is not pending while a dispute is open, because the provider rejects it. */
const MONEY_BACK = `
  SELECT o.id AS "orderId", ${PAID_CURRENCY} AS currency, went.back, went."onItsWay", disputed."byBank", disputed."isOpen",
    GREATEST(0, paid.cents - went.back - went."onItsWay" - disputed."byBank")::bigint AS kept
  FROM orders o,
    LATERAL (SELECT COALESCE(sum(d.amount_cents) FILTER (WHERE d.status = 'lost'), 0)::bigint AS "byBank", COALESCE(bool_or(d.closed_at IS NULL), false) AS "isOpen" FROM disputes d WHERE d.order_id = o.id) disputed,
    LATERAL (SELECT COALESCE(sum(r.cents) FILTER (WHERE r.is_back), 0)::bigint AS back,
      COALESCE(sum(r.cents) FILTER (WHERE NOT r.is_back AND (r.is_taken_on OR NOT disputed."isOpen")), 0)::bigint AS "onItsWay" FROM (${refundsOf('o')}) r WHERE NOT r.is_failed) went,
    -- Paid through the version before, which keeps no facts.
    LATERAL (SELECT GREATEST(COALESCE(sum(f.amount_cents), 0), CASE WHEN o.payment_status = 'paid' THEN o.total_cents ELSE 0 END)::bigint AS cents FROM money_facts f WHERE f.order_id = o.id AND f.kind = 'succeeded') paid
  WHERE o.id = ANY($1)`;

interface Row {
  orderId: string;
  currency: string;
  back: number;
  onItsWay: number;
  byBank: number;
  kept: number;
  isOpen: boolean;
}

/** Amounts refunded, pending, charged back and retained of orders, for their customers. */
@Injectable()
export class MoneyBackRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async list(orderIds: readonly string[], manager = this.dataSource.manager): Promise<Map<string, MoneyBack>> {
    const rows = await manager.query<Row[]>(MONEY_BACK, [orderIds]);
    return new Map(
      rows.map(({ orderId, currency, isOpen, ...cents }) => [
        orderId,
        { currency, isDisputed: isOpen, ...amountsOf(cents) },
      ]),
    );
  }

  async get(orderId: string, manager = this.dataSource.manager): Promise<MoneyBack> {
    const found = (await this.list([orderId], manager)).get(orderId);
    if (!found) throw new Error(`Order ${orderId} is gone`);
    return found;
  }
}

const amountsOf = ({ back, onItsWay, byBank, kept }: Pick<Row, 'back' | 'onItsWay' | 'byBank' | 'kept'>) => ({
  back: formatCents(back),
  onItsWay: formatCents(onItsWay),
  byBank: formatCents(byBank),
  kept: formatCents(kept),
});
