import { Body, Controller, Param, Patch } from '@nestjs/common';
import { shippingAddressSchema, type AdminOrderDetail, type ShippingAddress } from '@shop/contracts/order';
import { Access, toAuditActor, Caller, uuidPipe, zodPipe } from '@shop/service-kit';
import { DeliveryAddressService } from './delivery-address.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller('api/admin/orders/:id/address')
export class OrderAddressController {
  constructor(
    private readonly deliveryAddress: DeliveryAddressService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Patch()
  @Access('admin')
  async changeAddress(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(shippingAddressSchema)) address: ShippingAddress,
  ): Promise<AdminOrderDetail> {
    await this.deliveryAddress.changeAddress(id, address, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
