import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { RefundsRepository, type NewRefund } from '../payments/refunds.repository.js';

/** Refunds that an admin requests. The request and its audit entry are written together. */
@Injectable()
export class RefundRequestsService {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Returns the refund's number, or null if nothing is left to refund. The caller has locked the order, and executes
   * the refund after the commit.
   */
  async requestRefund(
    manager: EntityManager,
    orderId: string,
    refund: NewRefund,
    by: AuditActor,
  ): Promise<number | null> {
    const n = await this.refunds.insertRequest(manager, orderId, refund);
    if (n !== null)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.refund-requested',
        subject: { type: 'order', id: orderId },
        before: null,
        after: { n, amountCents: refund.amountCents },
      });
    return n;
  }

  /**
   * Requests a refund in place of a failed one. Returns its number, or null if nothing is left: then the failed refund
   * is closed.
   */
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
    const n = await this.refunds.insertRequest(manager, orderId, { reason: 'another refund had failed', amountCents });
    const action = n === null ? 'order.refund-closed' : 'order.refund-requested';
    const before = failed.n === undefined ? { refundId: failed.refundId } : { n: failed.n };
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action,
      subject: { type: 'order', id: orderId },
      before,
      after: { n, amountCents, currency },
    });
    return n;
  }
}
