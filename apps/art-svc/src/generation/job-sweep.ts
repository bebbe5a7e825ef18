import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DrawJob } from './draw-job.js';
import { JobAudience } from './job-audience.js';
import { JobPartials } from './job-partials.js';
import { JobsRepository } from './jobs.repository.js';

/** Looks for jobs whose instance died, at the start and then twice a lease, and draws them here. */
@Injectable()
export class JobSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly drawing: DrawJob,
    private readonly audience: JobAudience,
    private readonly partials: JobPartials,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.sweep(),
      config.ART_LEASE_MS / 2,
      (error) => logger.warn({ err: error }, 'could not look for abandoned artworks'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.wake();
  }

  /** What is being drawn is let go of first: it would be waited for. */
  async onModuleDestroy(): Promise<void> {
    this.drawing.onModuleDestroy();
    await this.task.stop();
  }

  private async sweep(): Promise<void> {
    await this.audience.forgetLost();
    await this.partials.forgetOld();
    const abandoned = await this.jobs.listAbandoned(this.drawing.placesToFill);
    if (abandoned.length > 0) this.logger.info({ jobIds: abandoned }, 'taking over artworks');
    await Promise.all(abandoned.map((jobId) => this.drawing.draw(jobId)));
  }
}
