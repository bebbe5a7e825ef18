import { Body, Controller, Param, Patch } from '@nestjs/common';
import { shippingAddressSchema, type AdminOrderDetail, type ShippingAddress } from '@shop/contracts/order';
import { Access, toAuditActor, Caller, uuidPipe, zodPipe } from '@shop/service-kit';
import { OrderChangesService } from './order-changes.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller('api/admin/orders/:id/address')
export class OrderAddressController {
  constructor(
    private readonly orderChanges: OrderChangesService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Patch()
  @Access('admin')
  async changeAddress(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(shippingAddressSchema)) address: ShippingAddress,
  ): Promise<AdminOrderDetail> {
    await this.orderChanges.changeAddress(id, address, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
