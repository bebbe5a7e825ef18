import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OrderQuestionEventsPublisher } from '../orders/order-question-events.publisher.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { alreadyAnswered, orderUnknown, questionClosed } from './customer-order.errors.js';

/** A customer's answer to a question of the shop. The order waits until an admin lets it go on. */
@Injectable()
export class OrderAnswersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly questionEvents: OrderQuestionEventsPublisher,
  ) {}

  /** The caller checks the customer's access. The same answer again has no effect. */
  async answerQuestion(orderId: string, questionId: string, answer: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw orderUnknown();
      const question = await this.questions.find(manager, orderId, questionId);
      if (!question || (!question.isOpen && question.answer !== answer)) throw questionClosed();
      if (question.answer === answer) return;
      if (question.answer !== null) throw alreadyAnswered(question.answer);
      await this.questions.saveAnswer(manager, questionId, answer);
      await this.questionEvents.publishAnswered(manager, order, { ...question, answer });
    });
  }
}
