import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { DELIVERED_AFTER_DAYS } from '../fulfilment/fulfilment.rules.js';
import { PrintProviders } from '../fulfilment/print-providers.js';

/** Orders per run. */
const BATCH = 100;

/**
 * An order `o` that was shipped long ago, unless its printer ($1) reports deliveries. A recalled order was shipped by
 * an admin.
 */
const IS_UNDELIVERED = `
  o.status = 'shipped' AND o.updated_at < now() - make_interval(days => ${DELIVERED_AFTER_DAYS})
    AND NOT EXISTS (SELECT FROM fulfilments f WHERE f.order_id = o.id AND f.state = 'submitted' AND f.provider = ANY($1))`;
const LIST_UNDELIVERED = `SELECT o.id AS "orderId" FROM orders o WHERE ${IS_UNDELIVERED} ORDER BY o.updated_at, o.id LIMIT ${BATCH}`;
const LOCK_UNDELIVERED = `SELECT FROM orders o WHERE o.id = $2 AND ${IS_UNDELIVERED} FOR UPDATE OF o SKIP LOCKED`;

/**
 * Printful does not report deliveries, nor does anybody for parcels that an admin sent: after 45 days they count as
 * delivered, because an erasure waits for the delivery. The customer gets no email, because nobody knows that the
 * parcel arrived.
 */
@Injectable()
export class UndeliveredParcelsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly printProviders: PrintProviders,
    private readonly orderEvents: OrderEventsPublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A failed order does not stop the others. */
  async assumeDelivered(): Promise<void> {
    const undelivered = await this.dataSource.query<{ orderId: string }[]>(LIST_UNDELIVERED, [
      this.printProviders.reportingDelivery,
    ]);
    for (const { orderId } of undelivered) {
      await this.assumeOrderDelivered(orderId).catch((error: unknown) =>
        this.logger.error({ err: error, orderId }, 'an order could not be marked as delivered'),
      );
    }
  }

  /** Checks again under the lock, because somebody may be changing the order. */
  private async assumeOrderDelivered(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const locked = await manager.query<unknown[]>(LOCK_UNDELIVERED, [this.printProviders.reportingDelivery, orderId]);
      const order = locked.length > 0 ? await this.orders.findLocked(manager, orderId) : null;
      if (!order) return;
      order.changeStatus('delivered');
      await this.orders.save(manager, order);
      await this.orderEvents.publishStatusChanged(manager, order, 'shipped', 'assumed-delivery');
    });
  }
}
