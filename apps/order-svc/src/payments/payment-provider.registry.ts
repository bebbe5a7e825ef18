import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { stripeSettings, type Config } from '../config.js';
import type { PaymentProvider } from './payment-provider.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The provider of new orders, and the providers of existing orders. */
@Injectable()
export class PaymentProviderRegistry {
  readonly current: PaymentProvider;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sandbox: SandboxProvider,
    stripe: StripeProvider,
  ) {
    this.current = stripeSettings(config) ? stripe : sandbox;
  }

  /** An order keeps its provider, even if the settings change. */
  getProvider(name: PaymentProviderName): PaymentProvider {
    if (name === this.current.name) return this.current;
    // Orders that were begun in the sandbox of this service.
    if (name === 'sandbox') return this.sandbox;
    throw new DomainError(
      'PAYMENT_PROVIDER_OFF',
      'unavailable',
      'This payment was begun with a provider that is not set up right now. Please try again later.',
    );
  }
}
