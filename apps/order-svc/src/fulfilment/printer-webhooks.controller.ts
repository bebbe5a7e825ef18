import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Access } from '@shop/service-kit';
import { AskPrinter } from './ask-printer.js';

@Controller('api/webhooks/printful')
export class PrinterWebhooksController {
  constructor(private readonly printerPolling: AskPrinter) {}

  @Post(':secret')
  @HttpCode(200)
  @Access('public')
  async handleWebhook(@Param('secret') secret: string, @Body() body: unknown): Promise<{ received: true }> {
    await this.printerPolling.handleWebhook(secret, body);
    return { received: true };
  }
}
