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
import { ChangeOrderNote } from './change-order-note.js';
import { ChangeOrderStatus } from './change-order-status.js';
import { OrderDetail } from './order-detail.js';
import { OrderList } from './order-list.js';
import { OrdersFile } from './orders-file.js';

type ListQuery = z.output<typeof adminOrdersQuerySchema>;
type FileQuery = z.output<typeof adminOrdersFileQuerySchema>;
type StatusBody = z.output<typeof changeOrderStatusRequestSchema>;
type NoteBody = z.output<typeof changeOrderNoteRequestSchema>;

@Controller('api/admin')
export class AdminOrdersController {
  constructor(
    private readonly orders: OrderList,
    private readonly file: OrdersFile,
    private readonly detail: OrderDetail,
    private readonly changeStatus: ChangeOrderStatus,
    private readonly changeNote: ChangeOrderNote,
    private readonly retryPrinting: RetryPrinting,
  ) {}

  @Get('orders')
  @Access('admin')
  @Paged()
  list(@Query(zod(adminOrdersQuerySchema)) query: ListQuery): Promise<Page<AdminOrder>> {
    return this.orders.page(query);
  }

  @Get('orders.csv')
  @Access('admin')
  download(@Query(zod(adminOrdersFileQuerySchema)) query: FileQuery): Promise<StreamableFile> {
    return this.file.write(query);
  }

  @Get('orders/:id')
  @Access('admin')
  read(@Param('id', uuidParam) id: string): Promise<AdminOrderDetail> {
    return this.detail.read(id);
  }

  @Patch('orders/:id/status')
  @Access('admin')
  async move(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(changeOrderStatusRequestSchema)) body: StatusBody,
  ): Promise<AdminOrderDetail> {
    await this.changeStatus.execute(id, { to: body.status, tracking: body.tracking ?? null }, actorOf(caller));
    return this.detail.read(id);
  }

  @Patch('orders/:id/note')
  @Access('admin')
  async write(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(changeOrderNoteRequestSchema)) { note }: NoteBody,
  ): Promise<AdminOrderDetail> {
    await this.changeNote.execute(id, note, actorOf(caller));
    return this.detail.read(id);
  }

  @Post('orders/:id/printing')
  @HttpCode(200)
  @Access('admin')
  async print(@Caller() caller: Caller, @Param('id', uuidParam) id: string): Promise<AdminOrderDetail> {
    await this.retryPrinting.execute(id, actorOf(caller));
    return this.detail.read(id);
  }
}
