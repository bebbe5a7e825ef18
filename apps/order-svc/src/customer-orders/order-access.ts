import { Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { ClaimGuest } from '../guests/claim-guest.js';
import { ownerIdsOf } from '../guests/owner-ids.js';
import { OrderLinks } from '../orders/order-links.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderUnknown } from './order-refusals.js';

/** Who asks for an order: a session, and the key of a letter's link where there is one. */
export interface Visitor {
  caller: Caller;
  key: string | undefined;
}

/** An order is seen and changed by who placed it, and by whoever has the signed link. To anybody else it does not exist. */
@Injectable()
export class OrderAccess {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly links: OrderLinks,
    private readonly claims: ClaimGuest,
  ) {}

  /** @throws DomainError ORDER_UNKNOWN */
  async assert({ caller, key }: Visitor, orderId: string): Promise<void> {
    await this.claims.ofCaller(caller);
    const order = await this.orders.find(orderId);
    // A person who was forgotten has no order any more, whatever letters are still about.
    if (!order || order.anonymisedAt) throw orderUnknown();
    const { userId, guestId } = ownerIdsOf(caller);
    const isOwn =
      (order.userId !== null && order.userId === userId) || (order.guestId !== null && order.guestId === guestId);
    if (!isOwn && !this.links.isGood(orderId, key)) throw orderUnknown();
  }
}
