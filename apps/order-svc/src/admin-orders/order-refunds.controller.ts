import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import { parseCents } from '@shop/contracts/common';
import { refundOrderRequestSchema, type AdminOrderDetail } from '@shop/contracts/order';
import { Access, toAuditActor, Caller, parseIdempotencyKey, uuidPipe, zodPipe } from '@shop/service-kit';
import type { z } from 'zod';
import { OrderDetailService } from './order-detail.service.js';
import { OrderChangesService } from './order-changes.service.js';

@Controller('api/admin/orders/:id/refunds')
export class OrderRefundsController {
  constructor(
    private readonly orderChanges: OrderChangesService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Post()
  @Access('admin')
  async requestRefund(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(refundOrderRequestSchema)) { amount, reason }: z.output<typeof refundOrderRequestSchema>,
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
