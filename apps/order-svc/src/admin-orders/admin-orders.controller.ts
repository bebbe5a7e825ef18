import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import { DomainError, parseCents } from '@shop/contracts-common';
import type { AdminOrder, AdminOrderDetail, AdminStats, ShippingAddress } from '@shop/contracts-order';
import { type BodyOf, type QueryOf } from '@shop/contracts-common/routes';
import {
  changeDeliveryAddress,
  changeOrderStatus,
  getAdminOrder,
  getAdminStats,
  listAdminOrders,
  recreatePrintFiles,
  refundOrder,
  retryPrinting,
  saveOrderNote,
} from '@shop/contracts-order/routes';
import {
  listPermissions,
  toAuditActor,
  Caller,
  parseIdempotencyKey,
  parseIfMatch,
  uuidPipe,
  zodPipe,
  type Page,
  Route,
} from '@shop/service-kit';
import { PrintFileRequestsService } from '../fulfilment/print-file-requests.service.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderListRepository } from './order-list.repository.js';
import { OrderNoteService } from './order-note.service.js';
import { RefundApprovalService } from './refund-approval.service.js';

type ListQuery = QueryOf<typeof listAdminOrders>;
type StatusBody = BodyOf<typeof changeOrderStatus>;
type NoteBody = BodyOf<typeof saveOrderNote>;
type RefundBody = BodyOf<typeof refundOrder>;

const noPrintFileMissing = (): DomainError =>
  new DomainError('PRINT_FILE_NOT_LACKING', 'conflict', 'No print file of this order is missing, or it is being made.');

@Controller()
export class AdminOrdersController {
  @Inject(RefundApprovalService) private readonly refundApproval!: RefundApprovalService;

  constructor(
    private readonly orderList: OrderListRepository,
    private readonly orderDetail: OrderDetailService,
    private readonly orderChanges: OrderChangesService,
    private readonly orderNote: OrderNoteService,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly printFileRequests: PrintFileRequestsService,
  ) {}

  @Route(getAdminStats)
  getStats(): Promise<AdminStats> {
    return this.orderList.getStats();
  }

  @Route(listAdminOrders)
  listOrders(@Query(zodPipe(listAdminOrders.query)) query: ListQuery): Promise<Page<AdminOrder>> {
    return this.orderList.listOrders(query);
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
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    if (body.status === 'cancelled') await this.refundApproval.assertMayCancel(caller, id);
    await this.orderChanges.changeStatus(
      id,
      {
        to: body.status,
        tracking: body.tracking ?? null,
        mayRefund: listPermissions(caller).includes('refund'),
      },
      toAuditActor(caller),
      parseIfMatch(ifMatch),
    );
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(saveOrderNote)
  async changeNote(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(saveOrderNote.body)) { note }: NoteBody,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.orderNote.changeNote(id, note, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(retryPrinting)
  async retryPrinting(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    await this.manualStatusChanges.retryPrinting(id, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(recreatePrintFiles)
  async requestPrintFiles(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    if (!(await this.printFileRequests.requestMissingPrintFiles(id, toAuditActor(caller)))) throw noPrintFileMissing();
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(changeDeliveryAddress)
  async changeAddress(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeDeliveryAddress.body)) address: ShippingAddress,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeAddress(id, address, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(refundOrder)
  async requestRefund(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(refundOrder.body)) { amount, reason }: RefundBody,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const amountCents = parseCents(amount);
    this.refundApproval.assertMayRefund(caller, amountCents);
    await this.orderChanges.requestRefund(
      id,
      { amountCents, reason, key: parseIdempotencyKey(key) ?? randomUUID() },
      toAuditActor(caller),
      parseIfMatch(ifMatch),
    );
    return this.orderDetail.getOrderDetail(id);
  }
}
