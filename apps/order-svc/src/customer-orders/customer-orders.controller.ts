import { Body, Controller, Header, Param, Query, Res } from '@nestjs/common';
import {
  orderKeyQuerySchema,
  type CustomerOrder,
  type OrderKeyQuery,
  type OwnOrder,
  type OwnOrdersQuery,
} from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import {
  addOrderToAccount,
  answerQuestion,
  cancelOrder,
  changeOrderAddress,
  changeOrderItem,
  correctOrderEmail,
  getOrder,
  listGuestOrders,
  listOrders,
  streamOrder,
} from '@shop/contracts-order/routes';
import { Caller, uuidPipe, zodPipe, type Page, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { CustomerOrderChangesService } from './customer-order-changes.service.js';
import { CustomerOrdersService } from './customer-orders.service.js';
import { OrderAccessService, type Visitor } from './order-access.service.js';
import { OrderAccountsService } from './order-accounts.service.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderStreamService } from './order-stream.service.js';

type ItemBody = BodyOf<typeof changeOrderItem>;
type AnswerBody = BodyOf<typeof answerQuestion>;
type AddressBody = BodyOf<typeof changeOrderAddress>;

const keyQuery = zodPipe(orderKeyQuerySchema);

@Controller()
export class CustomerOrdersController {
  constructor(
    private readonly customerOrders: CustomerOrdersService,
    private readonly orderStream: OrderStreamService,
    private readonly changes: CustomerOrderChangesService,
    private readonly answers: OrderAnswersService,
    private readonly orderAccounts: OrderAccountsService,
    private readonly access: OrderAccessService,
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
    const canChange = await this.access.canChange({ caller, key }, orderId);
    return { ...(await this.customerOrders.getOrder(orderId)), canChange };
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
    return this.applyChange({ caller, key }, orderId, () => this.changes.changeItem(caller, { orderId, itemId }, body));
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

  /** The link and the code may be in emails that went to a wrong address, so they do not suffice. */
  @Route(correctOrderEmail)
  async correctEmail(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Body(zodPipe(correctOrderEmail.body)) { email }: BodyOf<typeof correctOrderEmail>,
  ): Promise<CustomerOrder> {
    await this.access.assertOwn(caller, orderId);
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

  @Route(answerQuestion)
  async answerQuestion(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(keyQuery) { key }: OrderKeyQuery,
    @Body(zodPipe(answerQuestion.body)) { questionId, answer }: AnswerBody,
  ): Promise<CustomerOrder> {
    return this.applyChange({ caller, key }, orderId, () => this.answers.answerQuestion(orderId, questionId, answer));
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
    await this.access.assertChangeable(visitor, orderId);
    await change();
    return { ...(await this.customerOrders.getOrder(orderId)), canChange: true };
  }
}
