import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { OweRefund } from '../payments/owe-refund.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { RefundsRepository, type FailedRefund } from '../payments/refunds.repository.js';

/** What is owed to a customer goes back, or is asked about, once more. */
@Injectable()
export class RefundResolutionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly refundRequests: OweRefund,
    private readonly refundExecution: RefundPayment,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Whatever is left of a cancelled order; false where nothing is (any more). */
  async refundRemainder(orderId: string, by: AuditActor): Promise<boolean> {
    const isRequested = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const amountCents = await this.refunds.restCents(manager, orderId);
      return (
        (await this.refundRequests.within(
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

  /** A failed refund can't be made again: another takes its place, of at most what is left. */
  async replaceFailedRefund(
    failed: FailedRefund & { amountCents: number; currency: string },
    by: AuditActor,
  ): Promise<'asked' | 'nothing left' | 'done before'> {
    const { orderId } = failed;
    const outcome = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      if (!(await this.refunds.markReplaced(manager, failed))) return 'done before';
      return (await this.refundRequests.requestReplacementRefund(manager, failed, by)) === null
        ? 'nothing left'
        : 'asked';
    });
    if (outcome === 'asked') await this.executeRefunds(orderId);
    return outcome;
  }

  /** What is owed now; what does not go through the sweep tries again. Whoever presses a button hears where the provider has said no: to this refund, or to the order's last. */
  async executeRefunds(orderId: string, n: number | null = null): Promise<void> {
    await this.refundExecution.settle(orderId);
    if (await this.refunds.hasUnresolvedFailure(orderId, n))
      throw new DomainError(
        'REFUND_REFUSED',
        'provider-failed',
        'The payment provider has refused the refund. Please look at the payment there.',
      );
  }

  async retryRefund(orderId: string, n: number, by: AuditActor): Promise<void> {
    await this.auditTrail.record(this.dataSource.manager, {
      actor: by,
      action: 'order.refund-tried-again',
      subject: { type: 'order', id: orderId },
      before: null,
      after: { n },
    });
    await this.executeRefunds(orderId, n);
  }
}
