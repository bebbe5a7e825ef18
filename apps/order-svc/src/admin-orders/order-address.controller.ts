import { Body, Controller, Param } from '@nestjs/common';
import { type AdminOrderDetail, type ShippingAddress } from '@shop/contracts/order';
import { changeDeliveryAddress } from '@shop/contracts/routes';
import { toAuditActor, Caller, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { OrderChangesService } from './order-changes.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller()
export class OrderAddressController {
  constructor(
    private readonly orderChanges: OrderChangesService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(changeDeliveryAddress)
  async changeAddress(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeDeliveryAddress.body)) address: ShippingAddress,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeAddress(id, address, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
