import { Controller, Get, Query } from '@nestjs/common';
import { ownOrdersQuerySchema, type OwnOrder, type OwnOrdersQuery } from '@shop/contracts/order';
import { Access, Caller, Paged, zodPipe, type Page } from '@shop/service-kit';
import { CustomerOrdersService } from './customer-orders.service.js';

@Controller('api/orders')
export class OrdersController {
  constructor(private readonly customerOrders: CustomerOrdersService) {}

  @Get()
  @Access('user')
  @Paged()
  listOwnOrders(
    @Caller() caller: Caller,
    @Query(zodPipe(ownOrdersQuerySchema)) query: OwnOrdersQuery,
  ): Promise<Page<OwnOrder>> {
    return this.customerOrders.listOwnOrders(caller, query);
  }
}
