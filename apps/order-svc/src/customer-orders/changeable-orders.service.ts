import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderBeingPrinted, orderCancelled, orderNotPaid, orderUnknown } from './customer-order.errors.js';

/**
 * Guards all changes and cancellations by customers: runs them in one transaction under the order's lock, and only
 * while the change window is open. The submission to the printer takes the same lock, so a change is either printed or
 * refused.
 */
@Injectable()
export class ChangeableOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  /** Throws `conflict` after the change window. */
  async withLockedOrder(
    orderId: string,
    change: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw orderUnknown();
      if (order.status === 'created') throw orderNotPaid();
      if (order.status === 'cancelled') throw orderCancelled();
      if (order.status !== 'paid' || !(await this.fulfilments.isChangeWindowOpen(manager, orderId)))
        throw orderBeingPrinted();
      await change(manager, order);
    });
  }
}
