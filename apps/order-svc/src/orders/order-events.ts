import { Injectable } from '@nestjs/common';
import { orderPaid, orderPaymentFailed, orderPlaced, orderStatusChanged, type OrderStatus } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { Order } from './order.entity.js';
import { toOrder } from './order.mapper.js';
import { OrdersRepository } from './orders.repository.js';

/** What the shop hears of an order, written in the transaction of the change. */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly orders: OrdersRepository,
  ) {}

  async placed(manager: EntityManager, order: Order): Promise<void> {
    const data = { order: await this.whole(manager, order), userId: order.userId };
    await this.outbox.publish(manager, orderPlaced, { subject: `order/${order.id}`, data });
  }

  async paid(manager: EntityManager, order: Order): Promise<void> {
    const data = { order: await this.whole(manager, order), userId: order.userId };
    await this.outbox.publish(manager, orderPaid, { subject: `order/${order.id}`, data });
  }

  async paymentFailed(manager: EntityManager, order: Order): Promise<void> {
    const data = { orderId: order.id, orderNumber: order.orderNumber, message: order.paymentMessage ?? '' };
    await this.outbox.publish(manager, orderPaymentFailed, { subject: `order/${order.id}`, data });
  }

  async statusChanged(manager: EntityManager, order: Order, from: OrderStatus): Promise<void> {
    const data = { orderId: order.id, orderNumber: order.orderNumber, from, to: order.status };
    await this.outbox.publish(manager, orderStatusChanged, { subject: `order/${order.id}`, data });
  }

  private async whole(manager: EntityManager, order: Order) {
    const items = await this.orders.listItems([order.id], manager);
    return toOrder(order, items.get(order.id) ?? []);
  }
}
