import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DomainError, isDomainError } from '@shop/contracts-common';
import type { ChangeOrderItemRequest, ShippingAddress } from '@shop/contracts-order';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderLifecycleService } from '../order-lifecycle/order-lifecycle.service.js';
import { RefundsService } from '../order-lifecycle/refunds.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderEmailService } from '../orders/order-email.service.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderBeingPrinted, orderCancelled, orderNotPaid, orderOnHold, orderUnknown } from './customer-order.errors.js';
import { ItemChangesService } from './item-changes.service.js';

const AT_PRINTER: ReadonlySet<string> = new Set(['ORDER_AT_PRINTER', 'ORDER_CANCELLED_THERE']);

type Change = (manager: EntityManager, order: Order) => Promise<void>;

/** The messages about an order at the printer are for admins. */
function toCustomerError(error: unknown): never {
  if (isDomainError(error) && AT_PRINTER.has(error.code)) throw orderBeingPrinted();
  throw error;
}

/**
 * Changes and cancellations by customers: in one transaction under the order's lock, and only while the change window or a
 * question of the shop is open, or while an item is out of stock at the printer. The submission to the printer takes the same lock, so a change is
 * either printed or refused.
 */
@Injectable()
export class CustomerOrderChangesService {
  constructor(
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly itemChanges: ItemChangesService,
    private readonly refunds: RefundsService,
    private readonly orderLifecycle: OrderLifecycleService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly questions: OrderQuestionsRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly orderEmail: OrderEmailService,
  ) {}

  correctEmail(orderId: string, email: string): Promise<void> {
    return this.withLockedOrder(orderId, (manager, order) => this.orderEmail.correctEmail(manager, order, email, null));
  }

  /** Also for an order whose parcel came back. An unchanged address has no effect and publishes nothing. */
  async changeAddress(orderId: string, requested: ShippingAddress): Promise<void> {
    const address = this.shippableAddresses.getShippable(requested);
    await this.withChangeableOrder(
      orderId,
      async (manager, order) => {
        if (isDeepStrictEqual(order.shippingAddress, address)) return;
        await this.orderLifecycle.changeAddress(manager, order, address);
        await this.orderEvents.publishChanged(manager, order, ['the delivery address']);
      },
      ({ returnedAt }) => returnedAt !== null,
    );
  }

  /**
   * Another artwork of the caller's own, another placement, or another size or colour at the price that was paid or a lower one,
   * whose difference is refunded. Without a difference nothing happens and no print file is made. After the change window only an
   * item that is out of stock at the printer is changed, or each item while a question of the shop is open.
   */
  async changeItem(
    caller: Caller,
    { orderId, itemId }: { orderId: string; itemId: string },
    request: ChangeOrderItemRequest,
  ): Promise<void> {
    const change = await this.itemChanges.prepareChange(caller, itemId, request);
    if (!(await this.isAsked(orderId)) && (await this.isOutOfStock(orderId)))
      await this.changeReopened(orderId, async (manager, order) => {
        const item = await this.itemChanges.getItem(manager, order, itemId);
        if (!item.isOutOfStock) throw orderBeingPrinted();
        await this.itemChanges.applyChange(manager, order, change);
      });
    else
      await this.withChangeableOrder(orderId, (manager, order) => this.itemChanges.applyChange(manager, order, change));
    await this.refunds.executePendingRefunds(orderId);
  }

  /** A repeated request, from a second tab or after a lost response, succeeds without effect. */
  async cancelOrder(orderId: string): Promise<void> {
    try {
      if ((await this.isAsked(orderId)) || (await this.isOutOfStock(orderId)))
        await this.cancelReopened(orderId, this.cancelLocked);
      else await this.withLockedOrder(orderId, this.cancelLocked);
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'ORDER_CANCELLED') throw error;
    }
    await this.refunds.executePendingRefunds(orderId);
  }

  private readonly cancelLocked = (manager: EntityManager, order: Order): Promise<void> =>
    this.orderLifecycle.cancelPaidOrder(manager, order, { reason: 'cancelled by the customer', by: 'customer' });

  private async withChangeableOrder(
    orderId: string,
    change: Change,
    isAllowedLater?: (order: Order) => boolean,
  ): Promise<void> {
    if (await this.isAsked(orderId)) await this.changeReopened(orderId, change);
    else await this.withLockedOrder(orderId, change, isAllowedLater);
  }

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
      if (!isAllowedLater(order) && !(await this.isInChangeWindow(manager, order)))
        throw await this.createClosedError(manager, orderId);
      await change(manager, order);
    });
  }

  private async isInChangeWindow(manager: EntityManager, { id, status }: Order): Promise<boolean> {
    return status === 'paid' && (await this.fulfilments.isChangeWindowOpen(manager, id));
  }

  private isOutOfStock(orderId: string): Promise<boolean> {
    return this.orders.hasOutOfStockItem(orderId);
  }

  private isAsked(orderId: string): Promise<boolean> {
    return this.hasOpenQuestion(this.dataSource.manager, orderId);
  }

  private async hasOpenQuestion(manager: EntityManager, orderId: string): Promise<boolean> {
    return (await this.questions.findOpenId(manager, orderId)) !== null;
  }

  /**
   * Changes an order outside its change window, and submits it again: an item is out of stock, or the shop has asked.
   *
   * @throws DomainError `conflict` if the printer has the order after all.
   */
  private async changeReopened(orderId: string, change: Change): Promise<void> {
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId).catch(toCustomerError);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.lockReopened(manager, orderId);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await change(manager, order);
        await this.manualStatusChanges.retrySubmission(manager, orderId);
      });
    });
  }

  /** Cancels an order outside its change window: recalls it from the printer first, like an admin's cancellation. */
  private async cancelReopened(orderId: string, cancel: Change): Promise<void> {
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.recallOrder(orderId);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.lockReopened(manager, orderId);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await cancel(manager, order);
      });
    });
  }

  private async lockReopened(manager: EntityManager, orderId: string): Promise<Order> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw orderUnknown();
    if (order.status === 'cancelled') throw orderCancelled();
    const isOpen = order.status === 'paid' || order.status === 'processing';
    const isReopened =
      (await this.hasOpenQuestion(manager, orderId)) || (await this.orders.hasOutOfStockItem(orderId, manager));
    // The question may have been closed a moment ago, within the change window.
    if (!(isOpen && isReopened) && !(await this.isInChangeWindow(manager, order)))
      throw await this.createClosedError(manager, orderId);
    return order;
  }

  /** Why an order can't be changed outside its change window. */
  private async createClosedError(manager: EntityManager, orderId: string): Promise<DomainError> {
    const underReview = await this.holds.listUnderReview([orderId], manager);
    return underReview.has(orderId) ? orderOnHold() : orderBeingPrinted();
  }
}
