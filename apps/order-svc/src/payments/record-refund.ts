import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { ProviderRefund } from './payment-provider.js';
import { PaymentsRepository } from './payments.repository.js';
import type { EventKey } from './record-payment.js';
import { RefundsRepository } from './refunds.repository.js';

/** Applies what the provider says of a refund, the shop's own or one made at the provider: in any order, each step once. */
@Injectable()
export class RecordRefund {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly events: OrderEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(provider: PaymentProviderName, refund: ProviderRefund, event: EventKey): Promise<void> {
    await this.dataSource.transaction((manager) => this.record(manager, provider, refund, event));
  }

  private async record(manager: EntityManager, provider: PaymentProviderName, refund: ProviderRefund, event: EventKey): Promise<void> {
    const found = await this.orders.findByIntent(refund.intentId, manager);
    if (found?.paymentProvider !== provider) return;
    const order = await this.orders.findLocked(manager, found.id);
    if (!order) return;
    if (event && !(await this.payments.isNewEvent(manager, event, order.id))) return;
    const isNew = refund.isOurs ? await this.refunds.noteOwn(manager, order.id, refund) : await this.refunds.hear(manager, provider, order.id, refund);
    if (!isNew || refund.status === 'pending') return;
    if (refund.status === 'failed') {
      this.logger.error({ orderId: order.id, refundId: refund.id, failure: refund.failure }, 'a refund failed at the bank: the money is still with the shop');
      await this.events.refundFailed(manager, order, { amountCents: refund.amountCents, reason: refund.failure ?? 'unknown' });
      return;
    }
    if (order.paymentStatus === 'paid' && (await this.refunds.totalCents(manager, order.id)) >= order.totalCents) {
      order.refund();
      await this.orders.save(manager, order);
    }
    await this.events.refunded(manager, order, refund.amountCents);
  }
}
