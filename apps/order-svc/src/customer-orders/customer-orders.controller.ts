import { Body, Controller, Get, Header, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  changeOrderItemRequestSchema,
  orderKeyQuerySchema,
  shippingAddressSchema,
  type CustomerOrder,
  type OrderKeyQuery,
} from '@shop/contracts/order';
import { Access, Caller, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { CustomerOrderChangesService } from './customer-order-changes.service.js';
import { CustomerOrdersService, type Visitor } from './customer-orders.service.js';
import { OrderStreamService } from './order-stream.service.js';

type ItemBody = z.output<typeof changeOrderItemRequestSchema>;
type AddressBody = z.output<typeof shippingAddressSchema>;

const keyQuery = zodPipe(orderKeyQuerySchema);

@Controller('api/orders/:orderId')
export class CustomerOrdersController {
  constructor(
    private readonly customerOrders: CustomerOrdersService,
    private readonly orderStream: OrderStreamService,
    private readonly changes: CustomerOrderChangesService,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Access('public')
  async getOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    await this.customerOrders.assertAccess({ caller, key }, orderId);
    return this.customerOrders.getOrder(orderId);
  }

  @Get('live')
  @Access('public')
  streamOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.orderStream.streamOrder({ caller, key }, orderId, reply);
  }

  @Patch('items/:itemId')
  @Access('public')
  async changeItem(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Param('itemId', uuidPipe) itemId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(changeOrderItemRequestSchema)) body: ItemBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.changeItem(orderId, itemId, body));
  }

  @Patch('address')
  @Access('public')
  async changeAddress(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(shippingAddressSchema)) address: AddressBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.changeAddress(orderId, address));
  }

  @Post('cancel')
  @HttpCode(200)
  @Access('public')
  async cancelOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.cancelOrder(orderId));
  }

  private async applyChange(visitor: Visitor, orderId: string, change: () => Promise<void>): Promise<CustomerOrder> {
    await this.customerOrders.assertAccess(visitor, orderId);
    await change();
    return this.customerOrders.getOrder(orderId);
  }
}
