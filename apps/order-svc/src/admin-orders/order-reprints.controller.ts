import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { cancelReprint, markReprintSent, requestReprint, retryReprint } from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, parseIfMatch, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { ReprintsService } from '../reprints/reprints.service.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderVersionsService } from './order-versions.service.js';
import { ReprintRequestsService } from './reprint-requests.service.js';

type SentBody = BodyOf<typeof markReprintSent>;

@Controller()
export class OrderReprintsController {
  constructor(
    private readonly requests: ReprintRequestsService,
    private readonly reprints: ReprintsService,
    private readonly orderDetail: OrderDetailService,
    private readonly versions: OrderVersionsService,
  ) {}

  @Route(requestReprint)
  async requestReprint(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(requestReprint.body)) body: BodyOf<typeof requestReprint>,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const request = { ...body, id: parseIdempotencyKey(key) ?? randomUUID() };
    await this.requests.requestReprint(id, request, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(retryReprint)
  async retryReprint(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('reprintId', uuidPipe) reprintId: string,
  ): Promise<AdminOrderDetail> {
    await this.reprints.retryReprint(id, reprintId, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(markReprintSent)
  async markSent(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('reprintId', uuidPipe) reprintId: string,
    @Body(zodPipe(markReprintSent.body)) sent: SentBody,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const check = this.versions.createCheck('reprints', parseIfMatch(ifMatch));
    await this.reprints.markSent({ orderId: id, reprintId }, sent, toAuditActor(caller), check);
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(cancelReprint)
  async cancelReprint(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('reprintId', uuidPipe) reprintId: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const check = this.versions.createCheck('reprints', parseIfMatch(ifMatch));
    await this.reprints.cancelReprint({ orderId: id, reprintId }, toAuditActor(caller), check);
    return this.orderDetail.getOrderDetail(id);
  }
}
