import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Access } from '@shop/service-kit';
import { PrinterEventsService } from './printer-events.service.js';

@Controller('api/webhooks/printful')
export class PrinterWebhooksController {
  constructor(private readonly printerEvents: PrinterEventsService) {}

  @Post(':secret')
  @HttpCode(200)
  @Access('public')
  async handleWebhook(@Param('secret') secret: string, @Body() body: unknown): Promise<{ received: true }> {
    await this.printerEvents.handleWebhook(secret, body);
    return { received: true };
  }
}
