import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { DELIVERED_AFTER_DAYS } from './fulfilment.rules.js';
import { PrintProviders } from './print-providers.js';

/** How many orders one look takes on; the next goes on. */
const BATCH = 100;

/** An order `o` that was sent so long ago, unless its printer ($1) will say by itself when it arrives. What was taken back from that printer an admin has sent. */
const IS_SILENT = `
  o.status = 'shipped' AND o.updated_at < now() - make_interval(days => ${DELIVERED_AFTER_DAYS})
    AND NOT EXISTS (SELECT FROM fulfilments f WHERE f.order_id = o.id AND f.state = 'submitted' AND f.provider = ANY($1))`;
const LIST = `SELECT o.id AS "orderId" FROM orders o WHERE ${IS_SILENT} ORDER BY o.updated_at, o.id LIMIT ${BATCH}`;
const LOCK = `SELECT FROM orders o WHERE o.id = $2 AND ${IS_SILENT} FOR UPDATE OF o SKIP LOCKED`;

/**
 * Neither Printful nor a parcel that an admin has sent tells when it arrives: after so long it has, as far as anybody can know (D47), and
 * nobody waits for it any more. Its customer is not written to: nobody knows that it came.
 */
@Injectable()
export class SilentParcels {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly providers: PrintProviders,
    private readonly events: OrderEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One that fails does not keep the others waiting. */
  async takeAsDelivered(): Promise<void> {
    const silent = await this.dataSource.query<{ orderId: string }[]>(LIST, [this.providers.tellingDelivery]);
    for (const { orderId } of silent) {
      await this.deliver(orderId).catch((error: unknown) =>
        this.logger.error({ err: error, orderId }, 'an order could not be taken as delivered'),
      );
    }
  }

  /** Looked at again under its lock: somebody may be moving it right now. */
  private async deliver(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const still = await manager.query<unknown[]>(LOCK, [this.providers.tellingDelivery, orderId]);
      const order = still.length > 0 ? await this.orders.findLocked(manager, orderId) : null;
      if (!order) return;
      order.moveTo('delivered');
      await this.orders.save(manager, order);
      await this.events.statusChanged(manager, order, 'shipped', 'silence');
    });
  }
}
