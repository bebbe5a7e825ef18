import { Injectable } from '@nestjs/common';
import type { Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { HearPayment } from './hear-payment.js';
import { isIntentUnknown, type Intent } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { UnpaidOrders } from './unpaid-orders.js';

/** `held`: another amount than its total was paid. */
export type Cancellation = 'cancelled' | 'paid-meanwhile' | 'held' | 'being-paid' | 'not-open';

/** An order gets its intent once. */
const ATTEMPTS = 2;

/** Cancels an open order together with its intent, intent first: what can still be paid is not cancelled (D23). */
@Injectable()
export class CancelUnpaidOrder {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly providers: PaymentProviders,
    private readonly unpaid: UnpaidOrders,
    private readonly hear: HearPayment,
  ) {}

  async execute(orderId: string, by: Mover): Promise<Cancellation> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const cancellation = await this.attempt(orderId, by);
      if (cancellation !== 'has-another-intent') return cancellation;
    }
    return 'not-open';
  }

  private async attempt(orderId: string, by: Mover): Promise<Cancellation | 'has-another-intent'> {
    const order = await this.orders.find(orderId);
    if (order?.status !== 'created') return 'not-open';
    const intent = await this.endIntent(order);
    if (!intent || intent.status === 'canceled') {
      const ended = await this.unpaid.cancel(orderId, { by, intentId: order.paymentIntentId, canceled: intent });
      return ended === 'ended' ? 'cancelled' : ended;
    }
    const settled = await this.hear.settle(order.paymentProvider, intent);
    if (settled === 'held') return 'held';
    return intent.status === 'succeeded' ? 'paid-meanwhile' : 'being-paid';
  }

  /** Null where there is none, or none that its provider knows of: should it be paid elsewhere after all, that money goes back. */
  private async endIntent({ paymentProvider, paymentIntentId }: Order): Promise<Intent | null> {
    if (!paymentIntentId) return null;
    try {
      return await this.providers.of(paymentProvider).cancelIntent(paymentIntentId, 'office');
    } catch (error) {
      if (isIntentUnknown(error)) return null;
      throw error;
    }
  }
}
