import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts/order';
import { correctEmail, correctTracking, type BodyOf } from '@shop/contracts/routes';
import { toAuditActor, Caller, parseIfMatch, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { ParcelsService } from '../order-lifecycle/parcels.service.js';
import { EmailCorrectionsService } from './email-corrections.service.js';
import { OrderDetailService } from './order-detail.service.js';

/** What an admin corrects so that parcels and emails reach the customer. */
@Controller()
export class OrderCorrectionsController {
  constructor(
    private readonly orderDetail: OrderDetailService,
    private readonly parcels: ParcelsService,
    private readonly emailCorrections: EmailCorrectionsService,
  ) {}

  @Route(correctEmail)
  async correctEmail(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(correctEmail.body)) { email }: BodyOf<typeof correctEmail>,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.emailCorrections.correctEmail(id, email, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

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
