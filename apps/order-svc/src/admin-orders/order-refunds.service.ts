import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatDollars, DomainError, formatCents, MESSAGES } from '@shop/contracts/common';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundedOrdersService } from '../order-lifecycle/refunded-orders.service.js';
import { RefundRequestsService } from '../order-lifecycle/refund-requests.service.js';
import { RefundExecutionService } from '../order-lifecycle/refund-execution.service.js';
import { RefundsRepository } from '../payments/refunds.repository.js';

export interface OrderRefund {
  amountCents: number;
  reason: string;
  /** The caller's key: a repeated request makes one refund. */
  key: string;
}

const conflict = (code: string, message: string): DomainError => new DomainError(code, 'conflict', message);
const keyReused = (): DomainError =>
  conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for something else.');

function assertPaid({ paymentStatus }: Order): void {
  if (paymentStatus === 'refunded') throw conflict('ORDER_REFUNDED', 'The whole amount has gone back already.');
  if (paymentStatus !== 'paid')
    throw conflict('ORDER_UNPAID', 'This order was not paid, so there is nothing to give back.');
}

/** Refunds a part or all of an order's payment. A full refund cancels the order unless it is at the printer. */
@Injectable()
export class OrderRefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly refundExecution: RefundExecutionService,
    private readonly refundRequests: RefundRequestsService,
    private readonly refundedOrders: RefundedOrdersService,
  ) {}

  async requestRefund(orderId: string, refund: OrderRefund, by: AuditActor): Promise<void> {
    await this.dataSource.transaction((manager) => this.saveRefund(manager, orderId, refund, by));
    await this.refundExecution.executePendingRefunds(orderId);
  }

  /** The reason may name a person: it is stored in the refund, which an erasure clears, not in the audit trail. */
  private async saveRefund(
    manager: EntityManager,
    orderId: string,
    { amountCents, reason, key }: OrderRefund,
    by: AuditActor,
  ): Promise<void> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    const known = await this.refundsRepository.findByKey(manager, key);
    if (known) {
      if (known.orderId !== orderId || known.amountCents !== amountCents || known.reason !== reason) throw keyReused();
      return;
    }
    assertPaid(order);
    const refundableCents = await this.refundsRepository.getRemainingCents(manager, orderId);
    if (refundableCents <= 0) throw conflict('REFUND_UNDER_WAY', 'The rest of the amount is on its way back already.');
    if (amountCents > refundableCents)
      throw new DomainError(
        'REFUND_TOO_MUCH',
        'impossible',
        `At most ${formatDollars(formatCents(refundableCents))} can still go back.`,
      );
    // Null can only mean that another order used the same key at the same moment.
    if ((await this.refundRequests.requestRefund(manager, orderId, { reason, amountCents, id: key }, by)) === null)
      throw keyReused();
    await this.refundedOrders.cancelIfFullyRefunded(manager, order, by);
  }
}
