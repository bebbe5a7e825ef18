import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ShippingAddress } from '@shop/contracts/order';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';

/** A customer's change of the delivery address. An unchanged address has no effect and publishes nothing. */
@Injectable()
export class CustomerAddressService {
  constructor(
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly changeableOrders: ChangeableOrdersService,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  async changeAddress(orderId: string, requested: ShippingAddress): Promise<void> {
    const address = this.shippableAddresses.getShippable(requested);
    await this.changeableOrders.withLockedOrder(orderId, async (manager, order) => {
      if (isDeepStrictEqual(order.shippingAddress, address)) return;
      order.shippingAddress = address;
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.orderEvents.publishChanged(manager, order, ['the delivery address']);
    });
  }
}
