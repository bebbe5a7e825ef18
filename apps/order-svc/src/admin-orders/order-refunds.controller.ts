import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param } from '@nestjs/common';
import { parseCents } from '@shop/contracts/common';
import { type AdminOrderDetail } from '@shop/contracts/order';
import { refundOrder, type BodyOf } from '@shop/contracts/routes';
import { toAuditActor, Caller, parseIdempotencyKey, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { OrderDetailService } from './order-detail.service.js';
import { OrderChangesService } from './order-changes.service.js';

@Controller()
export class OrderRefundsController {
  constructor(
    private readonly orderChanges: OrderChangesService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(refundOrder)
  async requestRefund(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(refundOrder.body)) { amount, reason }: BodyOf<typeof refundOrder>,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.requestRefund(
      id,
      { amountCents: parseCents(amount), reason, key: parseIdempotencyKey(key) ?? randomUUID() },
      toAuditActor(caller),
    );
    return this.orderDetail.getOrderDetail(id);
  }
}
