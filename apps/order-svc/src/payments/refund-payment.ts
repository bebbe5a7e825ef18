import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PaymentProviders } from './payment-providers.js';
import { RecordRefund } from './record-refund.js';
import { RefundsRepository } from './refunds.repository.js';

/** Gives back in full what is owed; what the provider does not take now, the sweep tries again. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly refunds: RefundsRepository,
    private readonly record: RecordRefund,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async settleDue(): Promise<void> {
    for (const orderId of await this.refunds.listDue()) await this.settle(orderId);
  }

  /** Resolves in any case: a refund that is owed stays written down until the provider has confirmed it. */
  async settle(orderId: string): Promise<void> {
    try {
      const due = await this.refunds.findDue(orderId);
      if (!due) return;
      const provider = this.providers.of(due.provider);
      const refund = due.refundId
        ? await provider.retrieveRefund(due.refundId)
        : await provider.refund(due.paymentIntentId, { orderId, amountCents: null, idempotencyKey: `refund:${orderId}:1` });
      await this.record.execute(due.provider, refund, null);
    } catch (error) {
      this.logger.error({ err: error, orderId }, 'a refund did not go through, the next sweep tries it again');
    }
  }
}
