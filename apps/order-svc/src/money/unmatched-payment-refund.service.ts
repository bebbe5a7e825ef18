import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { isDomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import type { ProviderRefund, RefundRequest } from '../payments/payment-provider.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { RefundUpdatesService } from '../payments/refund-updates.service.js';

export interface UnmatchedPayment {
  /** Of the difference: no order has one to give. */
  id: string;
  provider: PaymentProviderName;
  intentId: string;
  amountCents: number;
  /** How many refunds of it have failed: another needs another number. */
  failedRefunds: number;
}

/** Money that belongs to no order goes back to whoever paid it. */
@Injectable()
export class UnmatchedPaymentRefundService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly paymentProviders: PaymentProviders,
    private readonly refundUpdates: RefundUpdatesService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Whatever has not gone back yet; once, however often it is asked for: by the provider's key. */
  async refundUnmatchedPayment(
    { id, provider, intentId, amountCents, failedRefunds }: UnmatchedPayment,
    by: AuditActor,
  ): Promise<void> {
    await this.auditTrail.record(this.dataSource.manager, {
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

  /** Where nothing is left there, somebody has given it back at the provider, and the shop has not heard of it: then those that did. */
  private async createOrListRefunds(
    provider: PaymentProviderName,
    intentId: string,
    request: RefundRequest,
  ): Promise<ProviderRefund[]> {
    try {
      return [await this.paymentProviders.of(provider).refund(intentId, request)];
    } catch (error) {
      if (isDomainError(error) && error.code === 'REFUND_TOO_MUCH')
        return this.paymentProviders.of(provider).listRefunds(intentId);
      throw error;
    }
  }
}
