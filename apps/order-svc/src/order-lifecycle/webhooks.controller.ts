import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { Access } from '@shop/service-kit';
import { PaymentEventsService } from './payment-events.service.js';
import type { WebhookHeaders } from '../payments/payment-provider.js';

interface WebhookRequest {
  /** The received bytes, which are the signed ones. */
  rawBody?: Buffer;
  headers: WebhookHeaders;
}

@Controller('api/webhooks/stripe')
export class WebhooksController {
  constructor(private readonly paymentEvents: PaymentEventsService) {}

  @Post()
  @HttpCode(200)
  @Access('public')
  async receive(@Req() { rawBody, headers }: WebhookRequest): Promise<{ received: true }> {
    if (!rawBody) throw new DomainError('WEBHOOK_EMPTY', 'invalid', 'The webhook has no body.');
    await this.paymentEvents.handleWebhook(rawBody, headers);
    return { received: true };
  }
}
