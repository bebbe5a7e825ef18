import { Body, Controller, Param, Query } from '@nestjs/common';
import { type CustomerOrder, type OrderCodeSent, type OrderKeyQuery, orderKeyQuerySchema } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { confirmOrderCode, sendOrderCode } from '@shop/contracts-order/routes';
import { Caller, Client, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import { CustomerOrdersService } from './customer-orders.service.js';
import { OrderAccessService } from './order-access.service.js';
import { OrderCodesService } from './order-codes.service.js';

const keyQuery = zodPipe(orderKeyQuerySchema);

@Controller()
export class OrderCodesController {
  constructor(
    private readonly customerOrders: CustomerOrdersService,
    private readonly access: OrderAccessService,
    private readonly codes: OrderCodesService,
  ) {}

  @Route(sendOrderCode)
  async sendCode(
    @Client() client: Client,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<OrderCodeSent> {
    await this.access.assertReadable({ caller: client.caller, key }, orderId);
    return this.codes.sendCode(client, orderId);
  }

  @Route(confirmOrderCode)
  async confirmCode(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(confirmOrderCode.body)) { code }: BodyOf<typeof confirmOrderCode>,
  ): Promise<CustomerOrder> {
    await this.access.assertReadable({ caller, key }, orderId);
    await this.codes.enterCode(caller, orderId, code);
    return { ...(await this.customerOrders.getOrder(orderId)), canChange: true };
  }
}
