import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { isIntentUnknown, isNumbered, type PaymentProvider, type ProviderRefund } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { DISPUTED, INTENT_UNKNOWN, MORE_THAN_LEFT } from './payment-refusals.js';
import { RecordRefund } from './record-refund.js';
import { RefundsRepository, type RefundDue } from './refunds.repository.js';

/** The keys of another account may be put right within a day; after that an admin has to look. What the provider has taken on is its to answer for. */
const isGivenUp = ({ refundId, isOld, isAgain }: RefundDue): boolean => refundId === null && (isOld || isAgain);

/** Gives back what is owed; what the provider does not take now, the sweep tries again. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly refunds: RefundsRepository,
    private readonly record: RecordRefund,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async settleDue(): Promise<void> {
    for (const orderId of await this.refunds.takeDue()) await this.settle(orderId);
  }

  /** Resolves in any case: a refund that is owed stays written down until the provider has confirmed it. */
  async settle(orderId: string): Promise<void> {
    for (const due of await this.refunds.listDueOf(orderId)) {
      try {
        await this.giveBack(orderId, due);
      } catch (error) {
        this.logger.error(
          { err: error, orderId, n: due.n },
          'a refund did not go through, the next sweep tries it again',
        );
      }
    }
  }

  private async giveBack(orderId: string, due: RefundDue): Promise<void> {
    const { n, provider: name, paymentIntentId } = due;
    const provider = this.providers.of(name);
    try {
      await this.record.execute(name, await this.made(provider, orderId, due), null, n);
    } catch (error) {
      const code = isDomainError(error) ? error.code : null;
      if (code === 'REFUND_DISPUTED') return this.record.refuse(orderId, due, DISPUTED);
      if (isIntentUnknown(error) && isGivenUp(due)) return this.record.refuse(orderId, due, INTENT_UNKNOWN);
      if (code !== 'REFUND_TOO_MUCH') throw error;
      // Somebody has given it back at the provider, and the shop has not heard of it yet.
      for (const made of await provider.listRefunds(paymentIntentId)) await this.record.execute(name, made, null);
      await this.record.refuse(orderId, due, MORE_THAN_LEFT);
    }
  }

  private async made(
    provider: PaymentProvider,
    orderId: string,
    { n, paymentIntentId, refundId, amountCents, isOld }: RefundDue,
  ): Promise<ProviderRefund> {
    if (refundId) return provider.retrieveRefund(refundId);
    const known = isOld
      ? (await provider.listRefunds(paymentIntentId)).find((refund) => isNumbered(refund, n))
      : undefined;
    return (
      known ?? provider.refund(paymentIntentId, { orderId, n, amountCents, idempotencyKey: `refund:${orderId}:${n}` })
    );
  }
}
