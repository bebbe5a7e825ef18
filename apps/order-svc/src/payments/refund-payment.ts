import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentProvider } from './payment-provider.js';
import { PaymentsRepository } from './payments.repository.js';

/** Gives back in full what is owed; what the provider does not take now, the sweep tries again. */
@Injectable()
export class RefundPayment {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly provider: PaymentProvider,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly events: OrderEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async settleDue(): Promise<void> {
    for (const orderId of await this.payments.listRefundsDue()) await this.settle(orderId);
  }

  /** Resolves in any case: a refund that is owed stays written down until the provider has confirmed it. */
  async settle(orderId: string): Promise<void> {
    try {
      const due = await this.payments.findRefundDue(orderId);
      if (!due) return;
      await this.provider.refund(due.paymentIntentId, `refund:${orderId}:1`);
      await this.noteRefunded(orderId);
    } catch (error) {
      this.logger.error({ err: error, orderId }, 'a refund did not go through, the next sweep tries it again');
    }
  }

  private async noteRefunded(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const amountCents = await this.payments.noteRefunded(manager, orderId);
      if (!order || amountCents === null) return;
      if (order.paymentStatus === 'paid') {
        order.refund();
        await this.orders.save(manager, order);
      }
      await this.events.refunded(manager, order, amountCents);
    });
  }
}
