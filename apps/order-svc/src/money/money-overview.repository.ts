import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts-common';
import { type AdminMoney, CURRENCY } from '@shop/contracts-order';
import { DataSource } from 'typeorm';
import { FiguresRepository } from '../payments/figures.repository.js';
import { isForeignSql, presentIntentSql } from '../payments/payment-accounts.repository.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { toMoneyDiscrepancy } from './discrepancy.rules.js';

/** Whether the refund `r` is in another currency, whose amounts can't be added to dollars. */
const IS_FOREIGN_CURRENCY = `EXISTS (SELECT FROM ledger_entries p WHERE p.order_id = r.order_id AND p.kind = 'succeeded' AND p.currency <> '${CURRENCY}')`;

/** Whether the order was not paid in another account or mode. */
const isOwn = (orderId: string): string =>
  `NOT EXISTS (SELECT ${presentIntentSql(orderId)} AND ${isForeignSql('$1', '$2')})`;

/**
 * What is open, which few orders have at a time. An order is due for printing when the change window ends, or earlier if an admin set the order
 * to processing.
 */
const OPEN_WORK = `
  SELECT
    (SELECT COALESCE(sum(r.amount_cents), 0)::bigint FROM order_refunds r
       WHERE r.source = 'shop' AND r.refunded_at IS NULL AND r.replaced_by IS NULL AND NOT ${IS_FOREIGN_CURRENCY} AND ${isOwn('r.order_id')}) AS "refundsPending",
    (SELECT COALESCE(sum(d.amount_cents), 0)::bigint FROM disputes d WHERE d.closed_at IS NULL AND d.currency = '${CURRENCY}' AND ${isOwn('d.order_id')}) AS disputed,
    (SELECT count(*) FROM fulfilments f JOIN orders o ON o.id = f.order_id
       WHERE f.state IN ('change-window', 'waiting', 'submitting') AND (f.state <> 'change-window' OR f.due_at <= now())
         AND f.ended_at IS NULL AND o.payment_status = 'paid' AND o.status <> 'cancelled' AND ${isOwn('o.id')}) AS "waitingPrintJobs"`;

interface OpenWork {
  refundsPending: number;
  disputed: number;
  waitingPrintJobs: number;
}

/**
 * Totals of payments in the present account and mode, of their orders, print files and printing, and the discrepancies between them. Amounts are in
 * dollars: a payment in another currency is a discrepancy until it is refunded.
 */
@Injectable()
export class MoneyOverviewRepository {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly figures: FiguresRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async getOverview(): Promise<AdminMoney> {
    // One after another: on a new connection, planning these statements takes longer than running all of them.
    const figures = await this.figures.getFigures();
    const open = await this.getOpenWork();
    const { newest, count } = await this.discrepancies.listNewest();
    const submitted = figures['print-jobs-submitted'];
    return {
      received: formatCents(figures.received),
      refunded: formatCents(figures.refunded),
      refundsPending: formatCents(open.refundsPending),
      disputed: formatCents(open.disputed),
      lostToDisputes: formatCents(figures['lost-to-disputes']),
      orders: { paid: figures['paid-orders'], total: formatCents(figures['paid-orders-total']) },
      printFiles: {
        required: figures['print-files'],
        completed: figures['print-files-completed'],
        failed: figures['print-files-failed'],
      },
      printJobs: { due: submitted + open.waitingPrintJobs, atPrinter: submitted, waiting: open.waitingPrintJobs },
      reprints: { count: figures.reprints, costs: formatCents(figures['reprint-costs']) },
      discrepancies: newest.map(toMoneyDiscrepancy),
      discrepanciesCount: count,
    };
  }

  private async getOpenWork(): Promise<OpenWork> {
    const { account, livemode } = await this.paymentProviders.current.getKnownAccount();
    const [open] = await this.dataSource.query<OpenWork[]>(OPEN_WORK, [account, livemode]);
    if (!open) throw new Error('The aggregate returned no row');
    return open;
  }
}
