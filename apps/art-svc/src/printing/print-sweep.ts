import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { MakePrintFile } from './make-print-file.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Looks for print jobs whose pause is over or whose instance died, at the start and then as often as the shortest pause is long. */
@Injectable()
export class PrintSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly making: MakePrintFile,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.sweep(),
      config.PRINT_RETRY_MS,
      (error) => logger.warn({ err: error }, 'could not look for print files to be made'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.wake();
  }

  /** What is being made is let go of first: it would be waited for. */
  async onModuleDestroy(): Promise<void> {
    this.making.onModuleDestroy();
    await this.task.stop();
  }

  private async sweep(): Promise<void> {
    const due = await this.jobs.listDue(this.making.placesToFill);
    await Promise.all(due.map((orderItemId) => this.making.make(orderItemId)));
  }
}
