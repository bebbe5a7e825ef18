import { Injectable } from '@nestjs/common';
import { HearEvent } from './hear-event.js';
import type { WebhookHeaders } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

/** What the provider tells by itself. */
@Injectable()
export class HearWebhook {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly hear: HearEvent,
  ) {}

  /** Throws where it has to be delivered again. */
  async execute(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.providers.current;
    await this.hear.execute(provider, provider.verifyWebhook(raw, headers));
  }
}
