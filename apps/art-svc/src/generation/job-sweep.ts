import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DrawJob } from './draw-job.js';
import { JobAudience } from './job-audience.js';
import { JobsRepository } from './jobs.repository.js';

/** Looks for jobs whose instance died, at the start and then twice a lease, and draws them here. */
@Injectable()
export class JobSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | null = null;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly drawing: DrawJob,
    private readonly audience: JobAudience,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), this.config.ART_LEASE_MS / 2);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.drawing.onModuleDestroy();
    await this.sweeping;
  }

  private start(): void {
    this.sweeping ??= this.sweep()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not look for abandoned artworks'))
      .finally(() => (this.sweeping = null));
  }

  private async sweep(): Promise<void> {
    await this.audience.forgetLost();
    const abandoned = await this.jobs.listAbandoned(this.config.ART_CONCURRENCY);
    if (abandoned.length > 0) this.logger.info({ jobIds: abandoned }, 'taking over artworks');
    await Promise.all(abandoned.map((jobId) => this.drawing.draw(jobId)));
  }
}
