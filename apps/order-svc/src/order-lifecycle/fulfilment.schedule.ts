import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { PrinterPollingService } from './printer-polling.service.js';
import { OrphanedOrdersService } from './orphaned-orders.service.js';
import { UndeliveredParcelsService } from './undelivered-parcels.service.js';
import { OrderSubmissionService } from './order-submission.service.js';

@Injectable()
export class FulfilmentSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    private readonly orderSubmission: OrderSubmissionService,
    private readonly orphanedOrders: OrphanedOrdersService,
    private readonly printerPolling: PrinterPollingService,
    private readonly undeliveredParcels: UndeliveredParcelsService,
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
    await this.orphanedOrders.handleOrphanedOrders();
    await this.printerPolling.pollStaleOrders();
    await this.undeliveredParcels.assumeDelivered();
  }
}
