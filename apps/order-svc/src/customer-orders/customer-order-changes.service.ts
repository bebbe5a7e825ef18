import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isDomainError } from '@shop/contracts/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ChangeOrderItemRequest, ShippingAddress } from '@shop/contracts/order';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { assertPrintsArtwork } from '../carts/placement.rules.js';
import { normalizeSelections } from '../carts/cart-line.rules.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderLifecycleService } from '../order-lifecycle/order-lifecycle.service.js';
import { RefundsService } from '../order-lifecycle/refunds.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderEmailService } from '../orders/order-email.service.js';
import { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { orderBeingPrinted, orderCancelled, orderNotPaid, orderUnknown } from './customer-order.errors.js';
import { type ItemChange, computeItemChange, computePriceRefund } from './item-change.rules.js';
import { CustomerOrdersRepository } from './customer-orders.repository.js';

const AT_PRINTER: ReadonlySet<string> = new Set(['ORDER_AT_PRINTER', 'ORDER_CANCELLED_THERE']);

type Change = (manager: EntityManager, order: Order) => Promise<void>;

/** The messages about an order at the printer are for admins. */
function toCustomerError(error: unknown): never {
  if (isDomainError(error) && AT_PRINTER.has(error.code)) throw orderBeingPrinted();
  throw error;
}

/**
 * Changes and cancellations by customers: in one transaction under the order's lock, and only while the change window is open,
 * or while an item is out of stock at the printer. The submission to the printer takes the same lock, so a change is either
 * printed or refused.
 */
@Injectable()
export class CustomerOrderChangesService {
  constructor(
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly customerOrdersRepository: CustomerOrdersRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly refunds: RefundsService,
    private readonly orderLifecycle: OrderLifecycleService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly orderEmail: OrderEmailService,
  ) {}

  correctEmail(orderId: string, email: string): Promise<void> {
    return this.withLockedOrder(orderId, (manager, order) => this.orderEmail.correctEmail(manager, order, email, null));
  }

  /** Also for an order whose parcel came back. An unchanged address has no effect and publishes nothing. */
  async changeAddress(orderId: string, requested: ShippingAddress): Promise<void> {
    const address = this.shippableAddresses.getShippable(requested);
    await this.withLockedOrder(
      orderId,
      async (manager, order) => {
        if (isDeepStrictEqual(order.shippingAddress, address)) return;
        order.changeAddress(address);
        await this.orders.save(manager, order);
        await this.orderEvents.publishChanged(manager, order, ['the delivery address']);
      },
      ({ returnedAt }) => returnedAt !== null,
    );
  }

  /**
   * Another placement, or another size or colour at the price that was paid or a lower one, whose difference is refunded.
   * Without a difference nothing happens and no print file is made. After the change window only an item that is out of
   * stock at the printer gets another size or colour.
   */
  async changeItem(orderId: string, itemId: string, request: ChangeOrderItemRequest): Promise<void> {
    if (await this.isOutOfStock(orderId))
      await this.replaceOutOfStock(orderId, async (manager, order) => {
        const item = await getItem(manager, order, itemId);
        if (!item.isOutOfStock) throw orderBeingPrinted();
        await this.applyRequest(manager, order, item, request);
      });
    else
      await this.withLockedOrder(orderId, async (manager, order) => {
        await this.applyRequest(manager, order, await getItem(manager, order, itemId), request);
      });
    await this.refunds.executePendingRefunds(orderId);
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
    if (isDeepStrictEqual(selections, normalizeSelections(item.variantSelections)))
      item.applyChange({ ...item, design, selections });
    else {
      const { priceCents, ...offer } = await this.customerOrdersRepository.getOffer(manager, item, selections);
      await this.refundDifference(manager, item, priceCents);
      item.applyChange({ design, selections, ...offer });
    }
    assertPrintsArtwork(item, await this.customerOrdersRepository.findArtworkSize(manager, item.generatedImageId));
    await manager.save(OrderItem, item);
  }

  private async refundDifference(manager: EntityManager, item: OrderItem, priceCents: number): Promise<void> {
    const remainingCents = await this.refundsRepository.getRemainingCents(manager, item.orderId);
    const amountCents = computePriceRefund(item, priceCents, remainingCents);
    if (amountCents === 0) return;
    await this.refundsRepository.insertRequest(manager, item.orderId, { reason: 'a cheaper choice', amountCents });
    item.priceBackCents += amountCents;
  }

  /** A repeated request, from a second tab or after a lost response, succeeds without effect. */
  async cancelOrder(orderId: string): Promise<void> {
    try {
      if (await this.isOutOfStock(orderId)) await this.cancelOutOfStock(orderId, this.cancelLocked);
      else await this.withLockedOrder(orderId, this.cancelLocked);
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'ORDER_CANCELLED') throw error;
    }
    await this.refunds.executePendingRefunds(orderId);
  }

  private readonly cancelLocked = (manager: EntityManager, order: Order): Promise<void> =>
    this.orderLifecycle.cancelPaidOrder(manager, order, { reason: 'cancelled by the customer', by: 'customer' });

  /** Throws `conflict` after the change window, unless the change is allowed later. */
  private async withLockedOrder(
    orderId: string,
    change: Change,
    isAllowedLater: (order: Order) => boolean = () => false,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw orderUnknown();
      if (order.status === 'created') throw orderNotPaid();
      if (order.status === 'cancelled') throw orderCancelled();
      const isOpen =
        isAllowedLater(order) ||
        (order.status === 'paid' && (await this.fulfilments.isChangeWindowOpen(manager, orderId)));
      if (!isOpen) throw orderBeingPrinted();
      await change(manager, order);
    });
  }

  private isOutOfStock(orderId: string): Promise<boolean> {
    return this.orders.hasOutOfStockItem(orderId);
  }

  /**
   * Replaces an item that is out of stock, and submits the order again.
   *
   * @throws DomainError `conflict` if the printer has the order after all.
   */
  private async replaceOutOfStock(orderId: string, change: Change): Promise<void> {
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId).catch(toCustomerError);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.lockOutOfStock(manager, orderId);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await change(manager, order);
        await this.manualStatusChanges.retrySubmission(manager, orderId);
      });
    });
  }

  /** Cancels an order with an item that is out of stock: recalls it from the printer first, like an admin's cancellation. */
  private async cancelOutOfStock(orderId: string, cancel: Change): Promise<void> {
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.recallOrder(orderId);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.lockOutOfStock(manager, orderId);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await cancel(manager, order);
      });
    });
  }

  private async lockOutOfStock(manager: EntityManager, orderId: string): Promise<Order> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw orderUnknown();
    if (order.status === 'cancelled') throw orderCancelled();
    const isOpen = order.status === 'paid' || order.status === 'processing';
    if (!isOpen || !(await this.orders.hasOutOfStockItem(orderId, manager))) throw orderBeingPrinted();
    return order;
  }
}

async function getItem(manager: EntityManager, { id: orderId }: Order, itemId: string): Promise<OrderItem> {
  const item = await manager.findOneBy(OrderItem, { id: itemId, orderId });
  if (!item) throw orderUnknown();
  return item;
}
