import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { CheckProvider } from '../payments/check-provider.js';
import { ABOUT_KEYS, ProviderRefusals } from '../payments/provider-refusals.js';
import { paid, type Difference } from './difference.rules.js';
import { GiveBackStray } from './give-back-stray.js';

interface Refused {
  id: string;
  provider: PaymentProviderName;
  code: string;
}

/** Mends what is about no order. */
@Injectable()
export class MendShop {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly stray: GiveBackStray,
    private readonly provider: CheckProvider,
    private readonly refusals: ProviderRefusals,
    private readonly trail: AuditTrail,
  ) {}

  /** What was done, in a sentence; null: nothing here mends it. */
  async execute({ id, kind, facts }: Difference, by: AuditActor): Promise<string | null> {
    if (kind === 'provider-refuses') return this.seeTo({ id, ...facts }, by);
    if (kind !== 'stray-payment') return null;
    await this.stray.execute({ id, ...facts }, by);
    return `${paid(facts)} goes back to whoever paid it.`;
  }

  /** Throws what the provider still says. */
  private async seeTo({ id, provider, code }: Refused, by: AuditActor): Promise<string> {
    const isKeys = ABOUT_KEYS.includes(code);
    if (isKeys) await this.provider.execute(provider);
    else await this.refusals.forget(provider, [code]);
    await this.trail.record(this.dataSource.manager, {
      actor: by,
      action: 'payment-provider.seen-to',
      subject: { type: 'payment-provider', id },
      before: { provider, code },
      after: null,
    });
    return isKeys ? 'The keys of the shop are accepted.' : 'It is off the list, and comes back if it is refused again.';
  }
}
