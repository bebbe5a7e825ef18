import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  GUEST_ORDERS_MAX,
  type CustomerOrder,
  type OwnOrder,
  type OwnOrdersQuery,
  type RefundSummary,
} from '@shop/contracts-order';
import { AuditTrail, type Caller, type Page } from '@shop/service-kit';
import { sessionMissing } from '@shop/contracts-common';
import { DataSource } from 'typeorm';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { toOwnOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { type Refund, RefundsRepository } from '../payments/refunds.repository.js';
import { CustomerAfterSaleService } from './customer-after-sale.service.js';
import { orderUnknown } from './customer-order.errors.js';
import { toCustomerOrder, toOrderPrint } from './customer-order.mapper.js';
import { toCustomerTimeline } from './customer-timeline.rules.js';
import { CustomerOrdersRepository } from './customer-orders.repository.js';

/** A customer's orders: the list, and all that a customer sees of one. */
@Injectable()
export class CustomerOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly guestClaims: GuestClaimsRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
    private readonly customerOrdersRepository: CustomerOrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly afterSale: CustomerAfterSaleService,
  ) {}

  async listOwnOrders(caller: Caller, query: OwnOrdersQuery): Promise<Page<OwnOrder>> {
    if (caller.kind !== 'user') throw sessionMissing();
    await this.guestClaims.claimForCaller(caller);
    const { items, next } = await this.orders.listAttempted(caller.userId, query);
    return { items: await this.toOwnOrders(items), next };
  }

  /** A signed-in customer has no guest orders: a sign-in moves them to the account. */
  async listGuestOrders(caller: Caller): Promise<OwnOrder[]> {
    if (caller.kind !== 'guest') return [];
    return this.toOwnOrders(await this.orders.listAttemptedByGuest(caller.guestId, GUEST_ORDERS_MAX));
  }

  private async toOwnOrders(orders: readonly Order[]): Promise<OwnOrder[]> {
    const ids = orders.map(({ id }) => id);
    const [items, summaries, questions, underReview] = await Promise.all([
      this.orders.listItems(ids),
      this.refundSummaries.listByOrders(ids),
      this.questions.listOpen(ids),
      this.holds.listUnderReview(ids),
    ]);
    return orders.flatMap((order) => {
      const refundSummary = summaries.get(order.id);
      const question = questions.get(order.id);
      if (!refundSummary) return [];
      const isPaymentUnderReview = underReview.has(order.id);
      const own = toOwnOrder(order, items.get(order.id) ?? [], { refundSummary, isPaymentUnderReview });
      return [{ ...own, ...(question && { question }) }];
    });
  }

  async getOrder(orderId: string): Promise<CustomerOrder> {
    const readAt = await this.customerOrdersRepository.getDatabaseTime();
    const order = await this.orders.find(orderId);
    if (!order) throw orderUnknown();
    const items = (await this.orders.listItems([orderId])).get(orderId) ?? [];
    const [history, trail, money, prints, questions, underReview] = await Promise.all([
      this.orderHistory.listByOrder(orderId),
      this.auditTrail.listEntries({ type: 'order', id: orderId }),
      this.getRefunds(orderId),
      this.listPrints(order, items),
      this.questions.listOpen([orderId]),
      this.holds.listUnderReview([orderId]),
    ]);
    return {
      ...toCustomerOrder(order, {
        items,
        ...money,
        timeline: toCustomerTimeline(history, trail, order.tracking),
        prints,
        question: questions.get(orderId),
        isPaymentUnderReview: underReview.has(orderId),
      }),
      ...(await this.afterSale.getAfterSale(order, items)),
      readAt,
    };
  }

  private async listPrints(order: Order, items: readonly OrderItem[]): Promise<CustomerOrder['prints']> {
    const remainingCents = await this.getRefundableCents(order);
    const [artworks, choices] = await Promise.all([
      this.customerOrdersRepository.listArtworkSizes(items),
      this.customerOrdersRepository.listChoices(items, remainingCents),
    ]);
    return items.map((item) =>
      toOrderPrint(
        item,
        artworks.get(item.generatedImageId) ?? null,
        choices.get(item.id) ?? { choices: [], isSold: false },
      ),
    );
  }

  private async getRefundableCents({ id, paymentStatus }: Order): Promise<number> {
    if (paymentStatus !== 'paid') return 0;
    return Math.max(0, await this.refunds.getRemainingCents(this.dataSource.manager, id));
  }

  private async getRefunds(orderId: string): Promise<{ refunds: Refund[]; refundSummary: RefundSummary }> {
    const [refunds, refundSummary] = await Promise.all([
      this.refunds.listByOrder(orderId),
      this.refundSummaries.getByOrder(orderId),
    ]);
    return { refunds, refundSummary };
  }
}
