import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mayBeAtPrinter } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from './refunds.repository.js';

/**
 * An order all of whose money goes back, by whomever, or is lost to a dispute, is not printed: where the printer can't have been told yet, it ends with its money.
 * A printer that has begun is paid for: what it makes is sent.
 */
@Injectable()
export class EndRefundedOrder {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orderEvents: OrderEvents,
  ) {}

  /** The order is locked. False where it goes on, or has ended before. */
  async within(manager: EntityManager, order: Order, by: Mover): Promise<boolean> {
    const { status: from } = order;
    if ((from !== 'paid' && from !== 'processing') || (await this.refunds.restCents(manager, order.id)) > 0)
      return false;
    const fulfilment = await this.fulfilments.find(order.id, manager);
    // Moved on by an admin, it may still wait for its print files; without a row an admin prints it.
    if (fulfilment ? mayBeAtPrinter(fulfilment) : from === 'processing') return false;
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancel(manager, order.id);
    await this.orderEvents.statusChanged(manager, order, from, by);
    return true;
  }
}
