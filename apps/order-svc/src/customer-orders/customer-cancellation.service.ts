import { Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { PaidOrderCancellationService } from '../order-lifecycle/paid-order-cancellation.service.js';
import type { EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';

/**
 * A customer's cancellation within the change window, or while an item is out of stock: cancels the order and refunds
 * it in full.
 */
@Injectable()
export class CustomerCancellationService {
  constructor(
    private readonly changeableOrders: ChangeableOrdersService,
    private readonly paidOrderCancellation: PaidOrderCancellationService,
  ) {}

  /** A repeated request, from a second tab or after a lost response, succeeds without effect. */
  async cancelOrder(orderId: string): Promise<void> {
    try {
      if (await this.changeableOrders.isOutOfStock(orderId))
        await this.changeableOrders.cancelOutOfStock(orderId, this.cancelLocked);
      else await this.changeableOrders.withLockedOrder(orderId, this.cancelLocked);
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'ORDER_CANCELLED') throw error;
    }
    await this.paidOrderCancellation.submitRefunds(orderId);
  }

  private readonly cancelLocked = (manager: EntityManager, order: Order): Promise<void> =>
    this.paidOrderCancellation.cancelLocked(manager, order, { reason: 'cancelled by the customer', by: 'customer' });
}
