import { Body, Controller, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { releaseHolds } from '@shop/contracts-order/routes';
import { Caller, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller()
export class OrderHoldsController {
  constructor(
    private readonly holds: FulfilmentHoldsService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(releaseHolds)
  async continuePrinting(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(releaseHolds.body)) body: BodyOf<typeof releaseHolds>,
  ): Promise<AdminOrderDetail> {
    await this.holds.continuePrinting(id, body, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
