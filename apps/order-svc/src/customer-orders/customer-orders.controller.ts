import { Body, Controller, Get, Header, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  changeOrderItemRequestSchema,
  orderKeyQuerySchema,
  shippingAddressSchema,
  type CustomerOrder,
  type OrderKeyQuery,
} from '@shop/contracts/order';
import { Access, Caller, uuidParam, zod } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { CancelOwnOrder } from './cancel-own-order.js';
import { ChangeOrderAddress } from './change-order-address.js';
import { ChangeOrderItem } from './change-order-item.js';
import { CustomerOrders } from './customer-orders.js';
import { OrderAccess, type Visitor } from './order-access.js';
import { OrderStream } from './order-stream.js';

type ItemBody = z.output<typeof changeOrderItemRequestSchema>;
type AddressBody = z.output<typeof shippingAddressSchema>;

const keyQuery = zod(orderKeyQuerySchema);

@Controller('api/orders/:orderId')
export class CustomerOrdersController {
  constructor(
    private readonly access: OrderAccess,
    private readonly orders: CustomerOrders,
    private readonly stream: OrderStream,
    private readonly changeItem: ChangeOrderItem,
    private readonly changeAddress: ChangeOrderAddress,
    private readonly cancelOrder: CancelOwnOrder,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Access('public')
  async read(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    await this.access.assert({ caller, key }, orderId);
    return this.orders.read(orderId);
  }

  @Get('live')
  @Access('public')
  live(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.stream.send({ caller, key }, orderId, reply);
  }

  @Patch('items/:itemId')
  @Access('public')
  async place(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Param('itemId', uuidParam) itemId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zod(changeOrderItemRequestSchema)) body: ItemBody,
  ): Promise<CustomerOrder> {
    return this.changed({ caller, key }, orderId, () => this.changeItem.execute(orderId, itemId, body));
  }

  @Patch('address')
  @Access('public')
  async readdress(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zod(shippingAddressSchema)) address: AddressBody,
  ): Promise<CustomerOrder> {
    return this.changed({ caller, key }, orderId, () => this.changeAddress.execute(orderId, address));
  }

  @Post('cancel')
  @HttpCode(200)
  @Access('public')
  async cancel(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    return this.changed({ caller, key }, orderId, () => this.cancelOrder.execute(orderId));
  }

  private async changed(visitor: Visitor, orderId: string, change: () => Promise<void>): Promise<CustomerOrder> {
    await this.access.assert(visitor, orderId);
    await change();
    return this.orders.read(orderId);
  }
}
