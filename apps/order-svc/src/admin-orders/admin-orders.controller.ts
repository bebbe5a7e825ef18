import { Body, Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import { type AdminOrder, type AdminOrderDetail } from '@shop/contracts/order';
import {
  changeOrderStatus,
  exportAdminOrders,
  getAdminOrder,
  listAdminOrders,
  retryPrinting,
  saveOrderNote,
  type BodyOf,
  type QueryOf,
} from '@shop/contracts/routes';
import { toAuditActor, Caller, uuidPipe, zodPipe, type Page, Route } from '@shop/service-kit';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderListRepository } from './order-list.repository.js';

type ListQuery = QueryOf<typeof listAdminOrders>;
type FileQuery = QueryOf<typeof exportAdminOrders>;
type StatusBody = BodyOf<typeof changeOrderStatus>;
type NoteBody = BodyOf<typeof saveOrderNote>;

@Controller()
export class AdminOrdersController {
  constructor(
    private readonly orderList: OrderListRepository,
    private readonly orderDetail: OrderDetailService,
    private readonly orderChanges: OrderChangesService,
    private readonly manualStatusChanges: ManualStatusChangesService,
  ) {}

  @Route(listAdminOrders)
  listOrders(@Query(zodPipe(listAdminOrders.query)) query: ListQuery): Promise<Page<AdminOrder>> {
    return this.orderList.listOrders(query);
  }

  @Route(exportAdminOrders)
  downloadCsv(@Query(zodPipe(exportAdminOrders.query)) query: FileQuery): Promise<StreamableFile> {
    return this.orderList.streamCsv(query);
  }

  @Route(getAdminOrder)
  getOrder(@Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(changeOrderStatus)
  async changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeOrderStatus.body)) body: StatusBody,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeStatus(
      id,
      { to: body.status, tracking: body.tracking ?? null },
      toAuditActor(caller),
    );
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(saveOrderNote)
  async changeNote(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(saveOrderNote.body)) { note }: NoteBody,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeNote(id, note, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(retryPrinting)
  async retryPrinting(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    await this.manualStatusChanges.retryPrinting(id, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
