import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  GUEST_ORDERS_MAX,
  type CustomerOrder,
  type OwnOrder,
  type OwnOrdersQuery,
  type RefundSummary,
} from '@shop/contracts/order';
import { AuditTrail, type Caller, type Page } from '@shop/service-kit';
import { sessionMissing } from '@shop/contracts/common';
import { DataSource } from 'typeorm';
import { FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { getOwnerIds } from '../guests/owner-ids.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrderLinksService } from '../orders/order-links.service.js';
import { toOwnOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { type Refund, RefundsRepository } from '../payments/refunds.repository.js';
import { orderUnknown } from './customer-order.errors.js';
import { toCustomerOrder, toOrderPrint } from './customer-order.mapper.js';
import { toCustomerTimeline } from './customer-timeline.rules.js';
import { CustomerOrdersRepository } from './customer-orders.repository.js';

/** The session, and the key of the link in an email if there is one. */
export interface Visitor {
  caller: Caller;
  key: string | undefined;
}

/**
 * A customer's orders: who may see them, the list, and all that a customer sees of one.
 */
@Injectable()
export class CustomerOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly guestClaims: GuestClaimsRepository,
    private readonly orderLinks: OrderLinksService,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
    private readonly customerOrdersRepository: CustomerOrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly holds: FulfilmentHoldsRepository,
  ) {}

  async listOwnOrders(caller: Caller, query: OwnOrdersQuery): Promise<Page<OwnOrder>> {
    if (caller.kind !== 'user') throw sessionMissing();
    await this.guestClaims.claimForCaller(caller);
    const { items, next } = await this.orders.listAttempted(caller.userId, query);
    return { items: await this.toOwnOrders(items), next };
  }

  /** Somebody who is signed in has no orders of a guest: signing in takes them along. */
  async listGuestOrders(caller: Caller): Promise<OwnOrder[]> {
    if (caller.kind !== 'guest') return [];
    return this.toOwnOrders(await this.orders.listAttemptedByGuest(caller.guestId, GUEST_ORDERS_MAX));
  }

  private async toOwnOrders(orders: readonly Order[]): Promise<OwnOrder[]> {
    const ids = orders.map(({ id }) => id);
    const [items, summaries, underReview] = await Promise.all([
      this.orders.listItems(ids),
      this.refundSummaries.listByOrders(ids),
      this.holds.listUnderReview(ids),
    ]);
    return orders.flatMap((order) => {
      const refundSummary = summaries.get(order.id);
      if (!refundSummary) return [];
      const isPaymentUnderReview = underReview.has(order.id);
      return [toOwnOrder(order, items.get(order.id) ?? [], { refundSummary, isPaymentUnderReview })];
    });
  }

  /**
   * An order is accessible to its owner and to callers with the signed link. For all others it does not exist.
   *
   * @throws DomainError ORDER_UNKNOWN
   */
  async assertAccess({ caller, key }: Visitor, orderId: string): Promise<void> {
    await this.guestClaims.claimForCaller(caller);
    const order = await this.orders.find(orderId);
    // The order of an erased person is not accessible, even with a link from an old email.
    if (!order || order.anonymisedAt) throw orderUnknown();
    const { userId, guestId } = getOwnerIds(caller);
    const isOwn =
      (order.userId !== null && order.userId === userId) || (order.guestId !== null && order.guestId === guestId);
    if (!isOwn && !this.orderLinks.isValidKey(order, key)) throw orderUnknown();
  }

  async getOrder(orderId: string): Promise<CustomerOrder> {
    const readAt = await this.customerOrdersRepository.getDatabaseTime();
    const order = await this.orders.find(orderId);
    if (!order) throw orderUnknown();
    const items = (await this.orders.listItems([orderId])).get(orderId) ?? [];
    const [history, trail, money, prints, underReview] = await Promise.all([
      this.orderHistory.listByOrder(orderId),
      this.auditTrail.listEntries({ type: 'order', id: orderId }),
      this.getRefunds(orderId),
      this.listPrints(order, items),
      this.holds.listUnderReview([orderId]),
    ]);
    return {
      ...toCustomerOrder(order, {
        items,
        ...money,
        timeline: toCustomerTimeline(history, trail, order.tracking),
        prints,
        isPaymentUnderReview: underReview.has(orderId),
      }),
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
