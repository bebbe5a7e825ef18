import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isDomainError } from '@shop/contracts/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { orderBeingPrinted, orderCancelled, orderNotPaid, orderUnknown } from './customer-order.errors.js';

const AT_PRINTER: ReadonlySet<string> = new Set(['ORDER_AT_PRINTER', 'ORDER_CANCELLED_THERE']);

type Change = (manager: EntityManager, order: Order) => Promise<void>;

/** The messages about an order at the printer are for admins. */
function toCustomerError(error: unknown): never {
  if (isDomainError(error) && AT_PRINTER.has(error.code)) throw orderBeingPrinted();
  throw error;
}

/**
 * Guards all changes and cancellations by customers: runs them in one transaction under the order's lock, and only
 * while the change window is open, or while an item is out of stock at the printer. The submission to the printer takes
 * the same lock, so a change is either printed or refused.
 */
@Injectable()
export class ChangeableOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly manualStatusChanges: ManualStatusChangesService,
  ) {}

  /** Throws `conflict` after the change window. */
  async withLockedOrder(orderId: string, change: Change): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw orderUnknown();
      if (order.status === 'created') throw orderNotPaid();
      if (order.status === 'cancelled') throw orderCancelled();
      if (order.status !== 'paid' || !(await this.fulfilments.isChangeWindowOpen(manager, orderId)))
        throw orderBeingPrinted();
      await change(manager, order);
    });
  }

  isOutOfStock(orderId: string): Promise<boolean> {
    return this.orders.hasOutOfStockItem(orderId);
  }

  /**
   * Replaces an item that is out of stock, and submits the order again.
   *
   * @throws DomainError `conflict` if the printer has the order after all.
   */
  async replaceOutOfStock(orderId: string, change: Change): Promise<void> {
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId).catch(toCustomerError);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.lockOutOfStock(manager, orderId);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await change(manager, order);
        await this.manualStatusChanges.retrySubmission(manager, orderId);
      });
    });
    this.manualStatusChanges.wakeSchedule();
  }

  /** Cancels an order with an item that is out of stock: recalls it from the printer first, like an admin's cancellation. */
  async cancelOutOfStock(orderId: string, cancel: Change): Promise<void> {
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
