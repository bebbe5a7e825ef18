import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { RefundsRepository, type NewRefund } from './refunds.repository.js';

/** An admin decides that money goes back: it is owed, and the trail says who decided, written down together. */
@Injectable()
export class OweRefund {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** The refund's number, or null where nothing is left. The order is locked; whoever calls settles after the commit. */
  async within(manager: EntityManager, orderId: string, refund: NewRefund, by: AuditActor): Promise<number | null> {
    const n = await this.refunds.request(manager, orderId, refund);
    if (n !== null)
      await this.auditTrail.record(manager, {
        actor: by,
        action: 'order.refund-requested',
        subject: { type: 'order', id: orderId },
        before: null,
        after: { n, amountCents: refund.amountCents },
      });
    return n;
  }

  /** The same in place of one that has failed, which is closed where nothing is left; the new number, or null. */
  async requestReplacementRefund(
    manager: EntityManager,
    {
      orderId,
      amountCents,
      currency,
      ...failed
    }: { orderId: string; amountCents: number; currency: string; n?: number; refundId?: string },
    by: AuditActor,
  ): Promise<number | null> {
    const n = await this.refunds.request(manager, orderId, { reason: 'another refund had failed', amountCents });
    const action = n === null ? 'order.refund-closed' : 'order.refund-requested';
    const before = failed.n === undefined ? { refundId: failed.refundId } : { n: failed.n };
    await this.auditTrail.record(manager, {
      actor: by,
      action,
      subject: { type: 'order', id: orderId },
      before,
      after: { n, amountCents, currency },
    });
    return n;
  }
}
