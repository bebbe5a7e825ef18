import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChangeWindowService } from './change-window.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { RefundedOrdersService } from './refunded-orders.service.js';
import { PaymentsRepository } from '../payments/payments.repository.js';

/**
 * Starts a paid order in the transaction of its payment: removes the paid items from the cart, starts the change window
 * and publishes the events.
 */
@Injectable()
export class PaidOrdersService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly changeWindows: ChangeWindowService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly refundedOrders: RefundedOrdersService,
  ) {}

  async startPaidOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    if (cartId) await this.payments.removePaidItemsFromCart(manager, order.id, cartId);
    await this.changeWindows.startChangeWindow(manager, order);
    await this.orderEvents.publishPaid(manager, order);
    await this.orderEvents.publishStatusChanged(manager, order, 'created', null);
    // Events arrive in any order: a full refund may be recorded before the payment.
    await this.refundedOrders.cancelIfFullyRefunded(manager, order, 'refund');
  }
}
