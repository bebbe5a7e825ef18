import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';

/** Cancels a paid order: stops its printing and requests the full refund in one transaction. */
@Injectable()
export class PaidOrderCancellationService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly orderEvents: OrderEvents,
    private readonly refundExecution: RefundPayment,
  ) {}

  /** The order must be locked and cancellable. The caller submits the refunds after the commit. */
  async cancelLocked(
    manager: EntityManager,
    order: Order,
    { reason, by }: { reason: string; by: Mover },
  ): Promise<void> {
    const from = order.status;
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancel(manager, order.id);
    if (order.paymentStatus === 'paid')
      await this.refundsRepository.request(manager, order.id, { reason, amountCents: order.totalCents });
    await this.orderEvents.statusChanged(manager, order, from, by);
  }

  /** Submits the pending refunds. Reconciliation repeats what fails. */
  submitRefunds(orderId: string): Promise<void> {
    return this.refundExecution.settle(orderId);
  }
}
