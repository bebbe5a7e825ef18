import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { AuditActor, SeenVersions } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { canBeAsked } from '../fulfilment/fulfilment.rules.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { OrderQuestionEventsPublisher } from '../orders/order-question-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderVersionsService } from './order-versions.service.js';

const notFound = (code: string): DomainError => new DomainError(code, 'not-found', MESSAGES.notFound);

const notAskable = (): DomainError =>
  new DomainError('ORDER_NOT_ASKABLE', 'conflict', 'Only a paid order that is not printed yet can wait for an answer.');

const questionIdTaken = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');

interface Question {
  id: string;
  text: string;
}

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
    private readonly versions: OrderVersionsService,
  ) {}

  /**
   * Replaces an open question. A repeated request with the same id asks once.
   *
   * @throws DomainError `conflict` if the printer has the order, or if its question is not the one that was seen.
   */
  async askCustomer(orderId: string, question: Question, by: AuditActor, seen: SeenVersions = null): Promise<void> {
    await this.assertAskable(await this.orders.find(orderId));
    await this.manualStatusChanges.retryWhileSubmitting(async () => {
      const recalled = await this.manualStatusChanges.assertNotAtPrinter(orderId);
      await this.dataSource.transaction(async (manager) => {
        const order = await this.assertAskable(await this.orders.findLocked(manager, orderId), manager);
        await this.manualStatusChanges.assertNotResubmitted(manager, orderId, recalled);
        await this.ask(manager, order, question, { by, seen });
      });
    });
  }

  private async ask(
    manager: EntityManager,
    order: Order,
    question: Question,
    { by, seen }: { by: AuditActor; seen: SeenVersions },
  ): Promise<void> {
    if (await this.isRepeated(manager, order, question)) return;
    await this.versions.assertUnchanged(manager, order, ['question'], seen);
    if (!(await this.questions.insert(manager, order.id, question))) throw questionIdTaken();
    const replaced = (await this.questions.listByOrder(order.id, manager)).filter(({ isOpen }) => isOpen);
    await this.holds.openHold(manager, order, { kind: 'question', reference: question.id, openedAt: new Date() });
    for (const { id } of replaced)
      await this.holds.releaseHold(manager, order, { kind: 'question', reference: id }, { by: 'admin', reason: null });
    await this.questionEvents.publishAsked(manager, order, question, by);
  }

  private async isRepeated(manager: EntityManager, { id: orderId }: Order, { id, text }: Question): Promise<boolean> {
    const asked = await this.questions.find(manager, orderId, id);
    if (asked && asked.text !== text) throw questionIdTaken();
    return asked !== null;
  }

  private async assertAskable(order: Order | null, manager?: EntityManager): Promise<Order> {
    if (!order) throw notFound('ORDER_UNKNOWN');
    if (!canBeAsked(order, await this.fulfilments.findByOrder(order.id, manager))) throw notAskable();
    return order;
  }

  /** The order is printed, unless something else holds it. A repeated call has no effect. */
  async closeQuestion(orderId: string, questionId: string, by: AuditActor, seen: SeenVersions = null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const question = order && (await this.questions.find(manager, orderId, questionId));
      if (!question) throw notFound('QUESTION_UNKNOWN');
      if (!question.isOpen) return;
      await this.versions.assertUnchanged(manager, order, ['question'], seen);
      const hold = { kind: 'question', reference: questionId } as const;
      await this.holds.releaseHold(manager, order, hold, { by: 'admin', reason: null });
      await this.questionEvents.recordClosed(manager, order, questionId, by);
    });
  }
}
