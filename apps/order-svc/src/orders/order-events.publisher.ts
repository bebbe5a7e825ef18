import { Injectable } from '@nestjs/common';
import { formatCents } from '@shop/contracts-common';
import {
  orderChanged,
  orderOutOfStock,
  orderPaid,
  orderPaymentFailed,
  orderPlaced,
  orderPrintFilesRequested,
  orderRefunded,
  orderStatusChanged,
  type OrderStatus,
} from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { OrderQuestionsRepository } from './order-questions.repository.js';
import { RefundSummaryRepository } from './refund-summary.repository.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import type { OrderItem } from './order-item.entity.js';
import type { Order } from './order.entity.js';
import { OrderEventPayloadsService } from './order-event-payloads.service.js';

/**
 * Who changed an order's status. `refund`: all of its money was refunded. `dispute`: the bank took the money.
 * `assumed-delivery`: a shipped order had no tracking update for a long time. Null: automatic.
 */
export type StatusChangeActor = AuditActor | 'customer' | 'printer' | 'refund' | 'dispute' | 'assumed-delivery' | null;

/** Publishes the events of orders and adds their timeline entries, in the transaction of the change. */
@Injectable()
export class OrderEventsPublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly questions: OrderQuestionsRepository,
  ) {}

  async publishPlaced(manager: EntityManager, order: Order): Promise<void> {
    const { order: placed, userId } = await this.payloads.getPayload(manager, order);
    await this.outbox.publish(manager, orderPlaced, { subject: toSubject(order), data: { order: placed, userId } });
    await this.history.addEntry(manager, order.id, {
      action: 'order.placed',
      details: { totalCents: order.totalCents },
    });
  }

  async publishPaid(manager: EntityManager, order: Order): Promise<void> {
    const data = {
      ...(await this.payloads.getPrintablePayload(manager, order)),
      ...this.payloads.getCustomsNotice(order),
    };
    await this.outbox.publish(manager, orderPaid, { subject: toSubject(order), data });
    await this.history.addEntry(manager, order.id, { action: 'order.paid', details: { totalCents: order.totalCents } });
  }

  /**
   * `message`: for the customer, empty if there is no reason. `wasAwaitingBank`: the customer was informed that the shop would
   * write.
   */
  async publishPaymentFailed(
    manager: EntityManager,
    order: Order,
    { message, wasAwaitingBank }: { message: string; wasAwaitingBank: boolean },
  ): Promise<void> {
    const awaited = wasAwaitingBank ? { delayedFailure: await this.payloads.getPayload(manager, order) } : {};
    await this.outbox.publish(manager, orderPaymentFailed, {
      subject: toSubject(order),
      data: { orderId: order.id, orderNumber: order.orderNumber, message, ...awaited },
    });
    await this.history.addEntry(manager, order.id, { action: 'order.payment-failed', details: { message } });
  }

  /** Timeline entry only: the cancellation has its own event. */
  async recordPaymentStopped(manager: EntityManager, orderId: string, declines: number): Promise<void> {
    await this.history.addEntry(manager, orderId, { action: 'order.payment-stopped', details: { declines } });
  }

  /** The timeline already has an entry for `paid`. */
  async publishStatusChanged(
    manager: EntityManager,
    order: Order,
    from: OrderStatus,
    by: StatusChangeActor,
    { wasAwaitingBank = false } = {},
  ): Promise<void> {
    const { id, orderNumber, status: to, tracking } = order;
    const refundSummary =
      to === 'cancelled' ? { refundSummary: await this.refundSummaries.getByOrder(id, manager) } : {};
    const data = {
      orderId: id,
      orderNumber,
      from,
      to,
      ...(await this.payloads.getPayload(manager, order)),
      tracking,
      ...refundSummary,
      ...(by === 'assumed-delivery' ? { isAssumed: true } : {}),
      ...(wasAwaitingBank ? { wasAwaitingBank } : {}),
    };
    await this.outbox.publish(manager, orderStatusChanged, { subject: toSubject(order), data });
    if (by && typeof by === 'object')
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.status-changed',
        subject: { type: 'order', id },
        before: { status: from },
        after: toAuditState(order),
      });
    else if (to !== 'paid')
      await this.history.addEntry(manager, id, {
        action: 'order.status-changed',
        details: { from, to, ...(by ? { by } : {}) },
      });
  }

  /**
   * The items or the address of the order changed. `changes` describes that without personal data. `by` null: the
   * customer.
   */
  async publishChanged(
    manager: EntityManager,
    order: Order,
    changes: string[],
    by: AuditActor | null = null,
  ): Promise<void> {
    const questionId = by ? null : await this.questions.findOpenId(manager, order.id);
    const data = {
      ...(await this.payloads.getPrintablePayload(manager, order)),
      what: changes,
      ...this.payloads.getCustomsNotice(order),
      ...(by ? { isByAdmin: true } : {}),
      ...(questionId === null ? {} : { questionId }),
    };
    await this.outbox.publish(manager, orderChanged, { subject: toSubject(order), data });
    // Leaves out the old and new values, because audit entries are never deleted.
    if (by)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.changed',
        subject: { type: 'order', id: order.id },
        before: null,
        after: { what: changes },
      });
    else await this.history.addEntry(manager, order.id, { action: 'order.changed', details: { what: changes } });
  }

  /** The printer has no more of these items. */
  async publishOutOfStock(manager: EntityManager, order: Order, items: readonly OrderItem[]): Promise<void> {
    const data = {
      ...(await this.payloads.getPayload(manager, order)),
      items: items.map(({ id: orderItemId, productId, title, variantSelections, variantIds }) => ({
        orderItemId,
        productId,
        title,
        variantSelections,
        variantIds,
      })),
    };
    await this.outbox.publish(manager, orderOutOfStock, { subject: toSubject(order), data });
  }

  /** Not for customers: the printed content is unchanged. */
  async publishPrintFilesRequested(manager: EntityManager, order: Order): Promise<void> {
    const data = await this.payloads.getPrintablePayload(manager, order);
    await this.outbox.publish(manager, orderPrintFilesRequested, { subject: toSubject(order), data });
  }

  /** Timeline entry only: an admin has to act. */
  async recordPrintingDelayed(manager: EntityManager, orderId: string, reason: string): Promise<void> {
    await this.history.addEntry(manager, orderId, { action: 'order.printing-delayed', details: { reason } });
  }

  /**
   * Records the admin as the actor of a cancellation that the provider reported first. False if another admin is
   * recorded.
   */
  async claimCancellation(manager: EntityManager, { id }: Order, by: AuditActor): Promise<boolean> {
    const subject = { type: 'order', id };
    const isClaimed = (await this.auditTrail.listEntries(subject)).some(
      ({ action, after }) => action === 'order.status-changed' && after?.status === 'cancelled',
    );
    if (!isClaimed)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.status-changed',
        subject,
        before: { status: 'created' },
        after: { status: 'cancelled' },
      });
    return !isClaimed;
  }

  async publishRefunded(
    manager: EntityManager,
    order: Order,
    { id: refundId, amountCents, currency = order.currency }: { id: string; amountCents: number; currency?: string },
  ): Promise<void> {
    const data = {
      ...(await this.payloads.getPayload(manager, order)),
      amount: formatCents(amountCents),
      refundId,
      currency,
    };
    await this.outbox.publish(manager, orderRefunded, { subject: toSubject(order), data });
    await this.history.addEntry(manager, order.id, { action: 'order.refunded', details: { amountCents, currency } });
  }

  /** Timeline entry only: an admin has to act. */
  async recordRefundFailed(
    manager: EntityManager,
    order: Order,
    details: { amountCents: number; currency: string; reason: string },
  ): Promise<void> {
    await this.history.addEntry(manager, order.id, { action: 'order.refund-failed', details });
  }

  /** `isLate`: no admin decided within a day. */
  async recordMismatchRefunded(
    manager: EntityManager,
    orderId: string,
    details: { amountCents: number; currency: string; isLate: boolean },
  ): Promise<void> {
    await this.history.addEntry(manager, orderId, { action: 'order.mismatch-refunded', details });
  }

  /** Timeline entry only: an admin decides. */
  async recordAmountMismatch(
    manager: EntityManager,
    orderId: string,
    details: { amountCents: number; currency: string },
  ): Promise<void> {
    await this.history.addEntry(manager, orderId, { action: 'order.amount-mismatch', details });
  }
}

export const toOrderSubject = (id: string): string => `order/${id}`;
const toSubject = ({ id }: Order): string => toOrderSubject(id);

/** Leaves out the tracking number, because it leads to a person and audit entries are never deleted. */
const toAuditState = ({ status, tracking }: Order) => ({
  status,
  ...(status === 'shipped' && tracking ? { carrier: tracking.carrier } : {}),
});
