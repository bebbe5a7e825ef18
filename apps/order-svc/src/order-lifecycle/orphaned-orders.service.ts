import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { PrintProviders } from '../fulfilment/print-providers.js';

const ORPHANED_REASON =
  'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

/**
 * Orders whose printer was removed from the configuration. An admin prints those that were not submitted; the others
 * are reported.
 */
@Injectable()
export class OrphanedOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly printProviders: PrintProviders,
    private readonly orderEvents: OrderEventsPublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handleOrphanedOrders(): Promise<void> {
    const { current, reachable } = this.printProviders;
    if (!current) await this.fulfilments.assignToAdmins();
    for (const orderId of await this.fulfilments.listOrphaned(reachable, ORPHANED_REASON))
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
}
