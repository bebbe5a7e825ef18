import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ShippingAddress } from '@shop/contracts/order';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';

/** A customer's change of the delivery address. An unchanged address has no effect and publishes nothing. */
@Injectable()
export class ChangeOrderAddress {
  constructor(
    private readonly changeableOrders: ChangeableOrdersService,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEvents,
  ) {}

  async execute(orderId: string, address: ShippingAddress): Promise<void> {
    await this.changeableOrders.withLockedOrder(orderId, async (manager, order) => {
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      order.shippingAddress = address;
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.orderEvents.changed(manager, order, ['the delivery address']);
    });
  }
}
