import { Injectable } from '@nestjs/common';
import {
  type AttachedPhotos,
  orderReprintEnded,
  orderReprintRequested,
  orderReprintReturned,
  orderReprintSent,
  type Parcel,
} from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { OrderEventPayloadsService } from '../orders/order-event-payloads.service.js';
import { toReprintItems } from './reprint.mapper.js';
import { type LockedReprint, ReprintsRepository } from './reprints.repository.js';

const NO_PHOTOS: AttachedPhotos = { ids: [], userId: null, guestId: null };

/** Publishes the events of reprints and adds their timeline entries, in the transaction of the change. */
@Injectable()
export class ReprintEventsPublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly payloads: OrderEventPayloadsService,
    private readonly reprints: ReprintsRepository,
    private readonly history: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  async publishRequested(
    manager: EntityManager,
    locked: LockedReprint,
    photos: AttachedPhotos,
    by: AuditActor,
  ): Promise<void> {
    const { order, reprint } = locked;
    const data = { ...(await this.toData(manager, locked)), reason: reprint.reason, photos };
    await this.outbox.publish(manager, orderReprintRequested, { subject: toOrderSubject(order.id), data });
    const after = { reprintId: reprint.id, reason: reprint.reason, items: data.items.map(describeItem) };
    await this.recordAction(manager, { orderId: order.id, action: 'order.reprint-requested', after, by });
  }

  /** Only for art-svc: the print files are needed again. */
  async publishFilesNeeded(manager: EntityManager, locked: LockedReprint): Promise<void> {
    const { order, reprint } = locked;
    const data = { ...(await this.toData(manager, locked)), reason: reprint.reason, photos: NO_PHOTOS, isRetry: true };
    await this.outbox.publish(manager, orderReprintRequested, { subject: toOrderSubject(order.id), data });
  }

  async recordRetried(manager: EntityManager, { order, reprint }: LockedReprint, by: AuditActor): Promise<void> {
    const after = { reprintId: reprint.id };
    await this.recordAction(manager, { orderId: order.id, action: 'order.reprint-retried', after, by });
  }

  /** `by` null: the printer. The tracking number is not in the audit trail, because it leads to a person. */
  async publishSent(
    manager: EntityManager,
    locked: LockedReprint,
    { what, parcels }: { what: 'sent' | 'corrected'; parcels: readonly Parcel[] },
    by: AuditActor | null,
  ): Promise<void> {
    const { order, reprint } = locked;
    const numbers = parcels.map(({ number }) => number);
    const data = { ...(await this.toData(manager, locked)), tracking: reprint.tracking, what, numbers };
    await this.outbox.publish(manager, orderReprintSent, { subject: toOrderSubject(order.id), data });
    const isCorrection = what === 'corrected' ? { isCorrection: true as const } : {};
    if (by) {
      const after = { reprintId: reprint.id, ...isCorrection };
      await this.recordAction(manager, { orderId: order.id, action: 'order.reprint-sent', after, by });
    } else await this.history.addEntry(manager, order.id, { action: 'order.reprint-sent', details: isCorrection });
  }

  /** The problem that admins see has the timeline entry. */
  async publishReturned(manager: EntityManager, locked: LockedReprint, reason: string | null): Promise<void> {
    const data = { ...(await this.toData(manager, locked)), reason };
    await this.outbox.publish(manager, orderReprintReturned, { subject: toOrderSubject(locked.order.id), data });
  }

  async publishEnded(
    manager: EntityManager,
    locked: LockedReprint,
    by: AuditActor | 'printer' | 'assumed-delivery',
  ): Promise<void> {
    const { order, reprint } = locked;
    const { id: reprintId, shippedAt } = reprint;
    const state = reprint.state === 'delivered' ? 'delivered' : 'cancelled';
    const isLast = !(await this.reprints.hasOther(manager, reprint));
    const data = { ...(await this.toData(manager, locked)), state, isLast, wasSent: shippedAt !== null } as const;
    await this.outbox.publish(manager, orderReprintEnded, { subject: toOrderSubject(order.id), data });
    if (typeof by === 'object')
      await this.recordAction(manager, {
        orderId: order.id,
        action: `order.reprint-${state}`,
        after: { reprintId },
        by,
      });
    else
      await this.history.addEntry(manager, order.id, {
        action: 'order.reprint-delivered',
        details: by === 'assumed-delivery' ? { isAssumed: true } : {},
      });
  }

  /** Timeline entry only: an admin has to act. */
  async recordProblem(manager: EntityManager, orderId: string, reason: string): Promise<void> {
    await this.history.addEntry(manager, orderId, { action: 'order.reprint-delayed', details: { reason } });
  }

  private async recordAction(
    manager: EntityManager,
    { orderId, action, after, by }: { orderId: string; action: string; after: object; by: AuditActor },
  ): Promise<void> {
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action,
      subject: { type: 'order', id: orderId },
      before: null,
      after: { ...after },
    });
  }

  private async toData(manager: EntityManager, { order, reprint }: LockedReprint) {
    const items = await this.payloads.listItems(manager, order);
    return {
      ...this.payloads.toPayload(order, items),
      reprintId: reprint.id,
      items: toReprintItems(reprint, items),
      shippingAddress: reprint.shippingAddress,
    };
  }
}

const describeItem = ({ title, quantity }: { title: string; quantity: number }): string => `${quantity} × ${title}`;
