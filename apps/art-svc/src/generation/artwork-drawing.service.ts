import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { ImageEngine, type GenerationInput, type DrawingContext, type EngineArtwork } from '../engines/image-engine.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';
import { toPercent } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { ProgressWriter } from './progress-writer.js';
import { ProviderCallsRepository } from './provider-calls.repository.js';
import { shrinkPartial } from './shrink-partial.js';

/** Draws a job with the engine and saves what the engine reports: progress, partial pictures and provider calls. */
@Injectable()
export class ArtworkDrawingService {
  constructor(
    private readonly engine: ImageEngine,
    private readonly jobs: JobsRepository,
    private readonly partialPictures: PartialPicturesRepository,
    private readonly providerCalls: ProviderCallsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects as the engine does. All writes are finished when it settles. */
  async drawArtwork(
    job: JobEntity,
    claim: string,
    input: GenerationInput,
    signal: AbortSignal,
  ): Promise<EngineArtwork> {
    const progress = new ProgressWriter((share, stage) =>
      this.jobs.saveProgress(job.id, claim, toPercent(share), stage),
    );
    let pendingWrites: Promise<void> = Promise.resolve();
    const enqueueWrite = (write: () => Promise<void>): void => {
      pendingWrites = pendingWrites
        .then(write)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, jobId: job.id }, 'could not save a partial picture or a provider call'),
        );
    };
    const context: DrawingContext = {
      deadlineAt: job.deadlineAt,
      customerHash: hashCustomer(job),
      onCall: (call) => enqueueWrite(() => this.providerCalls.addCall(job.id, call)),
    };
    // A dead instance may have left a partial picture.
    if (job.partial !== null) await this.partialPictures.withdrawPicture(job.id, claim);
    try {
      return await this.engine.draw(
        input,
        (share, stage, preview) => {
          progress.reportProgress(share, stage);
          if (preview !== undefined) enqueueWrite(() => this.savePreview(job.id, claim, preview));
        },
        signal,
        context,
      );
    } finally {
      await Promise.all([progress.stop(), pendingWrites]);
    }
  }

  private async savePreview(jobId: string, claim: string, preview: Uint8Array | null): Promise<void> {
    const webp = preview && (await shrinkPartial(preview));
    if (webp) await this.partialPictures.savePicture(jobId, claim, webp);
    else if (!preview) await this.partialPictures.withdrawPicture(jobId, claim);
  }
}

/** SHA-256, hex: stable for each customer, without identifying them. */
const hashCustomer = ({ userId, guestId }: JobEntity): string =>
  createHash('sha256')
    .update(`customer ${userId ?? guestId}`)
    .digest('hex');
