import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { isDomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import type { ProviderRefund, RefundRequest } from '../payments/payment-provider.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { RecordRefund } from '../payments/record-refund.js';

export interface Stray {
  /** Of the difference: no order has one to give. */
  id: string;
  provider: PaymentProviderName;
  intentId: string;
  amountCents: number;
  /** How many refunds of it have failed: another needs another number. */
  failed: number;
}

/** Money that belongs to no order goes back to whoever paid it. */
@Injectable()
export class GiveBackStray {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly record: RecordRefund,
    private readonly trail: AuditTrail,
  ) {}

  /** Whatever has not gone back yet; once, however often it is asked for: by the provider's key. */
  async execute({ id, provider, intentId, amountCents, failed }: Stray, by: AuditActor): Promise<void> {
    await this.trail.record(this.dataSource.manager, {
      actor: by,
      action: 'payment.refund-requested',
      subject: { type: 'payment', id },
      before: null,
      after: { provider, intentId, amountCents },
    });
    const n = failed + 1;
    for (const refund of await this.made(provider, intentId, {
      orderId: id,
      n,
      amountCents: null,
      idempotencyKey: `refund:${intentId}:${n}`,
    }))
      await this.record.execute(provider, refund, null);
  }

  /** Where nothing is left there, somebody has given it back at the provider, and the shop has not heard of it: then those that did. */
  private async made(
    provider: PaymentProviderName,
    intentId: string,
    request: RefundRequest,
  ): Promise<ProviderRefund[]> {
    try {
      return [await this.providers.of(provider).refund(intentId, request)];
    } catch (error) {
      if (isDomainError(error) && error.code === 'REFUND_TOO_MUCH')
        return this.providers.of(provider).listRefunds(intentId);
      throw error;
    }
  }
}
