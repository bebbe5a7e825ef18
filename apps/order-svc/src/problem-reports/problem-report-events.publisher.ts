import { Injectable } from '@nestjs/common';
import { type AttachedPhotos, orderProblemAnswered, orderProblemReported } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { OrderEventPayloadsService } from '../orders/order-event-payloads.service.js';
import type { Order } from '../orders/order.entity.js';
import { toTitledItems } from './item-quantities.js';
import type { ProblemReport } from './problem-report.js';

type Reported = Pick<ProblemReport, 'id' | 'kind' | 'text' | 'items'>;

/** Publishes reports of problems and adds their timeline entries, without their texts: the entries are never deleted. */
@Injectable()
export class ProblemReportEventsPublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  async publishReported(manager: EntityManager, order: Order, report: Reported, photos: AttachedPhotos): Promise<void> {
    const { id: reportId, kind, text, items } = report;
    const ordered = await this.payloads.listItems(manager, order);
    const data = {
      ...this.payloads.toPayload(order, ordered),
      reportId,
      text,
      kind,
      items: toTitledItems(items, ordered),
      photos,
    };
    await this.outbox.publish(manager, orderProblemReported, { subject: toOrderSubject(order.id), data });
    await this.history.addEntry(manager, order.id, { action: 'order.problem-reported', details: { reportId, kind } });
  }

  async publishAnswered(
    manager: EntityManager,
    order: Order,
    { id: reportId, text, answer }: Reported & { answer: string },
    by: AuditActor,
  ): Promise<void> {
    const data = { ...(await this.payloads.getPayload(manager, order)), reportId, text, answer };
    await this.outbox.publish(manager, orderProblemAnswered, { subject: toOrderSubject(order.id), data });
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action: 'order.problem-answered',
      subject: { type: 'order', id: order.id },
      before: null,
      after: { reportId },
    });
  }
}
