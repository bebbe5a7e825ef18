import { Injectable } from '@nestjs/common';
import type { ChangeOrderItemRequest } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';
import { computeItemChange, type ItemChange } from './item-change.rules.js';
import { ItemOffersService } from './item-offers.service.js';
import { orderUnknown } from './customer-order.errors.js';

/**
 * A customer's change of placement, or of the size at the same price. Without a difference nothing happens and no print
 * file is made.
 */
@Injectable()
export class CustomerItemsService {
  constructor(
    private readonly changeableOrders: ChangeableOrdersService,
    private readonly orders: OrdersRepository,
    private readonly itemOffers: ItemOffersService,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  async changeItem(orderId: string, itemId: string, request: ChangeOrderItemRequest): Promise<void> {
    await this.changeableOrders.withLockedOrder(orderId, async (manager, order) => {
      const item = await manager.findOneBy(OrderItem, { id: itemId, orderId });
      if (!item) throw orderUnknown();
      const change = computeItemChange(item, request);
      if (change.what.length === 0) return;
      await this.apply(manager, item, change);
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.orderEvents.publishChanged(manager, order, change.what);
    });
  }

  private async apply(manager: EntityManager, item: OrderItem, { design, selections }: ItemChange): Promise<void> {
    const isResized = selections.size !== item.variantSelections.size;
    const print = isResized ? await this.itemOffers.getPrint(manager, item, selections) : item.print;
    item.applyChange({ design, selections, print });
    await manager.save(OrderItem, item);
  }
}
