import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { getPrintableName } from '@shop/contracts/pet-name';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PetFilesService } from '../cut-outs/pet-files.service.js';
import { ImageEngine, type GenerationInput, type DrawingContext, type EngineArtwork } from '../engines/image-engine.js';
import { computeSeed } from '../engines/seed.js';
import { StylesService } from '../styles/styles.service.js';
import { ProgressWriter, shrinkPartial } from './drawing-progress.js';
import type { ArtworkSource } from './job-completion.service.js';
import { toPercent } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';

/** Loads what the engine needs, draws, and saves what the engine reports: progress, partial pictures and provider calls. */
@Injectable()
export class ArtworkDrawingService {
  constructor(
    private readonly engine: ImageEngine,
    private readonly jobs: JobsRepository,
    private readonly partialPictures: PartialPicturesRepository,
    private readonly petFiles: PetFilesService,
    private readonly styles: StylesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects where a photo, its cut-out or the style no longer exists, or a file can't be read. */
  async loadInput(job: JobEntity): Promise<{ input: GenerationInput; source: ArtworkSource }> {
    const [style, furtherPets] = await Promise.all([
      this.styles.findByKey(job.styleKey),
      this.jobs.listFurtherPets(job.id),
    ]);
    if (!style) throw new Error(`The style ${job.styleKey} no longer exists`);
    const first = await this.petFiles.loadPet({ imageId: job.inputImageId, cutOutId: job.cutOutId });
    const further = await Promise.all(furtherPets.map((pet) => this.petFiles.loadPet(pet)));
    // The same seed gives the same artwork when a job is drawn again after a crash.
    const seed = computeSeed({
      photoId: job.inputImageId,
      variation: job.variation,
      furtherPhotoIds: furtherPets.map(({ imageId }) => imageId),
    });
    const { styleKey, prompt, printShape } = job;
    return {
      input: {
        pets: [first, ...further],
        background: job.background ?? 'style',
        styleKey,
        promptTemplate: style.promptTemplate,
        prompt,
        petName: getPrintableName(job.petName ?? '') || null,
        printShape,
        seed,
      },
      source: { seed, pet: first.source, furtherPets: further.map(({ source }) => source) },
    };
  }

  /** Rejects as the engine does. All writes are finished when it settles. */
  async drawArtwork(
    job: JobEntity,
    input: GenerationInput,
    { signal, network }: { signal: AbortSignal; network: string | null },
  ): Promise<EngineArtwork> {
    const progress = new ProgressWriter((share, stage) => this.jobs.saveProgress(job, toPercent(share), stage));
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
      network,
      onCall: (call) => enqueueWrite(() => this.jobs.addProviderCall(job.id, call)),
    };
    // An earlier attempt may have left a partial picture.
    if (job.partial !== null) await this.partialPictures.withdrawPicture(job);
    try {
      return await this.engine.draw(
        input,
        (share, stage, preview) => {
          progress.reportProgress(share, stage);
          if (preview !== undefined) enqueueWrite(() => this.savePreview(job, preview));
        },
        signal,
        context,
      );
    } finally {
      await Promise.all([progress.stop(), pendingWrites]);
    }
  }

  private async savePreview(job: JobEntity, preview: Uint8Array | null): Promise<void> {
    const webp = preview && (await shrinkPartial(preview));
    if (webp) await this.partialPictures.savePicture(job, webp);
    else if (!preview) await this.partialPictures.withdrawPicture(job);
  }
}

/** SHA-256, hex: stable for each customer, without identifying them. */
const hashCustomer = ({ userId, guestId }: JobEntity): string =>
  createHash('sha256')
    .update(`customer ${userId ?? guestId}`)
    .digest('hex');
