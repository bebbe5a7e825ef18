import { Injectable } from '@nestjs/common';
import { orderParcelReturned, orderParcelsChanged, type Parcel } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from './order-events.publisher.js';
import { OrderHistoryRepository } from './order-history.repository.js';
import { OrderEventPayloadsService } from './order-event-payloads.service.js';
import type { Order } from './order.entity.js';

/** Publishes the events of an order's parcels and adds their timeline entries, in the transaction of the change. */
@Injectable()
export class ParcelEventsPublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** `by` null: the printer. */
  async publishParcelsChanged(
    manager: EntityManager,
    order: Order,
    what: 'sent' | 'sent-again' | 'corrected',
    parcels: readonly Parcel[],
    by: AuditActor | null = null,
  ): Promise<void> {
    if (!order.tracking) return;
    const data = {
      ...(await this.payloads.getPayload(manager, order)),
      tracking: order.tracking,
      what,
      numbers: parcels.map(({ number }) => number),
    };
    await this.outbox.publish(manager, orderParcelsChanged, { subject: toOrderSubject(order.id), data });
    if (by)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.tracking-corrected',
        subject: { type: 'order', id: order.id },
        before: null,
        after: { carrier: parcels[0]?.carrier, ...(what !== 'corrected' && { isAdded: true }) },
      });
    else if (what === 'corrected')
      await this.history.addEntry(manager, order.id, { action: 'order.tracking-corrected', details: {} });
    else
      await this.history.addEntry(manager, order.id, {
        action: 'order.parcel-sent',
        details: what === 'sent-again' ? { isReshipment: true } : {},
      });
  }

  /** The reason may name a person: it is stored in the order only. */
  async publishParcelReturned(manager: EntityManager, order: Order): Promise<void> {
    const reason = order.parcelReturn?.reason ?? null;
    const data = { ...(await this.payloads.getPayload(manager, order)), reason };
    await this.outbox.publish(manager, orderParcelReturned, { subject: toOrderSubject(order.id), data });
    await this.history.addEntry(manager, order.id, { action: 'order.parcel-returned', details: {} });
  }
}
