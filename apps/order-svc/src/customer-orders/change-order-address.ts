import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ShippingAddress } from '@shop/contracts/order';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ChangeHeldOrder } from './change-held-order.js';

/** The parcel goes elsewhere. The same address again changes nothing, and is told of to nobody. */
@Injectable()
export class ChangeOrderAddress {
  constructor(
    private readonly held: ChangeHeldOrder,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
  ) {}

  async execute(orderId: string, address: ShippingAddress): Promise<void> {
    await this.held.execute(orderId, async (manager, order) => {
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      order.shippingAddress = address;
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.events.changed(manager, order, ['the delivery address']);
    });
  }
}
