import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { API_KEY_ERROR_CODES } from '../payments/payment.errors.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';

/** Checks whether a provider that rejected the shop's keys accepts them again. */
@Injectable()
export class ProviderCheckService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly providerErrors: ProviderErrorsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws the provider's error if it still rejects the keys. */
  async checkProvider(name: PaymentProviderName): Promise<void> {
    await this.paymentProviders.getProvider(name).checkAccess();
    await this.providerErrors.deleteErrors(name, API_KEY_ERROR_CODES);
  }

  /** Never rejects: the next reconciliation checks again. */
  async recheckRejectedKeys(): Promise<void> {
    const { name } = this.paymentProviders.current;
    try {
      await this.providerErrors.deleteOldErrors();
      if (await this.providerErrors.hasAnyOf(name, API_KEY_ERROR_CODES)) await this.checkProvider(name);
    } catch (error) {
      this.logger.warn({ err: error, provider: name }, "the payment provider still rejects the shop's keys");
    }
  }
}
