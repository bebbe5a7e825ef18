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
import { CustomerOrdersService } from './customer-orders.service.js';
import { OrderAccessService, type Visitor } from './order-access.service.js';
import { OrderStreamService } from './order-stream.service.js';

type ItemBody = z.output<typeof changeOrderItemRequestSchema>;
type AddressBody = z.output<typeof shippingAddressSchema>;

const keyQuery = zod(orderKeyQuerySchema);

@Controller('api/orders/:orderId')
export class CustomerOrdersController {
  constructor(
    private readonly orderAccess: OrderAccessService,
    private readonly customerOrders: CustomerOrdersService,
    private readonly orderStream: OrderStreamService,
    private readonly customerItems: ChangeOrderItem,
    private readonly customerAddress: ChangeOrderAddress,
    private readonly customerCancellation: CancelOwnOrder,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Access('public')
  async getOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    await this.orderAccess.assertAccess({ caller, key }, orderId);
    return this.customerOrders.getOrder(orderId);
  }

  @Get('live')
  @Access('public')
  streamOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.orderStream.streamOrder({ caller, key }, orderId, reply);
  }

  @Patch('items/:itemId')
  @Access('public')
  async changeItem(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Param('itemId', uuidParam) itemId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zod(changeOrderItemRequestSchema)) body: ItemBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.customerItems.execute(orderId, itemId, body));
  }

  @Patch('address')
  @Access('public')
  async changeAddress(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zod(shippingAddressSchema)) address: AddressBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.customerAddress.execute(orderId, address));
  }

  @Post('cancel')
  @HttpCode(200)
  @Access('public')
  async cancelOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidParam) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.customerCancellation.execute(orderId));
  }

  private async applyChange(visitor: Visitor, orderId: string, change: () => Promise<void>): Promise<CustomerOrder> {
    await this.orderAccess.assertAccess(visitor, orderId);
    await change();
    return this.customerOrders.getOrder(orderId);
  }
}
