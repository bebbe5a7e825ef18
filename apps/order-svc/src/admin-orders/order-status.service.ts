import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { OrderStatus, Tracking } from '@shop/contracts/order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { PaidOrderCancellationService } from '../order-lifecycle/paid-order-cancellation.service.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { canAdminChangeStatus } from '../orders/order-status.rules.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import {
  UnpaidOrderCancellationService,
  type CancellationOutcome,
} from '../order-lifecycle/unpaid-order-cancellation.service.js';

export interface StatusChange {
  to: OrderStatus;
  /** Only for a shipped order. */
  tracking: Tracking | null;
}

const statusChangeRejected = (from: OrderStatus, to: OrderStatus) =>
  to === 'paid'
    ? new DomainError('ORDER_PAID_BY_HAND', 'conflict', 'Only the payment provider can say that an order is paid.')
    : new DomainError('ORDER_STATUS_CHANGE_INVALID', 'conflict', `An order that is ${from} cannot become ${to}.`);

/** An admin's status change, stored with the admin's name in one transaction. */
@Injectable()
export class OrderStatusService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly unpaidOrderCancellation: UnpaidOrderCancellationService,
    private readonly paidOrderCancellation: PaidOrderCancellationService,
    private readonly manualStatusChanges: ManualStatusChangesService,
  ) {}

  async changeStatus(orderId: string, change: StatusChange, by: AuditActor): Promise<void> {
    const order = await this.getOrder(orderId);
    if (!canAdminChangeStatus(order.status, change.to)) throw statusChangeRejected(order.status, change.to);
    if (order.status === 'created') assertCancelled(await this.unpaidOrderCancellation.cancelUnpaidOrder(orderId, by));
    else
      await this.manualStatusChanges.retryWhileSubmitting(() =>
        change.to === 'cancelled' ? this.cancelOrder(orderId, by) : this.applyStatus(orderId, change, by),
      );
    if (change.to === 'cancelled') await this.paidOrderCancellation.submitRefunds(orderId);
    if (change.to === 'processing') this.manualStatusChanges.wakeSchedule();
  }

  /** Recalls the order from the printer first, because an order that is being printed cannot be cancelled. */
  private async cancelOrder(orderId: string, by: AuditActor): Promise<void> {
    const recalled = await this.manualStatusChanges.recallOrder(orderId);
    await this.dataSource.transaction(async (manager) => {
      // The printer's cancellation event may arrive before its answer; then the order is already cancelled and
      // refunded.
      if (recalled && (await this.orders.findLocked(manager, orderId))?.status === 'cancelled') return;
      const order = await this.getLockedOrder(manager, orderId, 'cancelled');
      await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
      await this.paidOrderCancellation.cancelLocked(manager, order, { reason: 'cancelled by an admin', by });
    });
  }

  private async applyStatus(orderId: string, { to, tracking }: StatusChange, by: AuditActor): Promise<void> {
    const recalled = to === 'processing' ? null : await this.manualStatusChanges.recallUnconfirmed(orderId);
    await this.dataSource.transaction(async (manager) => {
      const order = await this.getLockedOrder(manager, orderId, to);
      const from = order.status;
      order.changeStatus(to);
      order.tracking = tracking ?? order.tracking;
      await this.orders.save(manager, order);
      await this.manualStatusChanges.applyStatusChange(manager, orderId, to, recalled);
      await this.orderEvents.publishStatusChanged(manager, order, from, by);
    });
  }

  private async getLockedOrder(manager: EntityManager, orderId: string, to: OrderStatus): Promise<Order> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order || !canAdminChangeStatus(order.status, to)) throw statusChangeRejected(order?.status ?? 'cancelled', to);
    return order;
  }

  private async getOrder(orderId: string): Promise<Order> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    return order;
  }
}

/** The only change that an admin can make to a `created` order is to cancel it. A customer who pays at the same moment wins. */
function assertCancelled(cancellation: CancellationOutcome): void {
  switch (cancellation) {
    case 'cancelled':
      return;
    case 'already-paid':
      throw new DomainError('ORDER_JUST_PAID', 'conflict', 'This order has just been paid. Please look at it again.');
    case 'amount-mismatch':
      throw new DomainError(
        'ORDER_AMOUNT_MISMATCH',
        'conflict',
        'Another amount than its total was paid for this order. Please give it back under Money on the dashboard.',
      );
    case 'being-paid':
      throw new DomainError(
        'ORDER_BEING_PAID',
        'conflict',
        'This order is being paid right now. Please try again in a moment.',
      );
    case 'not-open':
      throw new DomainError(
        'ORDER_ALREADY_CHANGED',
        'conflict',
        'This order has changed meanwhile. Please look at it again.',
      );
  }
}
