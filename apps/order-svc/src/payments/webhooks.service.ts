import { Injectable } from '@nestjs/common';
import { ProviderEventsService } from './provider-events.service.js';
import type { WebhookHeaders } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

/** What the provider tells by itself. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly paymentProviders: PaymentProviders,
    private readonly providerEvents: ProviderEventsService,
  ) {}

  /** Throws where it has to be delivered again. */
  async handleWebhook(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.paymentProviders.current;
    await this.providerEvents.handleProviderEvent(provider, provider.verifyWebhook(raw, headers));
  }
}
