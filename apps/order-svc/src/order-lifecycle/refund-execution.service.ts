import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import {
  isIntentUnknown,
  hasRefundNumber,
  type PaymentProvider,
  type ProviderRefund,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { FAILURE_DISPUTED, FAILURE_INTENT_UNKNOWN, FAILURE_EXCEEDS_REMAINDER } from '../payments/payment.errors.js';
import { RefundUpdatesService } from './refund-updates.service.js';
import { RefundsRepository, type PendingRefund } from '../payments/refunds.repository.js';

/**
 * Wrong account keys may be corrected within a day; after that an admin has to look. A refund that the provider has
 * accepted is never given up.
 */
const isUnrecoverable = ({ refundId, isOld, isReplacement }: PendingRefund): boolean =>
  refundId === null && (isOld || isReplacement);

/** Sends requested refunds to the provider. Reconciliation retries those that fail. */
@Injectable()
export class RefundExecutionService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly refunds: RefundsRepository,
    private readonly refundUpdates: RefundUpdatesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async executeAllPendingRefunds(): Promise<void> {
    for (const orderId of await this.refunds.claimOrdersWithPendingRefunds()) await this.executePendingRefunds(orderId);
  }

  /** Never rejects: a requested refund stays pending until the provider confirms it. */
  async executePendingRefunds(orderId: string): Promise<void> {
    for (const refund of await this.refunds.listPendingByOrder(orderId)) {
      try {
        await this.executeRefund(orderId, refund);
      } catch (error) {
        this.logger.error(
          { err: error, orderId, n: refund.n },
          'a refund failed, the next reconciliation tries it again',
        );
      }
    }
  }

  private async executeRefund(orderId: string, pending: PendingRefund): Promise<void> {
    const { n, provider: name, paymentIntentId } = pending;
    const provider = this.paymentProviders.getProvider(name);
    try {
      await this.refundUpdates.applyRefund(name, await this.createOrFindRefund(provider, orderId, pending), null, n);
    } catch (error) {
      const code = isDomainError(error) ? error.code : null;
      if (code === 'REFUND_DISPUTED') return this.refundUpdates.failRefund(orderId, pending, FAILURE_DISPUTED);
      if (isIntentUnknown(error) && isUnrecoverable(pending))
        return this.refundUpdates.failRefund(orderId, pending, FAILURE_INTENT_UNKNOWN);
      if (code !== 'REFUND_TOO_MUCH') throw error;
      // Somebody has refunded it at the provider, and the shop does not know yet.
      for (const refund of await provider.listRefunds(paymentIntentId))
        await this.refundUpdates.applyRefund(name, refund, null);
      await this.refundUpdates.failRefund(orderId, pending, FAILURE_EXCEEDS_REMAINDER);
    }
  }

  private async createOrFindRefund(
    provider: PaymentProvider,
    orderId: string,
    { n, paymentIntentId, refundId, amountCents, isOld }: PendingRefund,
  ): Promise<ProviderRefund> {
    if (refundId) return provider.retrieveRefund(refundId);
    const existing = isOld
      ? (await provider.listRefunds(paymentIntentId)).find((refund) => hasRefundNumber(refund, n))
      : undefined;
    return (
      existing ??
      provider.refund(paymentIntentId, { orderId, n, amountCents, idempotencyKey: `refund:${orderId}:${n}` })
    );
  }
}
