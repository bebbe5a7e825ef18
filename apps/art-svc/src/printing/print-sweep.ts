import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { MakePrintFile } from './make-print-file.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Looks for print jobs whose pause is over or whose instance died, at the start and then as often as the shortest pause is long. */
@Injectable()
export class PrintSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | null = null;

  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly making: MakePrintFile,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), this.config.PRINT_RETRY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.making.onModuleDestroy();
    await this.sweeping;
  }

  private start(): void {
    this.sweeping ??= this.sweep()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not look for print files to be made'))
      .finally(() => (this.sweeping = null));
  }

  private async sweep(): Promise<void> {
    const due = await this.jobs.listDue(this.config.PRINT_CONCURRENCY);
    await Promise.all(due.map((orderItemId) => this.making.make(orderItemId)));
  }
}
