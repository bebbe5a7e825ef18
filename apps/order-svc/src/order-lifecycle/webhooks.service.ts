import { Injectable } from '@nestjs/common';
import { ProviderEventsService } from './provider-events.service.js';
import type { WebhookHeaders } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';

/**
 * Handles webhooks of the current payment provider.
 *
 * 1. The provider checks the signature and converts the body to a ProviderEvent.
 * 2. ProviderEventsService chooses the handler by the event's content: intent, refund or dispute.
 * 3. PaymentEventsService, RefundUpdatesService or DisputeUpdatesService locks the order (OrderByIntentService) and
 *    ignores a repeated event. For an intent, payment-decision.rules.ts decides what it means for the order.
 * 4. MoneyLedgerService adds a ledger entry and computes the order's payment status, in the same transaction.
 * 5. A paid order starts (PaidOrdersService), and a payment that must go back is refunded (RefundExecutionService).
 */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly providerEvents: ProviderEventsService,
  ) {}

  /** Throws if the provider must deliver the webhook again. */
  async handleWebhook(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.paymentProviders.current;
    await this.providerEvents.handleProviderEvent(provider, provider.verifyWebhook(raw, headers));
  }
}
