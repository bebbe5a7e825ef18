import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import { parseCents } from '@shop/contracts/common';
import { refundOrderRequestSchema, type AdminOrderDetail } from '@shop/contracts/order';
import { Access, actorOf, Caller, idempotencyKeyOf, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { OrderDetailService } from './order-detail.service.js';
import { RefundOrder } from './refund-order.js';

@Controller('api/admin/orders/:id/refunds')
export class OrderRefundsController {
  constructor(
    private readonly orderRefunds: RefundOrder,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Post()
  @Access('admin')
  async requestRefund(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(refundOrderRequestSchema)) { amount, reason }: z.output<typeof refundOrderRequestSchema>,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.orderRefunds.execute(
      id,
      { amountCents: parseCents(amount), reason, key: idempotencyKeyOf(key) ?? randomUUID() },
      actorOf(caller),
    );
    return this.orderDetail.getOrderDetail(id);
  }
}
