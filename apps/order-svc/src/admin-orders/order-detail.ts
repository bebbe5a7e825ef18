import { Injectable } from '@nestjs/common';
import { DomainError, formatCents, SENTENCES } from '@shop/contracts/common';
import { ORDER_STATUSES, type AdminOrderDetail, type AdminOrderItem, type OrderPayment } from '@shop/contracts/order';
import { AuditTrail } from '@shop/service-kit';
import { OrderHistory } from '../orders/order-history.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { mayBeMovedByHand } from '../orders/order-status.rules.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder, toOrderItem } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { DisputesRepository, type Dispute } from '../payments/disputes.repository.js';
import { RefundsRepository, type Refund } from '../payments/refunds.repository.js';
import { OrderNotes } from './order-notes.js';
import { timelineOf } from './order-timeline.rules.js';

const toAdminOrderItem = (item: OrderItem): AdminOrderItem => ({
  ...toOrderItem(item),
  mockupUrl: item.mockupUrl,
  printFile: item.printFile,
  printFileFailure: item.printFileFailure,
});

const toRefund = ({ amountCents, reason, requestedAt, refundedAt, failure }: Refund): OrderPayment['refunds'][number] => ({
  amount: formatCents(amountCents),
  reason,
  requestedAt: requestedAt.toISOString(),
  refundedAt: refundedAt?.toISOString() ?? null,
  failure,
});

const toDispute = ({ id, amountCents, reason, status, respondBy, openedAt, closedAt }: Dispute): OrderPayment['disputes'][number] => ({
  id,
  amount: formatCents(amountCents),
  reason,
  status,
  respondBy: respondBy?.toISOString() ?? null,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

/** All that admins see of one order. */
@Injectable()
export class OrderDetail {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotes,
    private readonly history: OrderHistory,
    private readonly trail: AuditTrail,
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
  ) {}

  async read(orderId: string): Promise<AdminOrderDetail> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
    const [items, notes, history, trail, payment] = await Promise.all([
      this.orders.listItems([orderId]),
      this.notes.of(orderId),
      this.history.of(orderId),
      this.trail.of({ type: 'order', id: orderId }),
      this.paymentOf(order),
    ]);
    return {
      ...toOrder(order, []),
      userId: order.userId,
      note: order.noteId === null ? null : (notes.get(order.noteId) ?? null),
      tracking: order.tracking,
      nextStatuses: ORDER_STATUSES.filter((status) => mayBeMovedByHand(order.status, status)),
      payment,
      items: (items.get(orderId) ?? []).map(toAdminOrderItem),
      timeline: timelineOf(history, trail, notes),
      anonymisedAt: order.anonymisedAt?.toISOString() ?? null,
    };
  }

  private async paymentOf({ id, paymentProvider, paymentIntentId, paidAt, paymentMessage }: Order): Promise<OrderPayment> {
    const [refunds, disputes] = await Promise.all([this.refunds.list(id), this.disputes.list(id)]);
    return {
      provider: paymentProvider,
      paymentIntentId,
      paidAt: paidAt?.toISOString() ?? null,
      message: paymentMessage,
      refunds: refunds.map(toRefund),
      disputes: disputes.map(toDispute),
    };
  }
}
