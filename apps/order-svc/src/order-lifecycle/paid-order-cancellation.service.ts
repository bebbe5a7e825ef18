import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundExecutionService } from './refund-execution.service.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';

/** Cancels a paid order: stops its printing and requests the full refund in one transaction. */
@Injectable()
export class PaidOrderCancellationService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly refundExecution: RefundExecutionService,
  ) {}

  /** The order must be locked and cancellable. The caller submits the refunds after the commit. */
  async cancelLocked(
    manager: EntityManager,
    order: Order,
    { reason, by }: { reason: string; by: StatusChangeActor },
  ): Promise<void> {
    const from = order.status;
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancelFulfilment(manager, order.id);
    if (order.paymentStatus === 'paid')
      await this.refundsRepository.insertRequest(manager, order.id, { reason, amountCents: order.totalCents });
    await this.orderEvents.publishStatusChanged(manager, order, from, by);
  }

  /** Submits the pending refunds. Reconciliation repeats what fails. */
  submitRefunds(orderId: string): Promise<void> {
    return this.refundExecution.executePendingRefunds(orderId);
  }
}
