import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { EraseCustomer } from './erase-customer.js';

/** Looks after people who were forgotten a moment ago. */
@Injectable()
export class ErasureSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(customers: EraseCustomer, @Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.task = new RepeatingTask(
      () => customers.again(),
      config.UPKEEP_MS,
      (error) => logger.warn({ err: error }, 'could not look after those who were forgotten'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}
