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
export class MendRefund {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly owed: RefundsRepository,
    private readonly owe: OweRefund,
    private readonly refunds: RefundPayment,
    private readonly trail: AuditTrail,
  ) {}

  /** Whatever is left of a cancelled order; false where nothing is (any more). */
  async giveBackRest(orderId: string, by: AuditActor): Promise<boolean> {
    const isOwed = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const amountCents = await this.owed.restCents(manager, orderId);
      return (
        (await this.owe.within(manager, orderId, { reason: 'left over from a cancelled order', amountCents }, by)) !==
        null
      );
    });
    if (isOwed) await this.payOutOrRefuse(orderId);
    return isOwed;
  }

  /** A failed refund can't be made again: another takes its place, of at most what is left. */
  async again(
    failed: FailedRefund & { amountCents: number; currency: string },
    by: AuditActor,
  ): Promise<'asked' | 'nothing left' | 'done before'> {
    const { orderId } = failed;
    const done = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      if (!(await this.owed.noteRetried(manager, failed))) return 'done before';
      return (await this.owe.again(manager, failed, by)) === null ? 'nothing left' : 'asked';
    });
    if (done === 'asked') await this.payOutOrRefuse(orderId);
    return done;
  }

  /** What is owed now; what does not go through the sweep tries again. Whoever presses a button hears where the provider has said no: to this refund, or to the order's last. */
  async payOutOrRefuse(orderId: string, n: number | null = null): Promise<void> {
    await this.refunds.settle(orderId);
    if (await this.owed.isRefused(orderId, n))
      throw new DomainError(
        'REFUND_REFUSED',
        'provider-failed',
        'The payment provider has refused the refund. Please look at the payment there.',
      );
  }

  async askAgain(orderId: string, n: number, by: AuditActor): Promise<void> {
    await this.trail.record(this.dataSource.manager, {
      actor: by,
      action: 'order.refund-tried-again',
      subject: { type: 'order', id: orderId },
      before: null,
      after: { n },
    });
    await this.payOutOrRefuse(orderId, n);
  }
}
