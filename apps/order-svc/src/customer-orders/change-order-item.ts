import { Injectable } from '@nestjs/common';
import type { ChangeOrderItemRequest } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ChangeHeldOrder } from './change-held-order.js';
import { changeOf, type ItemChange } from './item-change.rules.js';
import { ItemOffers } from './item-offers.js';
import { orderUnknown } from './order-refusals.js';

/** Another placement, or another size at the same price. The same again changes nothing, and nothing is made anew. */
@Injectable()
export class ChangeOrderItem {
  constructor(
    private readonly held: ChangeHeldOrder,
    private readonly orders: OrdersRepository,
    private readonly offers: ItemOffers,
    private readonly events: OrderEvents,
  ) {}

  async execute(orderId: string, itemId: string, request: ChangeOrderItemRequest): Promise<void> {
    await this.held.execute(orderId, async (manager, order) => {
      const item = await manager.findOneBy(OrderItem, { id: itemId, orderId });
      if (!item) throw orderUnknown();
      const change = changeOf(item, request);
      if (change.what.length === 0) return;
      await this.apply(manager, item, change);
      order.updatedAt = new Date();
      await this.orders.save(manager, order);
      await this.events.changed(manager, order, change.what);
    });
  }

  private async apply(manager: EntityManager, item: OrderItem, { design, selections }: ItemChange): Promise<void> {
    const isResized = selections.size !== item.variantSelections.size;
    const print = isResized ? await this.offers.printOf(manager, item, selections) : item.print;
    item.change({ design, selections, print });
    await manager.save(OrderItem, item);
  }
}
