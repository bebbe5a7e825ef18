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
  private readonly isStripeOn: boolean;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sandbox: SandboxProvider,
    private readonly stripe: StripeProvider,
  ) {
    this.isStripeOn = stripeSettings(config) !== null;
    this.current = this.isStripeOn ? stripe : sandbox;
  }

  /** An order keeps its provider, even if the settings change. */
  getProvider(name: PaymentProviderName): PaymentProvider {
    if (name === 'sandbox') return this.sandbox;
    if (this.isStripeOn) return this.stripe;
    throw new DomainError(
      'PAYMENT_PROVIDER_OFF',
      'unavailable',
      'This payment was begun with a provider that is not set up right now. Please try again later.',
    );
  }
}
