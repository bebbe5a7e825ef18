import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { JobRunnerService } from './job-runner.service.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';
import { JobsRepository } from './jobs.repository.js';

/**
 * Finds jobs whose instance died and draws them here; runs at the start and then twice a lease. It also deletes
 * expired subscribers and partial pictures.
 */
@Injectable()
export class JobReconciliationService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly jobRunner: JobRunnerService,
    private readonly jobSubscribers: JobSubscribersService,
    private readonly partialPictures: PartialPicturesRepository,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.takeOverAbandonedJobs(),
      config.ART_LEASE_MS / 2,
      (error) => logger.warn({ err: error }, 'could not reconcile abandoned jobs'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.wake();
  }

  /** Releases running jobs first; stopping the task would wait for them. */
  async onModuleDestroy(): Promise<void> {
    this.jobRunner.onModuleDestroy();
    await this.task.stop();
  }

  private async takeOverAbandonedJobs(): Promise<void> {
    await this.jobSubscribers.deleteExpired();
    await this.partialPictures.deleteExpired();
    const abandoned = await this.jobs.listAbandoned(this.jobRunner.slotsToFill);
    if (abandoned.length > 0) this.logger.info({ jobIds: abandoned }, 'taking over abandoned jobs');
    await Promise.all(abandoned.map((jobId) => this.jobRunner.drawJob(jobId)));
  }
}
