import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { OrderSubmissionService } from './order-submission.service.js';
import { PrinterEventsService } from './printer-events.service.js';

const ORPHANED_REASON =
  'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

/** Orders per run. */
const BATCH = 100;

/**
 * Submits due orders, polls the printer, and handles orders that time left behind: those whose printer was removed from the
 * configuration, and parcels without a report of delivery.
 */
@Injectable()
export class FulfilmentSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly orderSubmission: OrderSubmissionService,
    private readonly printerEvents: PrinterEventsService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly printProviders: PrintProviders,
    private readonly orderEvents: OrderEventsPublisher,
  ) {
    this.task = new RepeatingTask(
      () => this.run(),
      config.FULFILMENT_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'the fulfilment run failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  /** Runs soon, because an order may be due now. */
  wake(): void {
    this.task.wake();
  }

  private async run(): Promise<void> {
    await this.orderSubmission.submitDueOrders();
    await this.handleOrphanedOrders();
    await this.printerEvents.pollStaleOrders();
    await this.assumeDelivered();
  }

  /**
   * Orders whose printer was removed from the configuration. An admin prints those that were not submitted; the others are
   * reported.
   */
  private async handleOrphanedOrders(): Promise<void> {
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

  /**
   * Neither Printful's deliveries nor those of parcels that an admin sent are reported: after 45 days they count as
   * delivered, because an erasure waits for the delivery. The customer gets no email, because the shop does not know that the
   * parcel arrived. A failed order does not stop the others.
   */
  async assumeDelivered(): Promise<void> {
    const undelivered = await this.orders.listUndelivered(this.printProviders.reportingDelivery, BATCH);
    for (const orderId of undelivered) {
      await this.assumeOrderDelivered(orderId).catch((error: unknown) =>
        this.logger.error({ err: error, orderId }, 'an order could not be marked as delivered'),
      );
    }
  }

  /** Checks again under the lock, because another transaction may be changing the order. */
  private async assumeOrderDelivered(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findUndeliveredLocked(manager, orderId, this.printProviders.reportingDelivery);
      if (!order) return;
      order.changeStatus('delivered');
      await this.orders.save(manager, order);
      await this.orderEvents.publishStatusChanged(manager, order, 'shipped', 'assumed-delivery');
    });
  }
}
