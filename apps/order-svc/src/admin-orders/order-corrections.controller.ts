import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { correctEmail, correctTracking, endOrderLinks } from '@shop/contracts-order/routes';
import { toAuditActor, Caller, parseIfMatch, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { ParcelsService } from '../order-lifecycle/parcels.service.js';
import { EmailCorrectionsService } from './email-corrections.service.js';
import { OrderDetailService } from './order-detail.service.js';
import { OrderVersionsService } from './order-versions.service.js';

/** What an admin corrects so that parcels and emails reach the customer. */
@Controller()
export class OrderCorrectionsController {
  constructor(
    private readonly orderDetail: OrderDetailService,
    private readonly parcels: ParcelsService,
    private readonly emailCorrections: EmailCorrectionsService,
    private readonly versions: OrderVersionsService,
  ) {}

  @Route(correctEmail)
  async correctEmail(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(correctEmail.body)) { email }: BodyOf<typeof correctEmail>,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.emailCorrections.correctEmail(id, email, caller, parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(endOrderLinks)
  async endLinks(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.emailCorrections.endLinks(id, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(correctTracking)
  async correctTracking(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(correctTracking.body)) { replaces, ...parcel }: BodyOf<typeof correctTracking>,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const correction = { parcel, replaces: replaces ?? null };
    const check = this.versions.createCheck('parcels', parseIfMatch(ifMatch));
    await this.parcels.correctTracking(id, correction, toAuditActor(caller), check);
    return this.orderDetail.getOrderDetail(id);
  }
}
