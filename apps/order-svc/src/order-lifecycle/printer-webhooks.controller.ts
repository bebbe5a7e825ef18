import { Body, Controller, Param } from '@nestjs/common';
import { receivePrintfulWebhook } from '@shop/contracts/routes';
import { Route } from '@shop/service-kit';
import { PrinterEventsService } from './printer-events.service.js';

@Controller()
export class PrinterWebhooksController {
  constructor(private readonly printerEvents: PrinterEventsService) {}

  @Route(receivePrintfulWebhook)
  async handleWebhook(@Param('secret') secret: string, @Body() body: unknown): Promise<{ received: true }> {
    await this.printerEvents.handleWebhook(secret, body);
    return { received: true };
  }
}
