import { Injectable } from '@nestjs/common';
import type { StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { type Intent, isIntentUnknown } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { PaymentEventsService } from './payment-events.service.js';

/** `amount-mismatch`: the customer paid another amount than the total, and an admin has to decide. */
export type CancellationOutcome = 'cancelled' | 'already-paid' | 'amount-mismatch' | 'being-paid' | 'not-open';

/** An order gets its first intent only once, so a second attempt is enough. */
const MAX_ATTEMPTS = 2;

/**
 * Cancels an open order together with its intent. The intent goes first: an order whose intent can still be paid must
 * stay open.
 */
@Injectable()
export class UnpaidOrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly paymentEvents: PaymentEventsService,
  ) {}

  async cancelUnpaidOrder(orderId: string, by: StatusChangeActor): Promise<CancellationOutcome> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const cancellation = await this.tryToCancel(orderId, by);
      if (cancellation !== 'has-another-intent') return cancellation;
    }
    return 'not-open';
  }

  private async tryToCancel(
    orderId: string,
    by: StatusChangeActor,
  ): Promise<CancellationOutcome | 'has-another-intent'> {
    const order = await this.orders.find(orderId);
    if (order?.status !== 'created') return 'not-open';
    const intent = await this.cancelIntent(order);
    if (!intent || intent.status === 'canceled') {
      const outcome = await this.orderLifecycle.cancelUnpaidIfOpen(orderId, {
        by,
        intentId: order.intent?.id ?? null,
        canceled: intent,
      });
      return outcome === 'cancelled' ? 'cancelled' : outcome;
    }
    const outcome = await this.paymentEvents.applyIntent(order.paymentProvider, intent);
    if (outcome === 'awaiting-decision') return 'amount-mismatch';
    return intent.status === 'succeeded' ? 'already-paid' : 'being-paid';
  }

  /**
   * Null if the order has no intent, or if the provider does not know it. Money that such an intent still brings is
   * refunded as an unmatched payment.
   */
  private async cancelIntent({ paymentProvider, intent }: Order): Promise<Intent | null> {
    if (!intent) return null;
    try {
      return await this.paymentProviders.getProvider(paymentProvider).cancelIntent(intent.id, 'admin');
    } catch (error) {
      if (isIntentUnknown(error)) return null;
      throw error;
    }
  }
}
