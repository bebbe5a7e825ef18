import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@shop/contracts-common';
import { orderEmailChanged, orderLinksEnded } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { OrderCodesRepository } from './order-codes.repository.js';
import { OrderEventPayloadsService } from './order-event-payloads.service.js';
import { toOrderSubject } from './order-events.publisher.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import type { Order } from './order.entity.js';
import { OrdersRepository } from './orders.repository.js';

/** Corrects the email address of an order, and ends the links in its emails. Then its codes end as well. */
@Injectable()
export class OrderEmailService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly codes: OrderCodesRepository,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Requires the order's lock. `by` null: the customer. The same address has no effect; neither address is in the timeline. */
  async correctEmail(manager: EntityManager, order: Order, email: string, by: AuditActor | null): Promise<void> {
    if (order.email === email) return;
    const before = { version: order.emailVersion };
    order.correctEmail(email);
    await this.orders.save(manager, order);
    await this.codes.deleteByOrder(manager, order.id);
    const data = await this.getLinkedOrder(manager, order);
    await this.outbox.publish(manager, orderEmailChanged, { subject: toOrderSubject(order.id), data });
    if (by)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.email-corrected',
        subject: { type: 'order', id: order.id },
        before,
        after: { version: order.emailVersion },
      });
    else await this.history.addEntry(manager, order.id, { action: 'order.email-corrected', details: {} });
  }

  /** Requires the order's lock. Emails that still wait get the new link; no email is sent about it. */
  async endLinks(manager: EntityManager, order: Order, by: AuditActor): Promise<void> {
    const before = { linkVersion: order.linkVersion };
    order.endLinks();
    await this.orders.save(manager, order);
    await this.codes.deleteByOrder(manager, order.id);
    const data = await this.getLinkedOrder(manager, order);
    await this.outbox.publish(manager, orderLinksEnded, { subject: toOrderSubject(order.id), data });
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action: 'order.links-ended',
      subject: { type: 'order', id: order.id },
      before,
      after: { linkVersion: order.linkVersion },
    });
  }

  private async getLinkedOrder(manager: EntityManager, order: Order): Promise<EventPayload<typeof orderLinksEnded>> {
    const { emailVersion: version, linkVersion } = order;
    return { ...(await this.payloads.getPayload(manager, order)), version, linkVersion };
  }
}
