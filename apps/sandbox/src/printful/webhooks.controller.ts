import { Body, Controller, Delete, Get, HttpCode, Post, UseFilters, UseGuards } from '@nestjs/common';
import { z } from 'zod';
import { PrintfulErrorFilter } from './printful-error.filter.js';
import { PrintfulKeyGuard } from './printful-key.guard.js';
import { parseBody, toAnswer } from './printful.error.js';
import { WEBHOOK_TYPES, WebhooksService } from './webhooks.service.js';

const targetSchema = z.object({ url: z.url({ protocol: /^https?$/ }), types: z.array(z.enum(WEBHOOK_TYPES)).min(1) });

/** Where Printful sends events. */
@Controller('webhooks')
@UseFilters(PrintfulErrorFilter)
@UseGuards(PrintfulKeyGuard)
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  async getWebhooks() {
    return toAnswer((await this.webhooks.findTarget()) ?? { url: null, types: [] });
  }

  @Post()
  @HttpCode(200)
  async setWebhooks(@Body() body: unknown) {
    const target = parseBody(targetSchema, body);
    await this.webhooks.saveTarget(target);
    return toAnswer(target);
  }

  @Delete()
  async deleteWebhooks() {
    await this.webhooks.deleteTarget();
    return this.getWebhooks();
  }
}
