import { Injectable } from '@nestjs/common';
import { ProviderEventsService } from './provider-events.service.js';
import type { WebhookHeaders } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

/** Handles webhooks of the current payment provider. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly paymentProviders: PaymentProviders,
    private readonly providerEvents: ProviderEventsService,
  ) {}

  /** Throws if the provider must deliver the webhook again. */
  async handleWebhook(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.paymentProviders.current;
    await this.providerEvents.handleProviderEvent(provider, provider.verifyWebhook(raw, headers));
  }
}
