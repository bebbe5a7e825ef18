import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ChangeOrderItemRequest } from '@shop/contracts-order';
import type { Caller } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { artworkUnknown } from '../carts/artwork.errors.js';
import { waitForArtwork } from '../carts/artwork-wait.js';
import { normalizeSelections } from '../carts/cart-line.rules.js';
import { assertPrintsArtwork } from '../carts/placement.rules.js';
import { getOwnerIds } from '../guests/owner-ids.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { orderUnknown } from './customer-order.errors.js';
import { type CallerArtwork, CustomerOrdersRepository, type ItemArtwork } from './customer-orders.repository.js';
import { type ItemChange, computeItemChange, computePriceRefund } from './item-change.rules.js';

interface RequestedChange {
  itemId: string;
  request: ChangeOrderItemRequest;
  /** The requested artwork; null if none is requested, or if it is not known. */
  artwork: CallerArtwork | null;
}

/** Another artwork, placement, size or colour of an item. Each method that takes a manager requires the order's lock. */
@Injectable()
export class ItemChangesService {
  constructor(
    private readonly customerOrdersRepository: CustomerOrdersRepository,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly refunds: RefundsRepository,
  ) {}

  /** Reads the artwork before the transaction, because it may be new and is waited for. */
  async prepareChange(caller: Caller, itemId: string, request: ChangeOrderItemRequest): Promise<RequestedChange> {
    const { generatedImageId } = request;
    if (generatedImageId === undefined) return { itemId, request, artwork: null };
    const find = () => this.customerOrdersRepository.findArtwork(generatedImageId, getOwnerIds(caller));
    const artwork = (await find()) ?? (await waitForArtwork(find, (found) => found !== null));
    return { itemId, request, artwork };
  }

  async getItem(manager: EntityManager, { id: orderId }: Order, itemId: string): Promise<OrderItem> {
    const item = await manager.findOneBy(OrderItem, { id: itemId, orderId });
    if (!item) throw orderUnknown();
    return item;
  }

  /** Without a difference nothing happens. A cheaper choice is refunded by the job of the order. */
  async applyChange(
    manager: EntityManager,
    order: Order,
    { itemId, request, artwork }: RequestedChange,
  ): Promise<void> {
    const item = await this.getItem(manager, order, itemId);
    const change = computeItemChange(item, request);
    if (change.what.length === 0) return;
    await this.changeItem(manager, item, { ...change, artwork: getNextArtwork(item, change, artwork) });
    order.updatedAt = new Date();
    await this.orders.save(manager, order);
    await this.orderEvents.publishChanged(manager, order, change.what);
  }

  private async changeItem(
    manager: EntityManager,
    item: OrderItem,
    { artwork, design, selections }: ItemChange & { artwork: ItemArtwork },
  ): Promise<void> {
    if (isDeepStrictEqual(selections, normalizeSelections(item.variantSelections)))
      item.applyChange({ ...item, artwork, design, selections });
    else {
      const { priceCents, ...offer } = await this.customerOrdersRepository.getOffer(manager, item, selections);
      await this.refundDifference(manager, item, priceCents);
      item.applyChange({ artwork, design, selections, ...offer });
    }
    assertPrintsArtwork(item, await this.customerOrdersRepository.findArtworkSize(manager, item.generatedImageId));
    await manager.save(OrderItem, item);
  }

  private async refundDifference(manager: EntityManager, item: OrderItem, priceCents: number): Promise<void> {
    const remainingCents = await this.refunds.getRemainingCents(manager, item.orderId);
    const amountCents = computePriceRefund(item, priceCents, remainingCents);
    if (amountCents === 0) return;
    const reason = 'a cheaper choice';
    await this.refunds.insertRequest(manager, item.orderId, { reason, amountCents, by: 'customer' });
    item.priceBackCents += amountCents;
  }
}

/** The artwork that the item has may belong to another customer, such as the guest who ordered it. Throws 422 for another artwork that does. */
function getNextArtwork(item: OrderItem, { artworkId }: ItemChange, artwork: CallerArtwork | null): ItemArtwork {
  if (artworkId === item.generatedImageId) return { id: artworkId, url: item.generatedImageUrl };
  if (!artwork?.isOwn) throw artworkUnknown();
  return artwork;
}
