import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { QUESTION_CLOSED } from '@shop/contracts/order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { canBeAsked } from '../fulfilment/fulfilment.rules.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { OrderQuestionEventsPublisher } from '../orders/order-question-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ManualStatusChangesService } from './manual-status-changes.service.js';

const notFound = (code: string): DomainError => new DomainError(code, 'not-found', MESSAGES.notFound);

const notAskable = (): DomainError =>
  new DomainError('ORDER_NOT_ASKABLE', 'conflict', 'Only a paid order that is not printed yet can wait for an answer.');

const questionIdTaken = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');

const questionClosed = (): DomainError => new DomainError('QUESTION_CLOSED', 'conflict', QUESTION_CLOSED);

const alreadyAnswered = (): DomainError =>
  new DomainError('QUESTION_ANSWERED', 'conflict', 'This question was already answered in other words.');

/**
 * Questions to the customer about a paid order. A hold stops its printing from the question until an admin closes it; an
 * answer does not end it.
 */
@Injectable()
export class OrderQuestionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly holds: FulfilmentHoldsService,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly questionEvents: OrderQuestionEventsPublisher,
  ) {}

  /**
   * Replaces an open question. A repeated request with the same id asks once.
   *
   * @throws DomainError `conflict` if the printer has the order.
   */
  async askCustomer(orderId: string, question: { id: string; text: string }, by: AuditActor): Promise<void> {
    await this.assertAskable(await this.orders.find(orderId));
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.assertAskable(await this.orders.findLocked(manager, orderId), manager);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await this.ask(manager, order, question, by);
      });
    });
  }

  private async ask(
    manager: EntityManager,
    order: Order,
    question: { id: string; text: string },
    by: AuditActor,
  ): Promise<void> {
    if (!(await this.questions.insert(manager, order.id, question))) {
      if ((await this.questions.find(manager, order.id, question.id))?.text !== question.text) throw questionIdTaken();
      return;
    }
    const replaced = (await this.questions.listByOrder(order.id, manager)).filter(({ isOpen }) => isOpen);
    await this.holds.openHold(manager, order, { kind: 'question', reference: question.id, openedAt: new Date() });
    for (const { id } of replaced)
      await this.holds.releaseHold(manager, order, { kind: 'question', reference: id }, { by: 'admin', reason: null });
    await this.questionEvents.publishAsked(manager, order, question, by);
  }

  private async assertAskable(order: Order | null, manager?: EntityManager): Promise<Order> {
    if (!order) throw notFound('ORDER_UNKNOWN');
    if (!canBeAsked(order, await this.fulfilments.findByOrder(order.id, manager))) throw notAskable();
    return order;
  }

  /** The caller checks the customer's access. The same answer again has no effect. */
  async answerQuestion(orderId: string, questionId: string, answer: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw notFound('ORDER_UNKNOWN');
      const question = await this.questions.find(manager, orderId, questionId);
      if (!question || (!question.isOpen && question.answer !== answer)) throw questionClosed();
      if (question.answer === answer) return;
      if (question.answer !== null) throw alreadyAnswered();
      await this.questions.saveAnswer(manager, questionId, answer);
      await this.questionEvents.publishAnswered(manager, order, { ...question, answer });
    });
  }

  /** The order is printed, unless something else holds it. A repeated call has no effect. */
  async closeQuestion(orderId: string, questionId: string, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order || !(await this.questions.find(manager, orderId, questionId))) throw notFound('QUESTION_UNKNOWN');
      const hold = { kind: 'question', reference: questionId } as const;
      if (!(await this.holds.releaseHold(manager, order, hold, { by: 'admin', reason: null }))) return;
      await this.questionEvents.recordClosed(manager, order, questionId, by);
    });
  }
}
