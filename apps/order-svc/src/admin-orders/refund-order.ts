import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { dollars, DomainError, formatCents, SENTENCES } from '@shop/contracts/common';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { EndRefundedOrder } from '../payments/end-refunded-order.js';
import { OweRefund } from '../payments/owe-refund.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { RefundsRepository } from '../payments/refunds.repository.js';

export interface OrderRefund {
  amountCents: number;
  reason: string;
  /** What the caller names it: asked again under the same key, it is made once. */
  key: string;
}

const refused = (code: string, sentence: string): DomainError => new DomainError(code, 'conflict', sentence);
const keyReused = (): DomainError =>
  refused('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for something else.');

function assertPaid({ paymentStatus }: Order): void {
  if (paymentStatus === 'refunded') throw refused('ORDER_REFUNDED', 'The whole amount has gone back already.');
  if (paymentStatus !== 'paid')
    throw refused('ORDER_UNPAID', 'This order was not paid, so there is nothing to give back.');
}

/** An admin gives some of an order's money back, and the order goes on; or all that is left, and it ends where it is not at the printer yet. */
@Injectable()
export class RefundOrder {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly owed: RefundsRepository,
    private readonly refunds: RefundPayment,
    private readonly owe: OweRefund,
    private readonly ending: EndRefundedOrder,
  ) {}

  async execute(orderId: string, refund: OrderRefund, by: AuditActor): Promise<void> {
    await this.dataSource.transaction((manager) => this.decide(manager, orderId, refund, by));
    await this.refunds.settle(orderId);
  }

  /** The reason may name a person: it stays with the refund, which an erasure empties, and out of the trail. */
  private async decide(
    manager: EntityManager,
    orderId: string,
    { amountCents, reason, key }: OrderRefund,
    by: AuditActor,
  ): Promise<void> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
    const known = await this.owed.findByKey(manager, key);
    if (known) {
      if (known.orderId !== orderId || known.amountCents !== amountCents || known.reason !== reason) throw keyReused();
      return;
    }
    assertPaid(order);
    const restCents = await this.owed.restCents(manager, orderId);
    if (restCents <= 0) throw refused('REFUND_UNDER_WAY', 'The rest of the amount is on its way back already.');
    if (amountCents > restCents)
      throw new DomainError(
        'REFUND_TOO_MUCH',
        'impossible',
        `At most ${dollars(formatCents(restCents))} can still go back.`,
      );
    // Something is left, so that only the same key of another order, at the same moment, stands in the way.
    if ((await this.owe.within(manager, orderId, { reason, amountCents, id: key }, by)) === null) throw keyReused();
    await this.ending.within(manager, order, by);
  }
}
