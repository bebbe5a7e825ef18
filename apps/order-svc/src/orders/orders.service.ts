import { Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { OwnOrder, OwnOrdersQuery } from '@shop/contracts/order';
import type { Caller, Page } from '@shop/service-kit';
import { ClaimGuest } from '../guests/claim-guest.js';
import { MoneyBackRepository } from './money-back.repository.js';
import { toOwnOrder } from './order.mapper.js';
import { OrdersRepository } from './orders.repository.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: MoneyBackRepository,
    private readonly guestClaims: ClaimGuest,
  ) {}

  async listOwnOrders(caller: Caller, query: OwnOrdersQuery): Promise<Page<OwnOrder>> {
    if (caller.kind !== 'user') throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
    await this.guestClaims.ofCaller(caller);
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
