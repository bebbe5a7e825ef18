import { Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { GuestClaimsService } from '../guests/guest-claims.service.js';
import { getOwnerIds } from '../guests/owner-ids.js';
import { OrderLinksService } from '../orders/order-links.service.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderUnknown } from './customer-order.errors.js';

/** The session, and the key of the link in an email if there is one. */
export interface Visitor {
  caller: Caller;
  key: string | undefined;
}

/** An order is accessible to its owner and to whoever has the signed link. For everybody else it does not exist. */
@Injectable()
export class OrderAccessService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly orderLinks: OrderLinksService,
    private readonly guestClaims: GuestClaimsService,
  ) {}

  /** @throws DomainError ORDER_UNKNOWN */
  async assertAccess({ caller, key }: Visitor, orderId: string): Promise<void> {
    await this.guestClaims.claimForCaller(caller);
    const order = await this.orders.find(orderId);
    // The order of an erased person is not accessible, even with a link from an old email.
    if (!order || order.anonymisedAt) throw orderUnknown();
    const { userId, guestId } = getOwnerIds(caller);
    const isOwn =
      (order.userId !== null && order.userId === userId) || (order.guestId !== null && order.guestId === guestId);
    if (!isOwn && !this.orderLinks.isValidKey(orderId, key)) throw orderUnknown();
  }
}
