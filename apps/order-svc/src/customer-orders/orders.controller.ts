import { Controller, Query } from '@nestjs/common';
import { type OwnOrder, type OwnOrdersQuery } from '@shop/contracts/order';
import { listOrders } from '@shop/contracts/routes';
import { Caller, zodPipe, type Page, Route } from '@shop/service-kit';
import { CustomerOrdersService } from './customer-orders.service.js';

@Controller()
export class OrdersController {
  constructor(private readonly customerOrders: CustomerOrdersService) {}

  @Route(listOrders)
  listOwnOrders(
    @Caller() caller: Caller,
    @Query(zodPipe(listOrders.query)) query: OwnOrdersQuery,
  ): Promise<Page<OwnOrder>> {
    return this.customerOrders.listOwnOrders(caller, query);
  }
}
