import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES, type TimelineEntry, formatCents } from '@shop/contracts-common';
import {
  type AdminOrderDetail,
  type AdminOrderItem,
  type Fulfilment as FulfilmentView,
  type FulfilmentHold as HoldView,
  ORDER_STATUSES,
  type OrderPayment,
} from '@shop/contracts-order';
import { AuditTrail } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { type FulfilmentHold, FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import { type Fulfilment, FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { type OrderQuestion, toOrderQuestion } from '../orders/order-question.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { canBeAsked, isPrintFileMissing, isSent } from '../fulfilment/fulfilment.rules.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { canAdminChangeStatus } from '../orders/order.rules.js';
import type { Order } from '../orders/order.entity.js';
import { isOutOfStock, toOrder, toOrderItem, toParcelReturn } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { type Dispute, PaymentsRepository } from '../payments/payments.repository.js';
import { type Refund, RefundsRepository } from '../payments/refunds.repository.js';
import { AfterSaleService } from './after-sale.service.js';
import { listTrueEmails } from './order-emails.rules.js';
import { findAddressLock } from './delivery-address.rules.js';
import { toTimeline } from './order-timeline.rules.js';
import { formatOrderVersion, getOrderVersion } from './order-version.rules.js';

const toAdminOrderItem = (item: OrderItem): AdminOrderItem => ({
  ...toOrderItem(item),
  mockupUrl: item.mockupUrl,
  printFile: item.printFile,
  printFileFailure: item.printFileFailure,
});

const toRefund = ({
  id,
  amountCents,
  reason,
  requestedAt,
  refundedAt,
  failure,
  pendingReason,
}: Refund): OrderPayment['refunds'][number] => ({
  ...(id && { id }),
  amount: formatCents(amountCents),
  reason,
  requestedAt: requestedAt.toISOString(),
  refundedAt: refundedAt?.toISOString() ?? null,
  failure,
  ...(pendingReason && { pendingReason }),
});

const toDispute = ({
  id,
  amountCents,
  reason,
  status,
  respondBy,
  openedAt,
  closedAt,
}: Dispute): OrderPayment['disputes'][number] => ({
  id,
  amount: formatCents(amountCents),
  reason,
  status,
  respondBy: respondBy?.toISOString() ?? null,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

const toFulfilment = (
  { state, provider, dueAt, attempts, reason, externalId }: Fulfilment,
  changeWindowEndsAt: Date | null,
): FulfilmentView => ({
  state,
  provider,
  dueAt: (changeWindowEndsAt ?? dueAt).toISOString(),
  attempts,
  nextTryAt: state === 'waiting' ? dueAt.toISOString() : null,
  reason,
  externalId,
});

const toAdminFields = ({ answeredAt, isOpen }: OrderQuestion) => ({
  answeredAt: answeredAt?.toISOString() ?? null,
  isOpen,
});
const toHold = ({ id, kind, openedAt }: FulfilmentHold): HoldView => ({ id, kind, openedAt: openedAt.toISOString() });

export interface OrderTimeline {
  note: string | null;
  timeline: TimelineEntry[];
}

/** All that admins see of one order. */
@Injectable()
export class OrderDetailService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly refunds: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly notes: OrderNotesRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
    private readonly afterSale: AfterSaleService,
  ) {}

  async getOrderDetail(orderId: string): Promise<AdminOrderDetail> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    const remainingCents = await this.refunds.getRemainingCents(this.dataSource.manager, orderId);
    const [listed, timeline, payment, fulfilment, holds, questions] = await Promise.all([
      this.orders.listItems([orderId]),
      this.getTimeline(order),
      this.getPayment(order, remainingCents),
      this.fulfilments.findByOrder(orderId),
      this.holds.listUndecided(orderId),
      this.questions.listByOrder(orderId),
    ]);
    const items = listed.get(orderId) ?? [];
    const afterSale = await this.afterSale.getAfterSale(order, items);
    return {
      ...toOrder(order, []),
      userId: order.userId,
      note: timeline.note,
      tracking: order.tracking,
      ...toParcelReturn(order),
      nextStatuses: ORDER_STATUSES.filter(
        (status) => canAdminChangeStatus(order.status, status) && !(status === 'processing' && holds.length > 0),
      ),
      payment,
      items: items.map(toAdminOrderItem),
      timeline: timeline.timeline,
      fulfilment: fulfilment && toFulfilment(fulfilment, order.changeWindowEndsAt),
      ...(holds.length > 0 && { ...(!isSent(order.status) && { isOnHold: true }), holds: holds.map(toHold) }),
      canChangeAddress: findAddressLock(order, fulfilment) === null,
      isPrintFileMissing: items.some((item) => isPrintFileMissing(order, item)),
      questions: questions.map((question) => ({ ...toOrderQuestion(question), ...toAdminFields(question) })),
      canBeAsked: canBeAsked(order, fulfilment),
      ...afterSale,
      ...(order.paidAt && { hasReceipt: true }),
      emailKinds: listTrueEmails({
        order,
        isOutOfStock: isOutOfStock(order, items),
        hasOpenQuestion: questions.some(({ isOpen }) => isOpen),
        hasChanges: timeline.timeline.some(({ action }) => action === 'order.changed'),
        hasRefund: payment.refunds.some(({ refundedAt }) => refundedAt !== null),
      }),
      anonymisedAt: order.anonymisedAt?.toISOString() ?? null,
      version: formatOrderVersion(
        getOrderVersion(order, {
          remainingCents,
          question: questions.find(({ isOpen }) => isOpen),
          reprints: afterSale.reprints,
        }),
      ),
    };
  }

  private async getPayment(
    { id, paymentProvider, paymentStatus, intent, paidAt, paymentMessage }: Order,
    remainingCents: number,
  ): Promise<OrderPayment> {
    const [refunds, disputes, { currency }] = await Promise.all([
      this.refunds.listByOrder(id),
      this.payments.listDisputes(id),
      this.refundSummaries.getByOrder(id),
    ]);
    return {
      provider: paymentProvider,
      paymentIntentId: intent?.id ?? null,
      paidAt: paidAt?.toISOString() ?? null,
      currency,
      message: paymentMessage,
      refundable: formatCents(paymentStatus === 'paid' ? Math.max(0, remainingCents) : 0),
      refunds: refunds.map(toRefund),
      disputes: disputes.map(toDispute),
    };
  }

  private async getTimeline({ id, noteId }: Order): Promise<OrderTimeline> {
    const [notes, holdReasons, history, trail] = await Promise.all([
      this.notes.listByOrder(id),
      this.holds.listReasons(id),
      this.orderHistory.listByOrder(id),
      this.auditTrail.listEntries({ type: 'order', id }),
    ]);
    return {
      note: noteId === null ? null : (notes.get(noteId) ?? null),
      timeline: toTimeline(history, trail, { notes, holdReasons }),
    };
  }
}
