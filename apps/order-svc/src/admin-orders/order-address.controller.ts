import { Body, Controller, Param, Patch } from '@nestjs/common';
import { shippingAddressSchema, type AdminOrderDetail, type ShippingAddress } from '@shop/contracts/order';
import { Access, actorOf, Caller, uuidParam, zod } from '@shop/service-kit';
import { ChangeDeliveryAddress } from './change-delivery-address.js';
import { OrderDetail } from './order-detail.js';

@Controller('api/admin/orders/:id/address')
export class OrderAddressController {
  constructor(
    private readonly changeAddress: ChangeDeliveryAddress,
    private readonly detail: OrderDetail,
  ) {}

  @Patch()
  @Access('admin')
  async readdress(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(shippingAddressSchema)) address: ShippingAddress,
  ): Promise<AdminOrderDetail> {
    await this.changeAddress.execute(id, address, actorOf(caller));
    return this.detail.read(id);
  }
}
