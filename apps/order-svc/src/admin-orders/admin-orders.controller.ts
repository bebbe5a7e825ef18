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
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderListRepository } from './order-list.repository.js';

type ListQuery = z.output<typeof adminOrdersQuerySchema>;
type FileQuery = z.output<typeof adminOrdersFileQuerySchema>;
type StatusBody = z.output<typeof changeOrderStatusRequestSchema>;
type NoteBody = z.output<typeof changeOrderNoteRequestSchema>;

@Controller('api/admin')
export class AdminOrdersController {
  constructor(
    private readonly orderList: OrderListRepository,
    private readonly orderDetail: OrderDetailService,
    private readonly orderChanges: OrderChangesService,
    private readonly manualStatusChanges: ManualStatusChangesService,
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
    return this.orderList.streamCsv(query);
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
    await this.orderChanges.changeStatus(
      id,
      { to: body.status, tracking: body.tracking ?? null },
      toAuditActor(caller),
    );
    return this.orderDetail.getOrderDetail(id);
  }

  @Patch('orders/:id/note')
  @Access('admin')
  async changeNote(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeOrderNoteRequestSchema)) { note }: NoteBody,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeNote(id, note, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Post('orders/:id/printing')
  @HttpCode(200)
  @Access('admin')
  async retryPrinting(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    await this.manualStatusChanges.retryPrinting(id, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
