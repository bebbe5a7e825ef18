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
import { PaymentProvider } from '../payments/payment-provider.js';
import { PaymentsRepository, type Refund } from '../payments/payments.repository.js';
import { OrderNotes } from './order-notes.js';
import { timelineOf } from './order-timeline.rules.js';

const toAdminOrderItem = (item: OrderItem): AdminOrderItem => ({
  ...toOrderItem(item),
  mockupUrl: item.mockupUrl,
  printFile: item.printFile,
  printFileFailure: item.printFileFailure,
});

const toRefund = ({ amountCents, reason, requestedAt, refundedAt }: Refund): OrderPayment['refunds'][number] => ({
  amount: formatCents(amountCents),
  reason,
  requestedAt: requestedAt.toISOString(),
  refundedAt: refundedAt?.toISOString() ?? null,
});

/** All that admins see of one order. */
@Injectable()
export class OrderDetail {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotes,
    private readonly history: OrderHistory,
    private readonly trail: AuditTrail,
    private readonly payments: PaymentsRepository,
    private readonly provider: PaymentProvider,
  ) {}

  async read(orderId: string): Promise<AdminOrderDetail> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
    const [items, notes, history, trail, refunds] = await Promise.all([
      this.orders.listItems([orderId]),
      this.notes.of(orderId),
      this.history.of(orderId),
      this.trail.of({ type: 'order', id: orderId }),
      this.payments.listRefunds(orderId),
    ]);
    return {
      ...toOrder(order, []),
      userId: order.userId,
      note: order.noteId === null ? null : (notes.get(order.noteId) ?? null),
      tracking: order.tracking,
      nextStatuses: ORDER_STATUSES.filter((status) => mayBeMovedByHand(order.status, status)),
      payment: this.paymentOf(order, refunds),
      items: (items.get(orderId) ?? []).map(toAdminOrderItem),
      timeline: timelineOf(history, trail, notes),
      anonymisedAt: order.anonymisedAt?.toISOString() ?? null,
    };
  }

  private paymentOf({ paymentIntentId, paidAt, paymentMessage }: Order, refunds: readonly Refund[]): OrderPayment {
    return {
      provider: this.provider.name,
      paymentIntentId,
      paidAt: paidAt?.toISOString() ?? null,
      message: paymentMessage,
      refunds: refunds.map(toRefund),
    };
  }
}
