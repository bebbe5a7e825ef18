import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mayBeAtPrinter } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';

/**
 * Cancels orders whose money is refunded completely or lost to a dispute, as long as the printer can't have them yet. A
 * printer that has started is paid for its work, so that order is printed and shipped.
 */
@Injectable()
export class RefundedOrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  /** The caller has locked the order. False if the order continues, or was cancelled before. */
  async cancelIfFullyRefunded(manager: EntityManager, order: Order, by: StatusChangeActor): Promise<boolean> {
    const { status: from } = order;
    if ((from !== 'paid' && from !== 'processing') || (await this.refunds.getRemainingCents(manager, order.id)) > 0)
      return false;
    const fulfilment = await this.fulfilments.findByOrder(order.id, manager);
    // An order that an admin set to processing may still wait for its print files. Without a fulfilment, an admin
    // prints it.
    if (fulfilment ? mayBeAtPrinter(fulfilment) : from === 'processing') return false;
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancelFulfilment(manager, order.id);
    await this.orderEvents.publishStatusChanged(manager, order, from, by);
    return true;
  }
}
