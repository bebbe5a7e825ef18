import { Inject, Injectable } from '@nestjs/common';
import { HandleJob, type JobContext, JobInterrupted, OutageError } from '@shop/jobs';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { ImagesRepository } from '../images/images.repository.js';
import { PrintDrawingService } from './print-drawing.service.js';
import { PrintJobCompletionService } from './print-job-completion.service.js';
import type { PrintJobEntity } from './print-job.entity.js';
import { computePauseMs, isLastAttempt, MAX_ATTEMPTS } from './print-job.rules.js';
import { makePrintFile, PrintJobsRepository } from './print-jobs.repository.js';

/**
 * The pause while the store is unavailable equals the one after this many attempts: some seconds, because the file
 * may have to be drawn again each time.
 */
const STORE_PAUSE_ATTEMPTS = 4;

/** Makes print files. */
@Injectable()
export class PrintJobRunnerService {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly images: ImagesRepository,
    private readonly printDrawing: PrintDrawingService,
    private readonly printJobCompletion: PrintJobCompletionService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one attempt. Does nothing where the print job is finished. */
  @HandleJob(makePrintFile)
  async runJob({ orderItemId }: { orderItemId: string }, { signal, attempt }: JobContext): Promise<void> {
    const job = await this.jobs.startAttempt(orderItemId, attempt);
    if (!job) return;
    // The process ended during each attempt; the artwork may crash it.
    if (attempt > MAX_ATTEMPTS) return this.printJobCompletion.failJob(job, 'not-drawn');
    try {
      await this.makePictures(job, signal);
    } catch (error) {
      await this.handleFailure(job, signal, error);
    }
  }

  private async makePictures(job: PrintJobEntity, signal: AbortSignal): Promise<void> {
    const { artworkId, print } = job;
    const artwork = artworkId ? await this.images.findActive(artworkId) : null;
    if (!artwork) return this.printJobCompletion.failJob(job, 'artwork-missing');
    if (!print) return this.printJobCompletion.failJob(job, 'product-unknown');
    const item = { artwork, design: job.design, print };
    if (!job.file) {
      const drawn = await this.printDrawing.drawPrintFile(item, signal, isLastAttempt(job.attempts));
      if (!(await this.printJobCompletion.savePrintFile(job, artwork, drawn))) return;
    }
    const mockup = await this.printDrawing.drawMockup(item, signal, isLastAttempt(job.attempts));
    await this.printJobCompletion.completeJob(job, artwork, mockup);
  }

  /** Rejects where the job runs again. */
  private async handleFailure(job: PrintJobEntity, signal: AbortSignal, error: unknown): Promise<void> {
    if (signal.reason instanceof JobInterrupted) throw error;
    const retryAfterMs = computePauseMs(STORE_PAUSE_ATTEMPTS, this.config.PRINT_RETRY_MS);
    const failure = await this.printDrawing.toJobError(error, retryAfterMs);
    if (failure instanceof OutageError || !isLastAttempt(job.attempts)) throw failure;
    this.logger.error({ err: error, orderItemId: job.orderItemId }, 'could not make a print file');
    await this.printJobCompletion.failJob(job, 'not-drawn');
  }
}
