import { Body, Controller, Header, Param, Query, Res } from '@nestjs/common';
import {
  orderKeyQuerySchema,
  type CustomerOrder,
  type OrderKeyQuery,
  type OwnOrder,
  type OwnOrdersQuery,
} from '@shop/contracts/order';
import {
  addOrderToAccount,
  cancelOrder,
  changeOrderAddress,
  changeOrderItem,
  correctOrderEmail,
  getOrder,
  listGuestOrders,
  listOrders,
  streamOrder,
  type BodyOf,
} from '@shop/contracts/routes';
import { Caller, uuidPipe, zodPipe, type Page, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { CustomerOrderChangesService } from './customer-order-changes.service.js';
import { CustomerOrdersService, type Visitor } from './customer-orders.service.js';
import { OrderAccountsService } from './order-accounts.service.js';
import { OrderStreamService } from './order-stream.service.js';

type ItemBody = BodyOf<typeof changeOrderItem>;
type AddressBody = BodyOf<typeof changeOrderAddress>;

const keyQuery = zodPipe(orderKeyQuerySchema);

@Controller()
export class CustomerOrdersController {
  constructor(
    private readonly customerOrders: CustomerOrdersService,
    private readonly orderStream: OrderStreamService,
    private readonly changes: CustomerOrderChangesService,
    private readonly orderAccounts: OrderAccountsService,
  ) {}

  @Route(listOrders)
  listOwnOrders(
    @Caller() caller: Caller,
    @Query(zodPipe(listOrders.query)) query: OwnOrdersQuery,
  ): Promise<Page<OwnOrder>> {
    return this.customerOrders.listOwnOrders(caller, query);
  }

  @Route(listGuestOrders)
  listGuestOrders(@Caller() caller: Caller): Promise<OwnOrder[]> {
    return this.customerOrders.listGuestOrders(caller);
  }

  @Route(getOrder)
  @Header('cache-control', 'no-store')
  async getOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    await this.customerOrders.assertAccess({ caller, key }, orderId);
    return this.customerOrders.getOrder(orderId);
  }

  @Route(streamOrder)
  streamOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.orderStream.streamOrder({ caller, key }, orderId, reply);
  }

  @Route(changeOrderItem)
  async changeItem(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Param('itemId', uuidPipe) itemId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(changeOrderItem.body)) body: ItemBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.changeItem(orderId, itemId, body));
  }

  @Route(changeOrderAddress)
  async changeAddress(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(changeOrderAddress.body)) address: AddressBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.changeAddress(orderId, address));
  }

  /** A link may be in an email that went to a wrong address, so it does not suffice. */
  @Route(correctOrderEmail)
  async correctEmail(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Body(zodPipe(correctOrderEmail.body)) { email }: BodyOf<typeof correctOrderEmail>,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key: undefined }, orderId, () => this.changes.correctEmail(orderId, email));
  }

  @Route(cancelOrder)
  async cancelOrder(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.changes.cancelOrder(orderId));
  }

  @Route(addOrderToAccount)
  async addToAccount(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.orderAccounts.addOrder(caller, orderId));
  }

  private async applyChange(visitor: Visitor, orderId: string, change: () => Promise<void>): Promise<CustomerOrder> {
    await this.customerOrders.assertAccess(visitor, orderId);
    await change();
    return this.customerOrders.getOrder(orderId);
  }
}
