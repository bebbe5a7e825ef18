import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundRequestsService } from '../order-lifecycle/refund-requests.service.js';
import { RefundExecutionService } from '../order-lifecycle/refund-execution.service.js';
import { RefundsRepository, type FailedRefund } from '../payments/refunds.repository.js';

/** Resolves discrepancies of refunds: requests, replaces or retries a refund. */
@Injectable()
export class RefundResolutionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly refundRequests: RefundRequestsService,
    private readonly refundExecution: RefundExecutionService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Refunds what is left of a cancelled order. False if nothing is left. */
  async refundRemainder(orderId: string, by: AuditActor): Promise<boolean> {
    const isRequested = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const amountCents = await this.refunds.getRemainingCents(manager, orderId);
      return (
        (await this.refundRequests.requestRefund(
          manager,
          orderId,
          { reason: 'left over from a cancelled order', amountCents },
          by,
        )) !== null
      );
    });
    if (isRequested) await this.executeRefunds(orderId);
    return isRequested;
  }

  /** Replaces a failed refund, which can't be repeated, by another of at most the remaining amount. */
  async replaceFailedRefund(
    failed: FailedRefund & { amountCents: number; currency: string },
    by: AuditActor,
  ): Promise<'requested' | 'nothing-left' | 'already-replaced'> {
    const { orderId } = failed;
    const outcome = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      if (!(await this.refunds.markReplaced(manager, failed))) return 'already-replaced';
      return (await this.refundRequests.requestReplacementRefund(manager, failed, by)) === null
        ? 'nothing-left'
        : 'requested';
    });
    if (outcome === 'requested') await this.executeRefunds(orderId);
    return outcome;
  }

  /**
   * Executes pending refunds; reconciliation retries those that fail. Throws REFUND_REJECTED if the provider rejected
   * refund `n`, or the order's last one.
   */
  async executeRefunds(orderId: string, n: number | null = null): Promise<void> {
    await this.refundExecution.executePendingRefunds(orderId);
    if (await this.refunds.hasUnresolvedFailure(orderId, n))
      throw new DomainError(
        'REFUND_REJECTED',
        'provider-failed',
        'The payment provider has refused the refund. Please look at the payment there.',
      );
  }

  async retryRefund(orderId: string, n: number, by: AuditActor): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'order.refund-retried',
      subject: { type: 'order', id: orderId },
      before: null,
      after: { n },
    });
    await this.executeRefunds(orderId, n);
  }
}
