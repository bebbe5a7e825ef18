import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { OrdersService } from './orders.service.js';
import { orderContentSchema } from './order.js';
import { PrintfulErrorFilter } from './printful-error.filter.js';
import { PrintfulKeyGuard } from './printful-key.guard.js';
import { parseBody, toAnswer } from './printful.error.js';

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Printful's orders. `:reference`: `@` and the shop's own number, or Printful's number. */
@Controller('orders')
@UseFilters(PrintfulErrorFilter)
@UseGuards(PrintfulKeyGuard)
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post()
  @HttpCode(200)
  async createOrder(
    @Body() body: unknown,
    @Query() query: { confirm?: string; update_existing?: string },
    @Headers('x-pf-store-id') store?: string,
  ) {
    return toAnswer(
      await this.orders.createOrder({
        content: parseBody(orderContentSchema, body),
        store: Number(store) || 1,
        isConfirmed: isOn(query.confirm),
        updatesExisting: isOn(query.update_existing),
      }),
    );
  }

  @Get(':reference')
  async getOrder(@Param('reference') reference: string) {
    return toAnswer(await this.orders.getOrder(reference));
  }

  @Put(':reference')
  async updateOrder(@Param('reference') reference: string, @Body() body: unknown, @Query('confirm') confirm?: string) {
    return toAnswer(await this.orders.updateOrder(reference, parseBody(orderContentSchema, body), isOn(confirm)));
  }

  @Post(':reference/confirm')
  @HttpCode(200)
  async confirmOrder(@Param('reference') reference: string) {
    return toAnswer(await this.orders.confirmOrder(reference));
  }

  @Delete(':reference')
  async cancelOrder(@Param('reference') reference: string) {
    return toAnswer(await this.orders.cancelOrder(reference));
  }
}
