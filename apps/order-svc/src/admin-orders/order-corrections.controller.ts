import { Body, Controller, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts/order';
import { correctTracking, type BodyOf } from '@shop/contracts/routes';
import { toAuditActor, Caller, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { ParcelsService } from '../order-lifecycle/parcels.service.js';
import { OrderDetailService } from './order-detail.service.js';

/** What an admin corrects so that parcels and emails reach the customer. */
@Controller()
export class OrderCorrectionsController {
  constructor(
    private readonly orderDetail: OrderDetailService,
    private readonly parcels: ParcelsService,
  ) {}

  @Route(correctTracking)
  async correctTracking(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(correctTracking.body)) { replaces, ...parcel }: BodyOf<typeof correctTracking>,
  ): Promise<AdminOrderDetail> {
    await this.parcels.correctTracking(id, parcel, replaces ?? null, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
