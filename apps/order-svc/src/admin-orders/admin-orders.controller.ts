import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, type StreamableFile } from '@nestjs/common';
import {
  adminOrdersFileQuerySchema,
  adminOrdersQuerySchema,
  changeOrderNoteRequestSchema,
  changeOrderStatusRequestSchema,
  type AdminOrder,
  type AdminOrderDetail,
} from '@shop/contracts/order';
import { Access, toAuditActor, Caller, Paged, uuidPipe, zodPipe, type Page } from '@shop/service-kit';
import type { z } from 'zod';
import { PrintRetryService } from '../order-lifecycle/print-retry.service.js';
import { OrderNoteService } from './order-note.service.js';
import { OrderStatusService } from './order-status.service.js';
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
    private readonly orderStatus: OrderStatusService,
    private readonly orderNote: OrderNoteService,
    private readonly printRetry: PrintRetryService,
  ) {}

  @Get('orders')
  @Access('admin')
  @Paged()
  listOrders(@Query(zodPipe(adminOrdersQuerySchema)) query: ListQuery): Promise<Page<AdminOrder>> {
    return this.orderList.listOrders(query);
  }

  @Get('orders.csv')
  @Access('admin')
  downloadCsv(@Query(zodPipe(adminOrdersFileQuerySchema)) query: FileQuery): Promise<StreamableFile> {
    return this.ordersCsv.streamCsv(query);
  }

  @Get('orders/:id')
  @Access('admin')
  getOrder(@Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    return this.orderDetail.getOrderDetail(id);
  }

  @Patch('orders/:id/status')
  @Access('admin')
  async changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeOrderStatusRequestSchema)) body: StatusBody,
  ): Promise<AdminOrderDetail> {
    await this.orderStatus.changeStatus(id, { to: body.status, tracking: body.tracking ?? null }, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Patch('orders/:id/note')
  @Access('admin')
  async changeNote(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeOrderNoteRequestSchema)) { note }: NoteBody,
  ): Promise<AdminOrderDetail> {
    await this.orderNote.changeNote(id, note, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Post('orders/:id/printing')
  @HttpCode(200)
  @Access('admin')
  async retryPrinting(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    await this.printRetry.retryPrinting(id, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
