import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PaymentProviders } from './payment-providers.js';
import { ABOUT_KEYS, ProviderRefusals } from './provider-refusals.js';

/** A provider that refused the shop's keys is asked whether it takes them by now. */
@Injectable()
export class CheckProvider {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly refusals: ProviderRefusals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws what the provider still says. */
  async execute(name: PaymentProviderName): Promise<void> {
    await this.providers.of(name).check();
    await this.refusals.forget(name, ABOUT_KEYS);
  }

  /** Resolves in any case: it is asked again with the next sweep. */
  async whereRefused(): Promise<void> {
    const { name } = this.providers.current;
    try {
      await this.refusals.forgetOld();
      if (await this.refusals.has(name, ABOUT_KEYS)) await this.execute(name);
    } catch (error) {
      this.logger.warn({ err: error, provider: name }, "the payment provider still refuses the shop's keys");
    }
  }
}
