import { Injectable } from '@nestjs/common';
import { orderQuestionAnswered, orderQuestionAsked } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from './order-events.publisher.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import { OrderEventPayloadsService } from './order-event-payloads.service.js';
import type { Order } from './order.entity.js';

interface Question {
  id: string;
  text: string;
}

/** Publishes the questions about orders and adds their timeline entries, without their texts: the entries are never deleted. */
@Injectable()
export class OrderQuestionEventsPublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  async publishAsked(manager: EntityManager, order: Order, question: Question, by: AuditActor): Promise<void> {
    const data = await this.toData(manager, order, question);
    await this.outbox.publish(manager, orderQuestionAsked, { subject: toOrderSubject(order.id), data });
    await this.recordAction(manager, {
      orderId: order.id,
      action: 'order.question-asked',
      questionId: question.id,
      by,
    });
  }

  async publishAnswered(
    manager: EntityManager,
    order: Order,
    { answer, ...question }: Question & { answer: string },
  ): Promise<void> {
    const data = { ...(await this.toData(manager, order, question)), answer };
    await this.outbox.publish(manager, orderQuestionAnswered, { subject: toOrderSubject(order.id), data });
    await this.history.addEntry(manager, order.id, {
      action: 'order.question-answered',
      details: { questionId: question.id },
    });
  }

  async recordClosed(manager: EntityManager, { id }: Order, questionId: string, by: AuditActor): Promise<void> {
    await this.recordAction(manager, { orderId: id, action: 'order.question-closed', questionId, by });
  }

  private async recordAction(
    manager: EntityManager,
    { orderId, action, questionId, by }: { orderId: string; action: string; questionId: string; by: AuditActor },
  ): Promise<void> {
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action,
      subject: { type: 'order', id: orderId },
      before: null,
      after: { questionId },
    });
  }

  private async toData(manager: EntityManager, order: Order, { id, text }: Question) {
    return { ...(await this.payloads.getPayload(manager, order)), questionId: id, question: text };
  }
}
