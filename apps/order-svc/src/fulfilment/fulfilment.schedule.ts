import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { AskPrinter } from './ask-printer.js';
import { ForsakenOrders } from './forsaken-orders.js';
import { SilentParcels } from './silent-parcels.js';
import { SubmitOrder } from './submit-order.js';

@Injectable()
export class FulfilmentSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    private readonly submission: SubmitOrder,
    private readonly forsaken: ForsakenOrders,
    private readonly asking: AskPrinter,
    private readonly silent: SilentParcels,
  ) {
    this.task = new RepeatingTask(
      () => this.run(),
      config.FULFILMENT_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'orders could not be handed to the printer'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  /** Something may be due at once. */
  wake(): void {
    this.task.wake();
  }

  private async run(): Promise<void> {
    await this.submission.submitDue();
    await this.forsaken.lookAfter();
    await this.asking.askUnasked();
    await this.silent.takeAsDelivered();
  }
}
