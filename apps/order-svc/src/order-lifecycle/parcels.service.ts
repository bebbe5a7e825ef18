import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { Tracking } from '@shop/contracts-order';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { applyReport, correctTracking, type ParcelChanges } from '../fulfilment/parcels.rules.js';
import type { PrinterOrder } from '../fulfilment/print-provider.js';
import type { OrderCheck } from '../orders/order-check.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ParcelEventsPublisher } from '../orders/parcel-events.publisher.js';

const notShipped = (): DomainError =>
  new DomainError('ORDER_NOT_SHIPPED', 'conflict', 'Only a shipped order has a tracking number.');

const trackingChanged = (): DomainError =>
  new DomainError(
    'TRACKING_ALREADY_CHANGED',
    'conflict',
    'The tracking numbers of this order have changed in between. Please look at it again.',
  );

/** The parcels of orders that were sent: further ones, corrected numbers, and parcels that come back. */
@Injectable()
export class ParcelsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly parcelEvents: ParcelEventsPublisher,
    private readonly auditTrail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Requires the order's lock, and saves the order once. An order whose personal data was removed takes no parcel any more. */
  async applyPrinterState(
    manager: EntityManager,
    order: Order,
    printerOrder: PrinterOrder,
    { isStatusChanged }: { isStatusChanged: boolean },
  ): Promise<void> {
    if (order.anonymisedAt) return;
    const changes = applyReport(order, printerOrder);
    const { parcels, added, isSentAgain, newReturn } = changes;
    if (!isStatusChanged && !newReturn && isDeepStrictEqual(order.tracking, parcels)) return;
    order.tracking = parcels;
    if (isSentAgain) order.settleParcelReturn();
    else if (newReturn) order.markParcelReturned(newReturn.reason);
    else if (added.length > 0) order.updatedAt = new Date();
    await this.orders.save(manager, order);
    await this.publishParcels(manager, order, changes, isSentAgain);
    if (!newReturn) return;
    this.logger.warn({ orderId: order.id }, 'a parcel came back');
    await this.parcelEvents.publishParcelReturned(manager, order);
  }

  private async publishParcels(
    manager: EntityManager,
    order: Order,
    { added, corrected }: ParcelChanges,
    isSentAgain: boolean,
  ): Promise<void> {
    if (added.length > 0)
      await this.parcelEvents.publishParcelsChanged(manager, order, isSentAgain ? 'sent-again' : 'sent', added);
    if (corrected.length > 0) await this.parcelEvents.publishParcelsChanged(manager, order, 'corrected', corrected);
  }

  /** An admin corrects a tracking number, or adds one if `replaces` is null. A parcel that came back counts as sent again then. */
  async correctTracking(
    orderId: string,
    { parcel, replaces }: { parcel: Tracking; replaces: string | null },
    by: AuditActor,
    check: OrderCheck,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.getLocked(manager, orderId);
      if (order.status !== 'shipped') throw notShipped();
      const changes = correctTracking(order.tracking, parcel, replaces);
      if (changes === 'unchanged') return;
      await check(manager, order);
      if (changes === 'conflict') throw trackingChanged();
      const isSentAgain = order.returnedAt !== null && changes.added.length > 0;
      order.tracking = changes.parcels;
      if (isSentAgain) order.settleParcelReturn();
      else order.updatedAt = new Date();
      await this.orders.save(manager, order);
      const what = isSentAgain ? 'sent-again' : changes.added.length > 0 ? 'sent' : 'corrected';
      await this.parcelEvents.publishParcelsChanged(manager, order, what, [...changes.added, ...changes.corrected], by);
    });
  }

  /** False if no parcel of the order is back, or if that is settled already. */
  async settleReturn(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.getLocked(manager, orderId);
      if (order.returnedAt === null) return false;
      order.settleParcelReturn();
      await this.orders.save(manager, order);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.return-settled',
        subject: { type: 'order', id: orderId },
        before: null,
        after: null,
      });
      return true;
    });
  }

  private async getLocked(manager: EntityManager, orderId: string): Promise<Order> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    return order;
  }
}
