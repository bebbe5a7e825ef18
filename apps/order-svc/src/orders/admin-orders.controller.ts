import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { adminOrdersQuerySchema, changeOrderStatusRequestSchema, type AdminOrder } from '@shop/contracts/order';
import { Access, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { ChangeOrderStatus } from './change-order-status.js';
import { OrdersService } from './orders.service.js';

type ListQuery = z.output<typeof adminOrdersQuerySchema>;
type StatusBody = z.output<typeof changeOrderStatusRequestSchema>;

@Controller('api/admin/orders')
export class AdminOrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly changeStatus: ChangeOrderStatus,
  ) {}

  @Get()
  @Access('admin')
  list(@Query(zod(adminOrdersQuerySchema)) query: ListQuery): Promise<AdminOrder[]> {
    return this.orders.listAll(query);
  }

  @Patch(':id/status')
  @Access('admin')
  move(@Param('id', uuidParam) id: string, @Body(zod(changeOrderStatusRequestSchema)) body: StatusBody): Promise<AdminOrder> {
    return this.changeStatus.execute(id, body.status);
  }
}
