import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { FileRemovals } from './file-removals.js';
import { UnusedUploads } from './unused-uploads.js';

/** Tidies up now and then. Every instance may: what one does is not there for the next. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly removals: FileRemovals,
    private readonly uploads: UnusedUploads,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.start(), this.config.UPKEEP_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private start(): void {
    this.running ??= this.tidy()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not tidy up'))
      .finally(() => (this.running = null));
  }

  private async tidy(): Promise<void> {
    await this.removals.removeForgotten();
    await this.uploads.expire();
  }
}
