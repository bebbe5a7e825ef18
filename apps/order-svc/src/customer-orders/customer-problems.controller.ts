import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import { type CustomerOrder, type OrderKeyQuery, orderKeyQuerySchema } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { reportProblem } from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import { getOwnerIds } from '../guests/owner-ids.js';
import { ProblemReportsService } from '../problem-reports/problem-reports.service.js';
import { CustomerOrdersService } from './customer-orders.service.js';
import { OrderAccessService } from './order-access.service.js';

type ReportBody = BodyOf<typeof reportProblem>;

@Controller()
export class CustomerProblemsController {
  constructor(
    private readonly customerOrders: CustomerOrdersService,
    private readonly access: OrderAccessService,
    private readonly reports: ProblemReportsService,
  ) {}

  @Route(reportProblem)
  async reportProblem(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(zodPipe(orderKeyQuerySchema)) { key }: OrderKeyQuery,
    @Body(zodPipe(reportProblem.body)) body: ReportBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ): Promise<CustomerOrder> {
    await this.access.assertChangeable({ caller, key }, orderId);
    const report = { ...body, id: parseIdempotencyKey(idempotencyKey) ?? randomUUID() };
    await this.reports.reportProblem(orderId, report, getOwnerIds(caller));
    return { ...(await this.customerOrders.getOrder(orderId)), canChange: true };
  }
}
