import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ProviderCheckService } from './provider-check.service.js';
import { MissedEventsReconciliation } from './missed-events-reconciliation.service.js';
import { OpenOrdersReconciliation } from './open-orders-reconciliation.service.js';
import { RefundPayment } from './refund-payment.js';

/** Any number of its own in this database: one instance sweeps at a time. */
const RECONCILIATION_LOCK = 7_241_301;

/** What no webhook told is learned here (D26): open orders are asked about, abandoned ones cancelled, owed refunds tried again, lost words heard. */
@Injectable()
export class PaymentSweep {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly openOrders: OpenOrdersReconciliation,
    private readonly refundExecution: RefundPayment,
    private readonly missedEvents: MissedEventsReconciliation,
    private readonly providerCheck: ProviderCheckService,
  ) {}

  /** The lock is the session's, not a transaction's: the provider is asked meanwhile. */
  async run(): Promise<void> {
    const lock = this.dataSource.createQueryRunner();
    await lock.connect();
    try {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [RECONCILIATION_LOCK])) as {
        taken: boolean;
      }[];
      if (!row?.taken) return;
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
    // Asked first: what is on its way by now is not abandoned.
    await this.openOrders.refreshOpenOrders();
    await this.openOrders.cancelAbandonedOrders();
    await this.refundExecution.executeAllPendingRefunds();
    await this.missedEvents.reconcileMissedEvents();
    await this.providerCheck.recheckRejectedKeys();
  }
}
