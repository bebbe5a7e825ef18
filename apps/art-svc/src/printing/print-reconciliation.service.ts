import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { PrintJobRunnerService } from './print-job-runner.service.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/**
 * Finds print jobs whose pause is over or whose instance died, and runs them; at the start and then once for each
 * shortest pause.
 */
@Injectable()
export class PrintReconciliationService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly printJobRunner: PrintJobRunnerService,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.runDueJobs(),
      config.PRINT_RETRY_MS,
      (error) => logger.warn({ err: error }, 'could not reconcile print jobs'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.wake();
  }

  /** Releases running jobs first; stopping the task would wait for them. */
  async onModuleDestroy(): Promise<void> {
    this.printJobRunner.onModuleDestroy();
    await this.task.stop();
  }

  private async runDueJobs(): Promise<void> {
    const due = await this.jobs.listDue(this.printJobRunner.slotsToFill);
    await Promise.all(due.map((orderItemId) => this.printJobRunner.runJob(orderItemId)));
  }
}
