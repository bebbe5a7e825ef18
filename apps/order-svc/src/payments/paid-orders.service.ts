import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Holds } from '../fulfilment/holds.js';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { PaymentsRepository } from './payments.repository.js';

/**
 * Starts a paid order in the transaction of its payment: removes the paid items from the cart, starts the change window
 * and publishes the events.
 */
@Injectable()
export class PaidOrdersService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly changeWindows: Holds,
    private readonly orderEvents: OrderEvents,
    private readonly refundedOrders: EndRefundedOrder,
  ) {}

  async startPaidOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    if (cartId) await this.payments.removePaidItemsFromCart(manager, order.id, cartId);
    await this.changeWindows.begin(manager, order);
    await this.orderEvents.publishPaid(manager, order);
    await this.orderEvents.statusChanged(manager, order, 'created', null);
    // Events arrive in any order: a full refund may be recorded before the payment.
    await this.refundedOrders.within(manager, order, 'refund');
  }
}
