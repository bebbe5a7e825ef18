import { Injectable } from '@nestjs/common';
import { orderEmailChanged } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from './order-events.publisher.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import { OrderLinksService } from './order-links.service.js';
import type { Order } from './order.entity.js';
import { toOrder } from './order.mapper.js';
import { OrdersRepository } from './orders.repository.js';

/** Corrects the email address of an order. */
@Injectable()
export class OrderEmailService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly outbox: EventOutbox,
    private readonly links: OrderLinksService,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Requires the order's lock. `by` null: the customer. The same address has no effect; neither address is in the timeline. */
  async correctEmail(manager: EntityManager, order: Order, email: string, by: AuditActor | null): Promise<void> {
    if (order.email === email) return;
    const before = { version: order.emailVersion };
    order.correctEmail(email);
    await this.orders.save(manager, order);
    const items = await this.orders.listItems([order.id], manager);
    const data = {
      order: toOrder(order, items.get(order.id) ?? []),
      userId: order.userId,
      link: this.links.createLink(order),
      version: order.emailVersion,
    };
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
}
