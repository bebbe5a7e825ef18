import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import { type AdminMoney, CURRENCY } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { toMoneyDiscrepancy } from './discrepancy.rules.js';

type Figures = Pick<
  AdminMoney,
  'received' | 'refunded' | 'refundsPending' | 'disputed' | 'lostToDisputes' | 'orders' | 'printFiles' | 'printJobs'
>;

/** Whether the refund `r` is in another currency, whose amounts can't be added to dollars. */
const IS_FOREIGN_CURRENCY = `EXISTS (SELECT FROM ledger_entries p WHERE p.order_id = r.order_id AND p.kind = 'succeeded' AND p.currency <> '${CURRENCY}')`;

/**
 * Amounts in dollars. A payment in another currency is a discrepancy until it is refunded. Failed refunds are not
 * counted as refunded.
 */
const PAYMENTS = `
  SELECT COALESCE(sum(f.amount_cents) FILTER (WHERE f.kind = 'succeeded'), 0)::bigint AS received,
    COALESCE(sum(f.amount_cents) FILTER (WHERE f.kind = 'refunded'), 0)::bigint
      - (SELECT COALESCE(sum(b.amount_cents), 0)::bigint FROM ledger_entries b WHERE b.kind = 'refund-failed' AND b.currency = '${CURRENCY}'
           AND EXISTS (SELECT 1 FROM ledger_entries r WHERE r.provider = b.provider AND r.kind = 'refunded' AND r.reference = b.reference)) AS "refunded",
    (SELECT COALESCE(sum(r.amount_cents), 0)::bigint FROM order_refunds r
       WHERE r.source = 'shop' AND r.refunded_at IS NULL AND r.replaced_by IS NULL AND NOT ${IS_FOREIGN_CURRENCY}) AS "refundsPending",
    (SELECT COALESCE(sum(d.amount_cents), 0)::bigint FROM disputes d WHERE d.closed_at IS NULL AND d.currency = '${CURRENCY}') AS disputed,
    (SELECT COALESCE(sum(d.amount_cents), 0)::bigint FROM disputes d WHERE d.status = 'lost' AND d.currency = '${CURRENCY}') AS "lostToDisputes"
  FROM ledger_entries f WHERE f.currency = '${CURRENCY}'`;

const ORDERS = `SELECT count(*)::int AS paid, COALESCE(sum(total_cents), 0)::bigint AS total FROM orders WHERE payment_status IN ('paid', 'refunded')`;

/** Anonymised orders are printed already, and their files are deleted. */
const PRINT_FILES = `
  SELECT count(*)::int AS required, (count(*) FILTER (WHERE i.print_file IS NOT NULL))::int AS completed,
    (count(*) FILTER (WHERE i.print_file IS NULL AND i.print_file_failure IS NOT NULL))::int AS failed
  FROM orders o JOIN order_items i ON i.order_id = o.id
  WHERE o.payment_status = 'paid' AND o.status <> 'cancelled' AND o.anonymised_at IS NULL`;

/** An order that an admin set to processing is due before its change window ends. */
const PRINT_JOBS = `
  SELECT count(*)::int AS due, (count(*) FILTER (WHERE f.state = 'submitted'))::int AS "atPrinter", (count(*) FILTER (WHERE f.state <> 'submitted'))::int AS waiting
  FROM orders o JOIN fulfilments f ON f.order_id = o.id
  WHERE o.payment_status = 'paid' AND o.status <> 'cancelled' AND f.state <> 'cancelled' AND (f.state <> 'change-window' OR f.due_at <= now())`;

/**
 * Totals of payments, orders, print files and print jobs, each from its own table, and the discrepancies between them.
 */
@Injectable()
export class MoneyOverviewRepository {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async getOverview(): Promise<AdminMoney> {
    const [figures, { newest, count }] = await Promise.all([this.getFigures(), this.discrepancies.listNewest()]);
    return { ...figures, discrepancies: newest.map(toMoneyDiscrepancy), discrepanciesCount: count };
  }

  private async getFigures(): Promise<Figures> {
    const [payments, orders, printFiles, printJobs] = await Promise.all([
      this.readRow<Record<'received' | 'refunded' | 'refundsPending' | 'disputed' | 'lostToDisputes', number>>(
        PAYMENTS,
      ),
      this.readRow<{ paid: number; total: number }>(ORDERS),
      this.readRow<Figures['printFiles']>(PRINT_FILES),
      this.readRow<Figures['printJobs']>(PRINT_JOBS),
    ]);
    return {
      received: formatCents(payments.received),
      refunded: formatCents(payments.refunded),
      refundsPending: formatCents(payments.refundsPending),
      disputed: formatCents(payments.disputed),
      lostToDisputes: formatCents(payments.lostToDisputes),
      orders: { paid: orders.paid, total: formatCents(orders.total) },
      printFiles,
      printJobs,
    };
  }

  private async readRow<Row>(statement: string): Promise<Row> {
    const [row] = await this.dataSource.query<Row[]>(statement);
    if (!row) throw new Error('The aggregate returned no row');
    return row;
  }
}
