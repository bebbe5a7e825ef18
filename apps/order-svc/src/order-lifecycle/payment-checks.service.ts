import { Injectable } from '@nestjs/common';
import type { Order } from '../orders/order.entity.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import {
  isPaymentOutOfReach,
  type PaymentDoubts,
  type PaymentProvider,
  type ProviderRefund,
} from '../payments/payment-provider.js';
import { PaymentDoubtsService } from './payment-doubts.service.js';
import { RefundsService } from './refunds.service.js';

interface PaymentReports {
  provider: PaymentProvider;
  refunds: ProviderRefund[];
  doubts: PaymentDoubts;
}

/**
 * Asks the payment provider about a payment before the printer gets something for it: a refund, a dispute or a review may be
 * lost with a restored database, or its webhook may be on the way.
 */
@Injectable()
export class PaymentChecksService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly refunds: RefundsService,
    private readonly doubts: PaymentDoubtsService,
  ) {}

  /** What was refunded or is in doubt. Null: nothing, or the present keys can't ask about this payment. */
  async findReports({
    paymentProvider: name,
    intent,
  }: Pick<Order, 'paymentProvider' | 'intent'>): Promise<PaymentReports | null> {
    if (!intent) return null;
    try {
      const provider = this.paymentProviders.getProvider(name);
      const refunds = await provider.listRefunds(intent.id);
      const doubts = await provider.listDoubts(intent.id);
      const isNothing = refunds.length + doubts.disputes.length + doubts.reviews.length === 0;
      return isNothing ? null : { provider, refunds, doubts };
    } catch (error) {
      if (isPaymentOutOfReach(error)) return null;
      throw error;
    }
  }

  /** Without effect on what the shop knows already. */
  async applyReports({ provider, refunds, doubts }: PaymentReports): Promise<void> {
    for (const refund of refunds) await this.refunds.applyRefund(provider.name, refund, null);
    await this.doubts.applyDoubts(provider, doubts);
  }
}
