import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { TemporaryFiles } from '../images/temporary-files.js';
import { runEach } from './run-each.js';
import { FileRemovalsService } from './file-removals.service.js';
import { UnusedUploadsService } from './unused-uploads.service.js';

/** Runs the periodic cleanup. All instances may run it at the same time. */
@Injectable()
export class CleanupService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    private readonly fileRemovals: FileRemovalsService,
    private readonly unusedUploads: UnusedUploadsService,
    private readonly temporaryFiles: TemporaryFiles,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.runCleanup(),
      config.CLEANUP_INTERVAL_MS,
      (error) => logger.warn({ err: error }, 'the cleanup failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  /** A failing step does not stop the others; the next run tries it again. */
  private runCleanup(): Promise<void> {
    return runEach(
      [
        () => this.fileRemovals.removeDue(),
        () => this.unusedUploads.deleteExpired(),
        () => this.temporaryFiles.removeStale(),
      ],
      (step) => step(),
    );
  }
}
