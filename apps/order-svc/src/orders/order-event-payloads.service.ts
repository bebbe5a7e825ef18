import { Injectable } from '@nestjs/common';
import type { OrderLink } from '@shop/contracts-order';
import type { EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import type { OrderItem } from './order-item.entity.js';
import { OrderLinksService } from './order-links.service.js';
import type { Order } from './order.entity.js';
import { toOrder, toPrintableOrder } from './order.mapper.js';
import { OrdersRepository } from './orders.repository.js';

interface EventPayload<View> {
  order: View;
  userId: string | null;
  link: OrderLink;
}

/** What the events of an order have in common: the order, its owner, and the link of its emails. */
@Injectable()
export class OrderEventPayloadsService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly links: OrderLinksService,
    private readonly shippableAddresses: ShippableAddressesService,
  ) {}

  async getPayload(manager: EntityManager, order: Order): Promise<EventPayload<ReturnType<typeof toOrder>>> {
    return this.toPayload(order, await this.listItems(manager, order));
  }

  /** With the items' print data. */
  async getPrintablePayload(
    manager: EntityManager,
    order: Order,
  ): Promise<EventPayload<ReturnType<typeof toPrintableOrder>>> {
    const items = await this.listItems(manager, order);
    return { ...this.toPayload(order, items), order: toPrintableOrder(order, items) };
  }

  toPayload(order: Order, items: readonly OrderItem[]): EventPayload<ReturnType<typeof toOrder>> {
    return { order: toOrder(order, items), userId: order.userId, link: this.links.createLink(order) };
  }

  /** `{}` if the order's parcel crosses no customs border. */
  getCustomsNotice({ shippingAddress }: Order): { customsNotice?: string } {
    return this.shippableAddresses.getCustomsNotice(shippingAddress);
  }

  async listItems(manager: EntityManager, { id }: Pick<Order, 'id'>): Promise<OrderItem[]> {
    return (await this.orders.listItems([id], manager)).get(id) ?? [];
  }
}
