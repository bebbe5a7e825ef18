import { Inject, Injectable } from '@nestjs/common';
import { HandleJob, type JobContext, JobInterrupted, OutageError } from '@shop/jobs';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { ImagesRepository } from '../images/images.repository.js';
import { PrintDrawingService } from './print-drawing.service.js';
import { PrintFileCompletionService } from './print-file-completion.service.js';
import type { PrintFileEntity } from './print-file.entity.js';
import { computePauseMs, isLastAttempt, MAX_ATTEMPTS } from './print-file.rules.js';
import { makePrintFile, PrintFilesRepository } from './print-files.repository.js';

/**
 * The pause while the store is unavailable equals the one after this many attempts: some seconds, because the file
 * may have to be drawn again each time.
 */
const STORE_PAUSE_ATTEMPTS = 4;

/** Makes print files. */
@Injectable()
export class PrintFileJobsService {
  constructor(
    private readonly printFiles: PrintFilesRepository,
    private readonly images: ImagesRepository,
    private readonly printDrawing: PrintDrawingService,
    private readonly printFileCompletion: PrintFileCompletionService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one attempt. Does nothing where the print file is finished. */
  @HandleJob(makePrintFile)
  async runJob({ orderItemId }: { orderItemId: string }, { signal, attempt }: JobContext): Promise<void> {
    const printFile = await this.printFiles.startAttempt(orderItemId, attempt);
    if (!printFile) return;
    // The process ended during each attempt; the artwork may crash it.
    if (attempt > MAX_ATTEMPTS) return this.printFileCompletion.failPrintFile(printFile, 'not-drawn');
    try {
      await this.makePictures(printFile, signal);
    } catch (error) {
      await this.handleFailure(printFile, signal, error);
    }
  }

  private async makePictures(printFile: PrintFileEntity, signal: AbortSignal): Promise<void> {
    const { artworkId, print } = printFile;
    const artwork = artworkId ? await this.images.findActive(artworkId) : null;
    if (!artwork) return this.printFileCompletion.failPrintFile(printFile, 'artwork-missing');
    if (!print) return this.printFileCompletion.failPrintFile(printFile, 'product-unknown');
    const item = { artwork, design: printFile.design, scaleSense: printFile.scaleSense, print };
    if (!printFile.file) {
      const drawn = await this.printDrawing.drawPrintFile(item, signal, isLastAttempt(printFile.attempts));
      if (!(await this.printFileCompletion.savePrintFile(printFile, artwork, drawn))) return;
    }
    const mockup = await this.printDrawing.drawMockup(item, signal, isLastAttempt(printFile.attempts));
    await this.printFileCompletion.completePrintFile(printFile, artwork, mockup);
  }

  /** Rejects where the job runs again. */
  private async handleFailure(printFile: PrintFileEntity, signal: AbortSignal, error: unknown): Promise<void> {
    if (signal.reason instanceof JobInterrupted) throw error;
    const retryAfterMs = computePauseMs(STORE_PAUSE_ATTEMPTS, this.config.PRINT_RETRY_MS);
    const failure = await this.printDrawing.toJobError(error, retryAfterMs);
    if (failure instanceof OutageError || !isLastAttempt(printFile.attempts)) throw failure;
    this.logger.error({ err: error, orderItemId: printFile.orderItemId }, 'could not make a print file');
    await this.printFileCompletion.failPrintFile(printFile, 'not-drawn');
  }
}
