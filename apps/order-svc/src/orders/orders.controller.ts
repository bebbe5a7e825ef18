import { Controller, Get } from '@nestjs/common';
import type { OwnOrder } from '@shop/contracts/order';
import { Access, Caller } from '@shop/service-kit';
import { OrdersService } from './orders.service.js';

@Controller('api/orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  @Access('user')
  list(@Caller() caller: Caller): Promise<OwnOrder[]> {
    return this.orders.listOwn(caller);
  }
}
