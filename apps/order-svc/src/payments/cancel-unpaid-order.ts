import { Injectable } from '@nestjs/common';
import type { Mover } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { HearPayment } from './hear-payment.js';
import { PaymentProviders } from './payment-providers.js';
import { RecordPayment } from './record-payment.js';

export type Cancellation = 'cancelled' | 'paid-meanwhile' | 'being-paid' | 'not-open';

/** Cancels an open order together with its intent, intent first: what can still be paid is not cancelled (D23). */
@Injectable()
export class CancelUnpaidOrder {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly providers: PaymentProviders,
    private readonly record: RecordPayment,
    private readonly hear: HearPayment,
  ) {}

  async execute(orderId: string, by: Mover): Promise<Cancellation> {
    const order = await this.orders.find(orderId);
    if (order?.status !== 'created') return 'not-open';
    if (order.paymentIntentId) {
      const intent = await this.providers.of(order.paymentProvider).cancelIntent(order.paymentIntentId);
      if (intent.status !== 'canceled') {
        await this.hear.settle(order.paymentProvider, intent);
        return intent.status === 'succeeded' ? 'paid-meanwhile' : 'being-paid';
      }
    }
    return (await this.record.cancel(orderId, by)) ? 'cancelled' : 'not-open';
  }
}
