import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { listParcels, type OrderStatus } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaidOrderCancellationService } from './paid-order-cancellation.service.js';
import { isNotYetSubmitted, isSent, withPrinterMessage } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment } from '../fulfilment/fulfilments.repository.js';
import type { PrinterOrder } from '../fulfilment/print-provider.js';
import { MISSING_AT_PRINTER, computeNextStatuses, findProblem } from '../fulfilment/printer-status.rules.js';

/** Applies the printer's state of an order. Updates arrive at least once, in any order, and take effect once. */
@Injectable()
export class PrinterEventsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly paidOrderCancellation: PaidOrderCancellationService,
    private readonly orderEvents: OrderEventsPublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async applyUpdate(orderId: string, printerOrder: PrinterOrder): Promise<void> {
    await this.applyInTransaction(orderId, printerOrder, (manager) =>
      this.markAcceptedByPrinter(manager, orderId, printerOrder),
    );
  }

  /**
   * Applies the answer to a submission. An order that is cancelled at the printer ends here too, because its number
   * cannot be used again.
   */
  async applySubmissionResult(orderId: string, printerOrder: PrinterOrder, claim: string): Promise<void> {
    await this.applyInTransaction(orderId, printerOrder, (manager) =>
      printerOrder.status === 'cancelled'
        ? this.fulfilments.markSubmitted(manager, orderId, claim, printerOrder.externalId)
        : this.markAcceptedByPrinter(manager, orderId, printerOrder),
    );
  }

  /**
   * The printer confirmed the order before and does not have it any more. A problem of a cancelled order is resolved by
   * that.
   */
  async applyMissingOrder(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
      if (!order || !fulfilment || isNotYetSubmitted(fulfilment) || isSent(order.status)) return;
      await this.saveProblem(manager, orderId, {
        message: fulfilment.state === 'submitted' ? MISSING_AT_PRINTER : null,
        printerMessage: null,
      });
    });
  }

  private async applyInTransaction(
    orderId: string,
    printerOrder: PrinterOrder,
    markFulfilment: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const statuses = await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return [];
      await markFulfilment(manager);
      return this.apply(manager, order, printerOrder);
    });
    if (statuses.includes('cancelled')) await this.paidOrderCancellation.submitRefunds(orderId);
  }

  /**
   * A cancellation of an order that was never confirmed has no effect: the recall that caused it decides. A draft is
   * not confirmed.
   */
  private async markAcceptedByPrinter(
    manager: EntityManager,
    orderId: string,
    { status, externalId }: PrinterOrder,
  ): Promise<void> {
    if (status === 'cancelled' || status === 'draft') return;
    await this.fulfilments.markAccepted(manager, orderId, externalId);
    await this.orders.clearOutOfStock(manager, orderId);
  }

  private async apply(manager: EntityManager, order: Order, printerOrder: PrinterOrder): Promise<OrderStatus[]> {
    const fulfilment = await this.fulfilments.findByOrder(order.id, manager);
    if (!fulfilment || isNotYetSubmitted(fulfilment)) return [];
    await this.reportProblem(manager, order, fulfilment, printerOrder);
    // The order was cancelled, or shipped by an admin.
    if (fulfilment.state === 'cancelled') return [];
    if (printerOrder.status === 'cancelled' && isSent(order.status)) return this.cancelSentByHand(manager, order.id);
    const steps = computeNextStatuses(order.status, printerOrder.status);
    for (const step of steps) await this.applyStatus(manager, order, step, printerOrder);
    if (steps.length === 0) await this.updateTracking(manager, order, printerOrder);
    // A second save would make PostgreSQL check the cart's row, which others lock before the order.
    else if (order.status !== 'cancelled') await this.orders.save(manager, order);
    return steps;
  }

  /** The printer cancelled the order, but an admin shipped it. */
  private async cancelSentByHand(manager: EntityManager, orderId: string): Promise<OrderStatus[]> {
    await this.fulfilments.cancelFulfilment(manager, orderId);
    return [];
  }

  private async applyStatus(
    manager: EntityManager,
    order: Order,
    to: OrderStatus,
    { tracking }: PrinterOrder,
  ): Promise<void> {
    if (to === 'cancelled') {
      this.logger.warn({ orderId: order.id }, 'the printer cancelled an order, which is refunded');
      return this.paidOrderCancellation.cancelLocked(manager, order, {
        reason: 'cancelled by the printer',
        by: 'printer',
      });
    }
    const from = order.status;
    order.changeStatus(to);
    if (to === 'shipped') order.tracking = tracking ?? order.tracking;
    await this.orderEvents.publishStatusChanged(manager, order, from, 'printer');
  }

  /**
   * Tracking may arrive after the parcel left, and further parcels later. An admin's entry for another parcel stays.
   */
  private async updateTracking(manager: EntityManager, order: Order, { tracking }: PrinterOrder): Promise<void> {
    if (order.status !== 'shipped' || !tracking || isDeepStrictEqual(order.tracking, tracking)) return;
    const known = order.tracking?.number;
    if (known !== undefined && !listParcels(tracking).some(({ number }) => number === known)) return;
    order.tracking = tracking;
    await this.orders.save(manager, order);
  }

  private async reportProblem(
    manager: EntityManager,
    { id, status }: Order,
    { state }: Fulfilment,
    printerOrder: PrinterOrder,
  ): Promise<void> {
    const problem = findProblem({ status, isRecalled: state === 'cancelled' }, printerOrder.status);
    await this.saveProblem(manager, id, { message: problem, printerMessage: printerOrder.reason });
  }

  /** `printerMessage`: the printer's own text, stored in the row only. */
  private async saveProblem(
    manager: EntityManager,
    orderId: string,
    { message, printerMessage }: { message: string | null; printerMessage: string | null },
  ): Promise<void> {
    const isNew = await this.fulfilments.saveReason(
      manager,
      orderId,
      message && withPrinterMessage(message, printerMessage),
    );
    if (!isNew || message === null) return;
    this.logger.error({ orderId, message, printerMessage }, 'an order has a problem at the printer');
    await this.orderEvents.recordPrintingDelayed(manager, orderId, message);
  }
}
