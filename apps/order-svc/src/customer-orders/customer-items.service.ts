import { Injectable } from '@nestjs/common';
import type { ChangeOrderItemRequest } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundExecutionService } from '../order-lifecycle/refund-execution.service.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { ChangeableOrdersService } from './changeable-orders.service.js';
import { computeItemChange, computePriceDifference, type ItemChange } from './item-change.rules.js';
import { ItemOffersService } from './item-offers.service.js';
import { orderBeingPrinted, orderUnknown } from './customer-order.errors.js';

/**
 * A customer's change of placement, or of the size at the same price. Without a difference nothing happens and no print
 * file is made. After the change window only an item that is out of stock at the printer gets another size; if that one
 * is cheaper, the difference is refunded.
 */
@Injectable()
export class CustomerItemsService {
  constructor(
    private readonly changeableOrders: ChangeableOrdersService,
    private readonly orders: OrdersRepository,
    private readonly itemOffers: ItemOffersService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly refunds: RefundsRepository,
    private readonly refundExecution: RefundExecutionService,
  ) {}

  async changeItem(orderId: string, itemId: string, request: ChangeOrderItemRequest): Promise<void> {
    if (!(await this.changeableOrders.isOutOfStock(orderId)))
      return this.changeableOrders.withLockedOrder(orderId, async (manager, order) => {
        await this.applyRequest(manager, order, await getItem(manager, order, itemId), request);
      });
    await this.changeableOrders.replaceOutOfStock(orderId, async (manager, order) => {
      const item = await getItem(manager, order, itemId);
      if (!item.isOutOfStock) throw orderBeingPrinted();
      await this.applyRequest(manager, order, item, request);
    });
    await this.refundExecution.executePendingRefunds(orderId);
  }

  private async applyRequest(
    manager: EntityManager,
    order: Order,
    item: OrderItem,
    request: ChangeOrderItemRequest,
  ): Promise<void> {
    const change = computeItemChange(item, request);
    if (change.what.length === 0) return;
    await this.apply(manager, item, change);
    order.updatedAt = new Date();
    await this.orders.save(manager, order);
    await this.orderEvents.publishChanged(manager, order, change.what);
  }

  private async apply(manager: EntityManager, item: OrderItem, { design, selections }: ItemChange): Promise<void> {
    if (selections.size === item.variantSelections.size) item.applyChange({ design, selections, print: item.print });
    else {
      const { print, priceCents } = await this.itemOffers.getOffer(manager, item, selections);
      const amountCents = computePriceDifference(item, priceCents) - item.priceBackCents;
      if (amountCents > 0) {
        await this.refunds.insertRequest(manager, item.orderId, { reason: 'a cheaper size', amountCents });
        item.priceBackCents += amountCents;
      }
      item.applyChange({ design, selections, print });
    }
    await manager.save(OrderItem, item);
  }
}

async function getItem(manager: EntityManager, { id: orderId }: Order, itemId: string): Promise<OrderItem> {
  const item = await manager.findOneBy(OrderItem, { id: itemId, orderId });
  if (!item) throw orderUnknown();
  return item;
}
