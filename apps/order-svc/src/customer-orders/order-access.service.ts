import { Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { hashSession, isOwnedBy } from '../guests/owner-ids.js';
import { OrderCodesRepository } from '../orders/order-codes.repository.js';
import { OrderLinksService } from '../orders/order-links.service.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderCodeRequired, orderUnknown } from './customer-order.errors.js';

/** The session, and the key of the link in an email if there is one. */
export interface Visitor {
  caller: Caller;
  key: string | undefined;
}

/**
 * Who may view and change an order. The link of an email may be in the wrong mailbox or was forwarded, so it only shows the order. Changes
 * are for the guest session that placed it, the account that has it, and for an hour for a session that entered the code of its emails.
 */
@Injectable()
export class OrderAccessService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly guestClaims: GuestClaimsRepository,
    private readonly orderLinks: OrderLinksService,
    private readonly codes: OrderCodesRepository,
  ) {}

  /**
   * For all who may not view it, the order does not exist.
   *
   * @throws DomainError ORDER_UNKNOWN
   */
  async assertReadable(visitor: Visitor, orderId: string): Promise<void> {
    await this.getReadable(visitor, orderId);
  }

  async canRead(visitor: Visitor, orderId: string): Promise<boolean> {
    return (await this.findReadable(visitor, orderId)) !== null;
  }

  /** @throws DomainError ORDER_UNKNOWN, or ORDER_CODE_REQUIRED for a visitor who has only the link. */
  async assertChangeable(visitor: Visitor, orderId: string): Promise<void> {
    const order = await this.getReadable(visitor, orderId);
    if (!(await this.isChangeableBy(visitor, order))) throw orderCodeRequired();
  }

  /** For what a code does not open. @throws DomainError ORDER_UNKNOWN for other callers. */
  async assertOwn(caller: Caller, orderId: string): Promise<void> {
    await this.assertReadable({ caller, key: undefined }, orderId);
  }

  async canChange(visitor: Visitor, orderId: string): Promise<boolean> {
    return this.isChangeableBy(visitor, await this.getReadable(visitor, orderId));
  }

  private async getReadable(visitor: Visitor, orderId: string): Promise<Order> {
    const order = await this.findReadable(visitor, orderId);
    if (!order) throw orderUnknown();
    return order;
  }

  private async findReadable({ caller, key }: Visitor, orderId: string): Promise<Order | null> {
    await this.guestClaims.claimForCaller(caller);
    const order = await this.orders.find(orderId);
    // The order of an erased person is not accessible, even with a link from an old email.
    if (!order || order.anonymisedAt) return null;
    return isOwnedBy(caller, order) || this.orderLinks.isValidKey(order, key) ? order : null;
  }

  private async isChangeableBy({ caller }: Visitor, order: Order): Promise<boolean> {
    if (isOwnedBy(caller, order)) return true;
    return caller.kind !== 'anonymous' && this.codes.isOpen({ orderId: order.id, session: hashSession(caller) });
  }
}
