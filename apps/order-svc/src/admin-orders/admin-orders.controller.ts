import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, type StreamableFile } from '@nestjs/common';
import {
  adminOrdersFileQuerySchema,
  adminOrdersQuerySchema,
  changeOrderNoteRequestSchema,
  changeOrderStatusRequestSchema,
  type AdminOrder,
  type AdminOrderDetail,
} from '@shop/contracts/order';
import { Access, actorOf, Caller, Paged, uuidParam, zod, type Page } from '@shop/service-kit';
import type { z } from 'zod';
import { RetryPrinting } from '../fulfilment/retry-printing.js';
import { OrderNoteService } from './order-note.service.js';
import { ChangeOrderStatus } from './change-order-status.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderListService } from './order-list.service.js';
import { OrdersCsvService } from './orders-csv.service.js';

type ListQuery = z.output<typeof adminOrdersQuerySchema>;
type FileQuery = z.output<typeof adminOrdersFileQuerySchema>;
type StatusBody = z.output<typeof changeOrderStatusRequestSchema>;
type NoteBody = z.output<typeof changeOrderNoteRequestSchema>;

@Controller('api/admin')
export class AdminOrdersController {
  constructor(
    private readonly orderList: OrderListService,
    private readonly ordersCsv: OrdersCsvService,
    private readonly orderDetail: OrderDetailService,
    private readonly orderStatus: ChangeOrderStatus,
    private readonly orderNote: OrderNoteService,
    private readonly printRetry: RetryPrinting,
  ) {}

  @Get('orders')
  @Access('admin')
  @Paged()
  listOrders(@Query(zod(adminOrdersQuerySchema)) query: ListQuery): Promise<Page<AdminOrder>> {
    return this.orderList.listOrders(query);
  }

  @Get('orders.csv')
  @Access('admin')
  downloadCsv(@Query(zod(adminOrdersFileQuerySchema)) query: FileQuery): Promise<StreamableFile> {
    return this.ordersCsv.streamCsv(query);
  }

  @Get('orders/:id')
  @Access('admin')
  getOrder(@Param('id', uuidParam) id: string): Promise<AdminOrderDetail> {
    return this.orderDetail.getOrderDetail(id);
  }

  @Patch('orders/:id/status')
  @Access('admin')
  async changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(changeOrderStatusRequestSchema)) body: StatusBody,
  ): Promise<AdminOrderDetail> {
    await this.orderStatus.execute(id, { to: body.status, tracking: body.tracking ?? null }, actorOf(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Patch('orders/:id/note')
  @Access('admin')
  async changeNote(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(changeOrderNoteRequestSchema)) { note }: NoteBody,
  ): Promise<AdminOrderDetail> {
    await this.orderNote.changeNote(id, note, actorOf(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Post('orders/:id/printing')
  @HttpCode(200)
  @Access('admin')
  async retryPrinting(@Caller() caller: Caller, @Param('id', uuidParam) id: string): Promise<AdminOrderDetail> {
    await this.printRetry.execute(id, actorOf(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
