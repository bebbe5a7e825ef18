import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DiscrepancyNotificationsService } from './discrepancy-notifications.service.js';

@Injectable()
export class DiscrepancyNotificationsSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    notifications: DiscrepancyNotificationsService,
  ) {
    this.task = new RepeatingTask(
      () => notifications.notifyNewDiscrepancies(),
      config.ALARM_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'the discrepancy check failed, the next one continues'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}
