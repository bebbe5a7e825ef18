import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { askCustomer, closeQuestion } from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, parseIfMatch, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { OrderDetailService } from './order-detail.service.js';
import { OrderQuestionsService } from './order-questions.service.js';

type QuestionBody = BodyOf<typeof askCustomer>;

@Controller()
export class OrderQuestionsController {
  constructor(
    private readonly questions: OrderQuestionsService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(askCustomer)
  async askCustomer(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(askCustomer.body)) { question }: QuestionBody,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    const asked = { id: parseIdempotencyKey(key) ?? randomUUID(), text: question };
    await this.questions.askCustomer(id, asked, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }

  @Route(closeQuestion)
  async closeQuestion(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('questionId', uuidPipe) questionId: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOrderDetail> {
    await this.questions.closeQuestion(id, questionId, toAuditActor(caller), parseIfMatch(ifMatch));
    return this.orderDetail.getOrderDetail(id);
  }
}
