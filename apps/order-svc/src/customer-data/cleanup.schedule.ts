import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { CleanupService } from './cleanup.service.js';

@Injectable()
export class CleanupSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger, cleanup: CleanupService) {
    this.task = new RepeatingTask(
      () => cleanup.runCleanup(),
      config.CLEANUP_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'the cleanup failed, the next run continues'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}
