import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderBeingPrinted, orderCancelled, orderNotPaid, orderUnknown } from './order-refusals.js';

/**
 * Changes an order during its hold, in one transaction under its lock. Whoever hands orders to the printer takes the same lock: a
 * change is either in what is printed, or refused.
 */
@Injectable()
export class ChangeHeldOrder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
  ) {}

  /** Throws `conflict` once the hold is over. */
  async execute(orderId: string, change: (manager: EntityManager, order: Order) => Promise<void>): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw orderUnknown();
      if (order.status === 'created') throw orderNotPaid();
      if (order.status === 'cancelled') throw orderCancelled();
      if (order.status !== 'paid' || !(await this.fulfilments.isHeld(manager, orderId))) throw orderBeingPrinted();
      await change(manager, order);
    });
  }
}
