import { Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { OwnOrder, OwnOrdersQuery } from '@shop/contracts/order';
import type { Caller, Page } from '@shop/service-kit';
import { GuestClaimsService } from '../guests/guest-claims.service.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { toOwnOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly guestClaims: GuestClaimsService,
  ) {}

  async listOwnOrders(caller: Caller, query: OwnOrdersQuery): Promise<Page<OwnOrder>> {
    if (caller.kind !== 'user') throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    await this.guestClaims.claimForCaller(caller);
    const { items: orders, next } = await this.orders.listAttempted(caller.userId, query);
    const ids = orders.map(({ id }) => id);
    const [items, summaries] = await Promise.all([this.orders.listItems(ids), this.refundSummaries.listByOrders(ids)]);
    const ownOrders = orders.flatMap((order) => {
      const refundSummary = summaries.get(order.id);
      return refundSummary ? [toOwnOrder(order, items.get(order.id) ?? [], refundSummary)] : [];
    });
    return { items: ownOrders, next };
  }
}
