import { Injectable } from '@nestjs/common';
import type { Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { HearPayment } from './hear-payment.js';
import { isIntentUnknown, type Intent } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';

/** `held`: another amount than its total was paid. */
export type Cancellation = 'cancelled' | 'paid-meanwhile' | 'held' | 'being-paid' | 'not-open';

/** An order gets its intent once. */
const MAX_ATTEMPTS = 2;

/** Cancels an open order together with its intent, intent first: what can still be paid is not cancelled (D23). */
@Injectable()
export class CancelUnpaidOrder {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly paymentProviders: PaymentProviders,
    private readonly unpaidOrders: UnpaidOrdersService,
    private readonly paymentEvents: HearPayment,
  ) {}

  async execute(orderId: string, by: Mover): Promise<Cancellation> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const cancellation = await this.tryToCancel(orderId, by);
      if (cancellation !== 'has-another-intent') return cancellation;
    }
    return 'not-open';
  }

  private async tryToCancel(orderId: string, by: Mover): Promise<Cancellation | 'has-another-intent'> {
    const order = await this.orders.find(orderId);
    if (order?.status !== 'created') return 'not-open';
    const intent = await this.cancelIntent(order);
    if (!intent || intent.status === 'canceled') {
      const outcome = await this.unpaidOrders.cancelIfOpen(orderId, {
        by,
        intentId: order.paymentIntentId,
        canceled: intent,
      });
      return outcome === 'cancelled' ? 'cancelled' : outcome;
    }
    const outcome = await this.paymentEvents.settle(order.paymentProvider, intent);
    if (outcome === 'awaiting-decision') return 'held';
    return intent.status === 'succeeded' ? 'paid-meanwhile' : 'being-paid';
  }

  /** Null where there is none, or none that its provider knows of: should it be paid elsewhere after all, that money goes back. */
  private async cancelIntent({ paymentProvider, paymentIntentId }: Order): Promise<Intent | null> {
    if (!paymentIntentId) return null;
    try {
      return await this.paymentProviders.of(paymentProvider).cancelIntent(paymentIntentId, 'admin');
    } catch (error) {
      if (isIntentUnknown(error)) return null;
      throw error;
    }
  }
}
