import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ProviderCheckService } from './provider-check.service.js';
import { MissedEventsReconciliation } from './missed-events-reconciliation.service.js';
import { OpenOrdersReconciliation } from './open-orders-reconciliation.service.js';
import { RefundExecutionService } from './refund-execution.service.js';

/** Advisory lock id, unique in this database. Only one instance reconciles at a time. */
const RECONCILIATION_LOCK = 7_241_301;

/**
 * Reconciles payments with the provider: refreshes open orders, cancels abandoned ones, executes pending refunds and
 * processes missed events.
 */
@Injectable()
export class PaymentReconciliationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly openOrders: OpenOrdersReconciliation,
    private readonly refundExecution: RefundExecutionService,
    private readonly missedEvents: MissedEventsReconciliation,
    private readonly providerCheck: ProviderCheckService,
  ) {}

  /** A session lock instead of a transaction lock, because the provider is called in between. */
  async reconcile(): Promise<void> {
    const lock = this.dataSource.createQueryRunner();
    await lock.connect();
    try {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS acquired', [RECONCILIATION_LOCK])) as {
        acquired: boolean;
      }[];
      if (!row?.acquired) return;
      try {
        await this.reconcileAll();
      } finally {
        await lock.query('SELECT pg_advisory_unlock($1)', [RECONCILIATION_LOCK]);
      }
    } finally {
      await lock.release();
    }
  }

  private async reconcileAll(): Promise<void> {
    // Refresh first: an order with a payment in progress is not abandoned.
    await this.openOrders.refreshOpenOrders();
    await this.openOrders.cancelAbandonedOrders();
    await this.refundExecution.executeAllPendingRefunds();
    await this.missedEvents.reconcileMissedEvents();
    await this.providerCheck.recheckRejectedKeys();
  }
}
