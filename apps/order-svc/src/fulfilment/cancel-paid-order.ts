import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';

/** Ends an order that was paid: nothing is printed any more, and the whole amount is owed back, written down together (D42). */
@Injectable()
export class CancelPaidOrder {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly owed: RefundsRepository,
    private readonly events: OrderEvents,
    private readonly refunds: RefundPayment,
  ) {}

  /** The order is locked, and may be cancelled. Whoever calls pays back after the commit. */
  async within(manager: EntityManager, order: Order, { reason, by }: { reason: string; by: Mover }): Promise<void> {
    const from = order.status;
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancel(manager, order.id);
    if (order.paymentStatus === 'paid')
      await this.owed.request(manager, order.id, { reason, amountCents: order.totalCents });
    await this.events.statusChanged(manager, order, from, by);
  }

  /** Gives back what is owed now; what does not go through is tried again by the sweep. */
  payBack(orderId: string): Promise<void> {
    return this.refunds.settle(orderId);
  }
}
