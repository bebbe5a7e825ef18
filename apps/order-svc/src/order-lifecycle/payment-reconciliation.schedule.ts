import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { PaymentReconciliationService } from './payment-reconciliation.service.js';

@Injectable()
export class PaymentReconciliationSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    reconciliation: PaymentReconciliationService,
  ) {
    this.task = new RepeatingTask(
      () => reconciliation.reconcile(),
      config.PAYMENT_RECONCILIATION_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'the payment reconciliation failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}
