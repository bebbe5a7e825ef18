import { Body, Controller, Query } from '@nestjs/common';
import type { BodyOf, QueryOf } from '@shop/contracts-common/routes';
import type { AdminOrder } from '@shop/contracts-order';
import { searchAdminOrders } from '@shop/contracts-order/routes';
import { type Page, Route, zodPipe } from '@shop/service-kit';
import { OrderSearchRepository } from './order-search.repository.js';

@Controller()
export class OrderSearchController {
  constructor(private readonly orderSearch: OrderSearchRepository) {}

  @Route(searchAdminOrders)
  search(
    @Query(zodPipe(searchAdminOrders.query)) query: QueryOf<typeof searchAdminOrders>,
    @Body(zodPipe(searchAdminOrders.body)) search: BodyOf<typeof searchAdminOrders>,
  ): Promise<Page<AdminOrder>> {
    return this.orderSearch.searchOrders(search, query);
  }
}
