import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { CustomerErasureService } from './customer-erasure.service.js';

/** Periodically erases data that arrives shortly after a customer's erasure. */
@Injectable()
export class ErasureCleanupService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(customerErasure: CustomerErasureService, @Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.task = new RepeatingTask(
      () => customerErasure.eraseLateArrivals(),
      config.CLEANUP_INTERVAL_MS,
      (error) => logger.warn({ err: error }, 'could not erase late data of erased customers'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}
