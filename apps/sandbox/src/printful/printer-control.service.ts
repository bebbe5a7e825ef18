import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import { CatalogueRepository } from './catalogue.repository.js';
import type { VariantChanges } from './catalogue.js';
import { toOrderObject, type OrderObject } from './order-objects.mapper.js';
import { createShipment, listShipments } from './order-state.rules.js';
import type { OrderStatus, Shipment, StoredOrder } from './order.js';
import { OrdersRepository, type OrderChange } from './orders.repository.js';
import { PrintfulError } from './printful.error.js';
import { reportStage } from './stage-reports.service.js';
import { WebhooksService, type Webhook } from './webhooks.service.js';

export interface DecidedChange {
  /** `by-time`: the order follows time again. */
  status?: OrderStatus | 'by-time';
  error?: string | null;
}

export interface NewParcel extends Partial<Pick<Shipment, 'carrier' | 'tracking_number' | 'tracking_url'>> {
  /** Further parcels follow. */
  isPartial?: boolean;
  /** It replaces one that came back. */
  isReshipment?: boolean;
}

const HOUR_MS = 3_600_000;

/** The webhook about a change. */
function toWebhook(before: OrderObject, after: OrderObject): Webhook {
  const parcel = after.shipments.length > before.shipments.length ? after.shipments.at(-1) : undefined;
  if (parcel) return { type: 'package_shipped', order: after, shipment: parcel };
  if (after.status === before.status) return { type: 'order_updated', order: after };
  const reason = after.error ?? '';
  if (after.status === 'failed') return { type: 'order_failed', order: after, reason };
  if (after.status === 'canceled') return { type: 'order_canceled', order: after, reason };
  if (after.status === 'onhold') return { type: 'order_put_hold', order: after, reason };
  return { type: before.status === 'onhold' ? 'order_remove_hold' : 'order_updated', order: after };
}

/** What only a person at the printer, and a carrier, can do. */
@Injectable()
export class PrinterControlService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly jobs: JobQueue,
    private readonly orders: OrdersRepository,
    private readonly catalogue: CatalogueRepository,
    private readonly webhooks: WebhooksService,
  ) {}

  decide(reference: string, { status, error }: DecidedChange): Promise<OrderObject> {
    return this.change(reference, ({ confirmedAt }) => ({
      ...(error !== undefined && { error }),
      ...(status !== undefined && {
        status: status === 'draft' || status === 'by-time' ? null : status,
        confirmedAt: status === 'draft' ? null : (confirmedAt ?? new Date()),
      }),
    }));
  }

  /** Sends a parcel, or one more. */
  sendParcel(
    reference: string,
    { isPartial = false, isReshipment = false, ...parcel }: NewParcel,
  ): Promise<OrderObject> {
    return this.change(reference, (order) => {
      const sent = listShipments(order, this.config.SANDBOX_PRINTER_SPEED);
      const id = order.id * 10 + sent.length;
      return {
        status: isPartial ? 'partial' : 'fulfilled',
        confirmedAt: order.confirmedAt ?? new Date(),
        shipments: [...sent, createShipment(order, { id, reshipment: isReshipment, ...parcel }, sent.length + 1)],
      };
    });
  }

  deliverParcels(reference: string): Promise<OrderObject> {
    const deliveredAt = Math.floor(Date.now() / 1_000);
    return this.change(reference, (order) => ({
      shipments: listShipments(order, this.config.SANDBOX_PRINTER_SPEED).map((shipment) => ({
        ...shipment,
        delivery_status: 'delivered',
        delivered_at: deliveredAt,
      })),
    }));
  }

  /** The carrier brings the last parcel back. */
  returnParcel(reference: string, reason: string): Promise<OrderObject> {
    const toReturned = (shipment: Shipment): Shipment => ({
      ...shipment,
      status: 'returned',
      delivery_status: 'returned',
    });
    return this.change(
      reference,
      (order) => {
        const shipments = listShipments(order, this.config.SANDBOX_PRINTER_SPEED);
        const last = shipments.pop();
        if (!last) throw new PrintfulError(400, 'This order has no parcel');
        return { shipments: [...shipments, toReturned(last)] };
      },
      (_, order) => ({ type: 'package_returned', order, shipment: order.shipments.at(-1), reason }),
    );
  }

  /** Passes hours at the printer. */
  async passHours(reference: string, hours: number): Promise<OrderObject> {
    const passedMs = (hours * HOUR_MS) / this.config.SANDBOX_PRINTER_SPEED;
    return this.dataSource.transaction(async (manager) => {
      const order = await this.findLocked(manager, reference);
      const confirmedAt = order.confirmedAt && new Date(order.confirmedAt.getTime() - passedMs);
      const changed = await this.orders.update(manager, order, { confirmedAt });
      await this.jobs.enqueue(manager, reportStage, { orderId: order.id }, { key: String(order.id) });
      return this.toObject(manager, changed);
    });
  }

  async deleteOrder(reference: string): Promise<void> {
    await this.orders.delete(reference);
  }

  async changeVariant(id: number, changes: VariantChanges): Promise<void> {
    await this.catalogue.changeVariant(id, changes);
  }

  private change(
    reference: string,
    toChange: (order: StoredOrder) => OrderChange,
    describe: (before: OrderObject, after: OrderObject) => Webhook = toWebhook,
  ): Promise<OrderObject> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.findLocked(manager, reference);
      const before = await this.toObject(manager, order);
      const after = await this.toObject(manager, await this.orders.update(manager, order, toChange(order)));
      await this.webhooks.enqueue(manager, describe(before, after));
      return after;
    });
  }

  private async findLocked(manager: EntityManager, reference: string): Promise<StoredOrder> {
    const order = await this.orders.findLocked(manager, reference);
    if (!order) throw new PrintfulError(404, 'Not found');
    return order;
  }

  private async toObject(manager: EntityManager, order: StoredOrder): Promise<OrderObject> {
    return toOrderObject(order, await this.catalogue.listVariants(manager), this.config.SANDBOX_PRINTER_SPEED);
  }
}
