import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { isDomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import type { ProviderRefund, RefundRequest } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { RefundUpdatesService } from '../order-lifecycle/refund-updates.service.js';

export interface UnmatchedPayment {
  /** The discrepancy's id, because there is no order. */
  id: string;
  provider: PaymentProviderName;
  intentId: string;
  amountCents: number;
  /** A refund after a failed one needs another number. */
  failedRefunds: number;
}

/** Refunds a payment that belongs to no order to the payer. */
@Injectable()
export class UnmatchedPaymentRefundService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly refundUpdates: RefundUpdatesService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Refunds what is left of the payment. The provider's idempotency key prevents a second refund. */
  async refundUnmatchedPayment(
    { id, provider, intentId, amountCents, failedRefunds }: UnmatchedPayment,
    by: AuditActor,
  ): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'payment.refund-requested',
      subject: { type: 'payment', id },
      before: null,
      after: { provider, intentId, amountCents },
    });
    const n = failedRefunds + 1;
    for (const refund of await this.createOrListRefunds(provider, intentId, {
      orderId: id,
      n,
      amountCents: null,
      idempotencyKey: `refund:${intentId}:${n}`,
    }))
      await this.refundUpdates.applyRefund(provider, refund, null);
  }

  /** If nothing is left, somebody has refunded the payment at the provider. Then those refunds are returned. */
  private async createOrListRefunds(
    provider: PaymentProviderName,
    intentId: string,
    request: RefundRequest,
  ): Promise<ProviderRefund[]> {
    try {
      return [await this.paymentProviders.getProvider(provider).refund(intentId, request)];
    } catch (error) {
      if (isDomainError(error) && error.code === 'REFUND_TOO_MUCH')
        return this.paymentProviders.getProvider(provider).listRefunds(intentId);
      throw error;
    }
  }
}
