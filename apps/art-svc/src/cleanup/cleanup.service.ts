import { Injectable } from '@nestjs/common';
import { Cron } from '@shop/jobs';
import { TemporaryFiles } from '../images/temporary-files.js';
import { runEach } from './run-each.js';
import { FileRemovalsService } from './file-removals.service.js';
import { UnusedUploadsService } from './unused-uploads.service.js';

/** Every minute on any one instance, so that each cleans its own temporary files from time to time. */
@Injectable()
export class CleanupService {
  constructor(
    private readonly fileRemovals: FileRemovalsService,
    private readonly unusedUploads: UnusedUploadsService,
    private readonly temporaryFiles: TemporaryFiles,
  ) {}

  /** A failing step does not stop the others; the next run tries it again. */
  @Cron('* * * * *', { name: 'art.cleanup' })
  runCleanup(): Promise<void> {
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
