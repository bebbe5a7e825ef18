import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { ProviderCheckService } from '../order-lifecycle/provider-check.service.js';
import { API_KEY_ERROR_CODES } from '../payments/payment.errors.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';
import { formatPaidAmount, type Discrepancy } from './discrepancy.rules.js';
import { UnmatchedPaymentRefundService } from './unmatched-payment-refund.service.js';

interface RejectedCall {
  id: string;
  provider: PaymentProviderName;
  code: string;
}

/** Resolves discrepancies that belong to no order. */
@Injectable()
export class ShopResolutionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly unmatchedPayments: UnmatchedPaymentRefundService,
    private readonly providerCheck: ProviderCheckService,
    private readonly providerErrors: ProviderErrorsRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Returns what was done, as a message for the admin; null if this kind is not handled here. */
  async resolveForShop({ id, kind, details }: Discrepancy, by: AuditActor): Promise<string | null> {
    if (kind === 'provider-error') return this.resolveProviderError({ id, ...details }, by);
    if (kind !== 'unmatched-payment') return null;
    await this.unmatchedPayments.refundUnmatchedPayment({ id, ...details }, by);
    return `${formatPaidAmount(details)} goes back to whoever paid it.`;
  }

  /** Throws the provider's error if it still rejects the shop's keys. */
  private async resolveProviderError({ id, provider, code }: RejectedCall, by: AuditActor): Promise<string> {
    const isApiKeyError = API_KEY_ERROR_CODES.includes(code);
    if (isApiKeyError) await this.providerCheck.checkProvider(provider);
    else await this.providerErrors.deleteErrors(provider, [code]);
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'payment-provider.error-resolved',
      subject: { type: 'payment-provider', id },
      before: { provider, code },
      after: null,
    });
    return isApiKeyError
      ? 'The keys of the shop are accepted.'
      : 'It is removed from the list, and returns if the provider rejects it again.';
  }
}
