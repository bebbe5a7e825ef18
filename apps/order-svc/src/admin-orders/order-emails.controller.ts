import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { sendEmailAgain } from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, parseIfMatch, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { EmailRequestsService } from './email-requests.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller()
export class OrderEmailsController {
  constructor(
    private readonly emailRequests: EmailRequestsService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(sendEmailAgain)
  async sendAgain(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(sendEmailAgain.body)) body: BodyOf<typeof sendEmailAgain>,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const request = { id: parseIdempotencyKey(key) ?? randomUUID(), ...body };
    await this.emailRequests.sendAgain(id, request, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }
}
