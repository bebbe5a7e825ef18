import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderHistory } from '../orders/order-history.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { DisputesRepository } from './disputes.repository.js';
import type { ProviderDispute } from './payment-provider.js';
import { PaymentsRepository } from './payments.repository.js';
import type { EventKey } from './record-payment.js';

/** A customer has asked the bank for the money back: the admins see it on the order. It is answered at the provider. */
@Injectable()
export class RecordDispute {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly disputes: DisputesRepository,
    private readonly history: OrderHistory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(provider: PaymentProviderName, dispute: ProviderDispute, event: EventKey): Promise<void> {
    await this.dataSource.transaction((manager) => this.record(manager, provider, dispute, event));
  }

  private async record(manager: EntityManager, provider: PaymentProviderName, dispute: ProviderDispute, event: EventKey): Promise<void> {
    const order = await this.orders.findByIntent(dispute.intentId, manager);
    if (order?.paymentProvider !== provider) return;
    if (event && !(await this.payments.isNewEvent(manager, event, order.id))) return;
    const heard = await this.disputes.hear(manager, provider, order.id, dispute);
    const { amountCents, reason, status } = dispute;
    if (heard === 'new') {
      this.logger.warn({ orderId: order.id, disputeId: dispute.id, reason, respondBy: dispute.respondBy }, 'a payment is disputed');
      await this.history.note(manager, order.id, { action: 'order.disputed', facts: { amountCents, reason } });
    }
    if (heard !== 'closed already' && dispute.isClosed) await this.history.note(manager, order.id, { action: 'order.dispute-closed', facts: { amountCents, outcome: status } });
  }
}
