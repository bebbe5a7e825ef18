import { Body, Controller, Param, Req } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { receivePrintfulWebhook, receiveStripeWebhook } from '@shop/contracts-order/routes';
import { Route } from '@shop/service-kit';
import { PaymentEventsService } from './payment-events.service.js';
import type { WebhookHeaders } from '../payments/payment-provider.js';
import { PrinterEventsService } from './printer-events.service.js';

interface WebhookRequest {
  /** The received bytes, which are the signed ones. */
  rawBody?: Buffer;
  headers: WebhookHeaders;
}

@Controller()
export class WebhooksController {
  constructor(
    private readonly paymentEvents: PaymentEventsService,
    private readonly printerEvents: PrinterEventsService,
  ) {}

  @Route(receiveStripeWebhook)
  async handlePaymentWebhook(@Req() { rawBody, headers }: WebhookRequest): Promise<{ received: true }> {
    if (!rawBody) throw new DomainError('WEBHOOK_EMPTY', 'invalid', 'The webhook has no body.');
    await this.paymentEvents.handleWebhook(rawBody, headers);
    return { received: true };
  }

  @Route(receivePrintfulWebhook)
  async handlePrinterWebhook(@Param('secret') secret: string, @Body() body: unknown): Promise<{ received: true }> {
    await this.printerEvents.handleWebhook(secret, body);
    return { received: true };
  }
}
