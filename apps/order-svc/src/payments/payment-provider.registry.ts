import { Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts-order';
import { type PaymentProvider, providerOff } from './payment-provider.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The provider of new orders, and the providers of existing orders. */
@Injectable()
export class PaymentProviderRegistry {
  readonly current: PaymentProvider;

  constructor(stripe: StripeProvider) {
    this.current = stripe;
  }

  /** An order keeps its provider, even if the settings change from the sandbox to Stripe. */
  getProvider(name: PaymentProviderName): PaymentProvider {
    if (name === this.current.name) return this.current;
    throw providerOff();
  }
}
