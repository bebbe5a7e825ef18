import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { StaleFulfilmentsRepository } from '../fulfilment/stale-fulfilments.repository.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';

const ORPHANED_REASON =
  'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

/** Orders per run. */
const BATCH = 100;

/** What time does to orders at the printer: their printer was removed from the configuration, or no report of delivery came. */
@Injectable()
export class FulfilmentSchedule {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly staleFulfilments: StaleFulfilmentsRepository,
    private readonly printProviders: PrintProviders,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  /**
   * Orders whose printer was removed from the configuration. An admin prints those that were not submitted; the others are
   * reported.
   */
  @Cron('* * * * *', { name: 'orders.handle-orphaned' })
  async handleOrphanedOrders(): Promise<void> {
    const { current, reachable } = this.printProviders;
    if (!current) await this.staleFulfilments.assignToAdmins();
    for (const orderId of await this.staleFulfilments.listOrphaned(reachable, ORPHANED_REASON))
      await this.reportOrder(orderId);
  }

  private async reportOrder(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const isToBePrinted = order?.status === 'paid' || order?.status === 'processing';
      if (!isToBePrinted || !(await this.fulfilments.saveReason(manager, orderId, ORPHANED_REASON))) return;
      this.logger.error({ orderId }, 'an order may be at a printer that is not configured any more');
      await this.orderEvents.recordPrintingDelayed(manager, orderId, ORPHANED_REASON);
    });
  }

  /**
   * Neither Printful's deliveries nor those of parcels that an admin sent are reported: after 45 days they count as
   * delivered, because an erasure waits for the delivery. The customer gets no email, because the shop does not know that the
   * parcel arrived. A failed order does not stop the others.
   */
  @Cron('* * * * *', { name: 'orders.assume-delivered' })
  async assumeDelivered(): Promise<void> {
    const undelivered = await this.orders.listUndelivered(BATCH);
    for (const orderId of undelivered) {
      await this.assumeOrderDelivered(orderId).catch((error: unknown) =>
        this.logger.error({ err: error, orderId }, 'an order could not be marked as delivered'),
      );
    }
  }

  /** Checks again under the lock, because another transaction may be changing the order. */
  private async assumeOrderDelivered(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findUndeliveredLocked(manager, orderId);
      if (!order) return;
      order.changeStatus('delivered');
      await this.orders.save(manager, order);
      await this.orderEvents.publishStatusChanged(manager, order, 'shipped', 'assumed-delivery');
    });
  }
}
