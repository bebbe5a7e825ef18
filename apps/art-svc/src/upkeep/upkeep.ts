import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { LocalFiles } from '../images/local-files.js';
import { eachInTurn } from './each-in-turn.js';
import { FileRemovals } from './file-removals.js';
import { UnusedUploads } from './unused-uploads.js';

/** Tidies up now and then. Every instance may: what one does is not there for the next. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly removals: FileRemovals,
    private readonly uploads: UnusedUploads,
    private readonly local: LocalFiles,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.tidy(),
      config.UPKEEP_MS,
      (error) => logger.warn({ err: error }, 'could not tidy up'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  /** What fails is tried again next time, and keeps nothing else from its turn. */
  private tidy(): Promise<void> {
    return eachInTurn(
      [() => this.removals.removeForgotten(), () => this.uploads.expire(), () => this.local.removeLeftOver()],
      (step) => step(),
    );
  }
}
