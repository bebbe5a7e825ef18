import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { HearPayment } from './hear-payment.js';
import { PaymentsRepository, type IntentAt } from './payments.repository.js';

/** Stripe takes 25 reads a second in its test mode, 100 else, and answers one in some 200 ms: this many are 20 a second. */
const CONCURRENT_REQUESTS = 4;

/** D23 */
const ABANDONED_AFTER_HOURS = 24;

/** Orders that nobody has paid yet, as far as the shop has heard. */
@Injectable()
export class OpenOrdersReconciliation {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly paymentEvents: HearPayment,
    private readonly unpaidOrderCancellation: CancelUnpaidOrder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** However many there are: a payment whose webhook was lost is known within one interval. */
  async refreshOpenOrders(): Promise<void> {
    const startedAt = await this.payments.getDatabaseTime();
    let intents: IntentAt[];
    do {
      intents = await this.payments.claimOpenIntents(startedAt);
      const remaining = intents.values();
      await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, () => this.refreshIntents(remaining)));
    } while (intents.length > 0);
  }

  async cancelAbandonedOrders(): Promise<void> {
    for (const orderId of await this.payments.claimAbandonedOrders(ABANDONED_AFTER_HOURS)) {
      await this.logFailure({ orderId }, async () => {
        const cancellation = await this.unpaidOrderCancellation.execute(orderId, null);
        this.logger.info({ orderId, cancellation }, 'an order was left unpaid for a day');
      });
    }
  }

  private async refreshIntents(intents: Iterable<IntentAt>): Promise<void> {
    for (const intent of intents) await this.logFailure({ ...intent }, () => this.paymentEvents.ask(intent));
  }

  /** One order that fails does not keep the others from being swept. */
  private async logFailure(context: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, ...context }, 'an open order could not be swept');
    }
  }
}
