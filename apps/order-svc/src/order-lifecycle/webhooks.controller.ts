import { Controller, Req } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { receiveStripeWebhook } from '@shop/contracts/routes';
import { Route } from '@shop/service-kit';
import { PaymentEventsService } from './payment-events.service.js';
import type { WebhookHeaders } from '../payments/payment-provider.js';

interface WebhookRequest {
  /** The received bytes, which are the signed ones. */
  rawBody?: Buffer;
  headers: WebhookHeaders;
}

@Controller()
export class WebhooksController {
  constructor(private readonly paymentEvents: PaymentEventsService) {}

  @Route(receiveStripeWebhook)
  async receive(@Req() { rawBody, headers }: WebhookRequest): Promise<{ received: true }> {
    if (!rawBody) throw new DomainError('WEBHOOK_EMPTY', 'invalid', 'The webhook has no body.');
    await this.paymentEvents.handleWebhook(rawBody, headers);
    return { received: true };
  }
}
