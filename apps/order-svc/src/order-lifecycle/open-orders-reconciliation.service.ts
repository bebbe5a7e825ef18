import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { UnpaidOrderCancellationService } from './unpaid-order-cancellation.service.js';
import { PaymentEventsService } from './payment-events.service.js';
import { PaymentsRepository, type ProviderIntent } from '../payments/payments.repository.js';

/**
 * Stripe allows 25 reads per second in test mode and 100 otherwise. A read takes about 200 ms, so four at once make 20
 * per second.
 */
const CONCURRENT_REQUESTS = 4;

const ABANDONED_AFTER_HOURS = 24;

/** Reconciles orders that are not paid yet with the provider. */
@Injectable()
export class OpenOrdersReconciliation {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly paymentEvents: PaymentEventsService,
    private readonly unpaidOrderCancellation: UnpaidOrderCancellationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Refreshes all open orders, so that a payment without a webhook is known within one interval. */
  async refreshOpenOrders(): Promise<void> {
    const startedAt = await this.payments.getDatabaseTime();
    let intents: ProviderIntent[];
    do {
      intents = await this.payments.claimOpenIntents(startedAt);
      const remaining = intents.values();
      await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, () => this.refreshIntents(remaining)));
    } while (intents.length > 0);
  }

  async cancelAbandonedOrders(): Promise<void> {
    for (const orderId of await this.payments.claimAbandonedOrders(ABANDONED_AFTER_HOURS)) {
      await this.logFailure({ orderId }, async () => {
        const cancellation = await this.unpaidOrderCancellation.cancelUnpaidOrder(orderId, null);
        this.logger.info({ orderId, cancellation }, 'an abandoned order was processed');
      });
    }
  }

  private async refreshIntents(intents: Iterable<ProviderIntent>): Promise<void> {
    for (const intent of intents)
      await this.logFailure({ ...intent }, () => this.paymentEvents.refreshFromProvider(intent));
  }

  /** A failure of one order does not stop the others. */
  private async logFailure(context: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, ...context }, 'an open order could not be reconciled');
    }
  }
}
