import { Body, Controller, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { answerProblem } from '@shop/contracts-order/routes';
import { Caller, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { ProblemReportsService } from '../problem-reports/problem-reports.service.js';
import { OrderDetailService } from './order-detail.service.js';

@Controller()
export class OrderProblemsController {
  constructor(
    private readonly reports: ProblemReportsService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(answerProblem)
  async answerProblem(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('reportId', uuidPipe) reportId: string,
    @Body(zodPipe(answerProblem.body)) { answer }: BodyOf<typeof answerProblem>,
  ): Promise<AdminOrderDetail> {
    await this.reports.answerProblem(id, reportId, answer, toAuditActor(caller));
    return this.orderDetail.getOrderDetail(id);
  }
}
