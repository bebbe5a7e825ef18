import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PetFilesService } from '../cut-outs/pet-files.service.js';
import { ImageEngine, type GenerationInput, type DrawingContext, type EngineArtwork } from '../engines/image-engine.js';
import { computeSeed } from '../engines/seed.js';
import { StylesService } from '../styles/styles.service.js';
import { ProgressWriter, shrinkPartial } from './drawing-progress.js';
import type { ArtworkSource } from './drawing-completion.service.js';
import { toPercent } from './drawing-status.rules.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';
import { PartialPicturesRepository } from './partial-pictures.repository.js';

/** Loads what the engine needs, draws, and saves what the engine reports: progress, partial pictures and provider calls. */
@Injectable()
export class ArtworkDrawingService {
  constructor(
    private readonly engine: ImageEngine,
    private readonly drawings: DrawingsRepository,
    private readonly partialPictures: PartialPicturesRepository,
    private readonly petFiles: PetFilesService,
    private readonly styles: StylesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects where a photo, its cut-out or the style no longer exists, or a file can't be read. */
  async loadInput(drawing: DrawingEntity): Promise<{ input: GenerationInput; source: ArtworkSource }> {
    const [style, furtherPets] = await Promise.all([
      this.styles.findByKey(drawing.styleKey),
      this.drawings.listFurtherPets(drawing.id),
    ]);
    if (!style) throw new Error(`The style ${drawing.styleKey} no longer exists`);
    const first = await this.petFiles.loadPet({ imageId: drawing.inputImageId, cutOutId: drawing.cutOutId });
    const further = await Promise.all(furtherPets.map((pet) => this.petFiles.loadPet(pet)));
    // The same seed gives the same artwork when a drawing is made again after a crash.
    const seed = computeSeed({
      photoId: drawing.inputImageId,
      variation: drawing.variation,
      furtherPhotoIds: furtherPets.map(({ imageId }) => imageId),
    });
    const { styleKey, prompt, printShape } = drawing;
    return {
      input: {
        pets: [first, ...further],
        background: drawing.background ?? 'style',
        styleKey,
        promptTemplate: style.promptTemplate,
        prompt,
        petName: getPrintableName(drawing.petName ?? '') || null,
        printShape,
        seed,
      },
      source: { seed, pet: first.source, furtherPets: further.map(({ source }) => source) },
    };
  }

  /** Rejects as the engine does. All writes are finished when it settles. */
  async drawArtwork(
    drawing: DrawingEntity,
    input: GenerationInput,
    { signal, network }: { signal: AbortSignal; network: string | null },
  ): Promise<EngineArtwork> {
    const progress = new ProgressWriter((share, stage) => this.drawings.saveProgress(drawing, toPercent(share), stage));
    let pendingWrites: Promise<void> = Promise.resolve();
    const enqueueWrite = (write: () => Promise<void>): void => {
      pendingWrites = pendingWrites
        .then(write)
        .catch((error: unknown) =>
          this.logger.warn(
            { err: error, drawingId: drawing.id },
            'could not save a partial picture or a provider call',
          ),
        );
    };
    const context: DrawingContext = {
      deadlineAt: drawing.deadlineAt,
      customerHash: hashCustomer(drawing),
      network,
      onCall: (call) => enqueueWrite(() => this.drawings.addProviderCall(drawing.id, call)),
    };
    // An earlier attempt may have left a partial picture.
    if (drawing.partial !== null) await this.partialPictures.withdrawPicture(drawing);
    try {
      return await this.engine.draw(
        input,
        (share, stage, preview) => {
          progress.reportProgress(share, stage);
          if (preview !== undefined) enqueueWrite(() => this.savePreview(drawing, preview));
        },
        signal,
        context,
      );
    } finally {
      await Promise.all([progress.stop(), pendingWrites]);
    }
  }

  private async savePreview(drawing: DrawingEntity, preview: Uint8Array | null): Promise<void> {
    const webp = preview && (await shrinkPartial(preview));
    if (webp) await this.partialPictures.savePicture(drawing, webp);
    else if (!preview) await this.partialPictures.withdrawPicture(drawing);
  }
}

/** SHA-256, hex: stable for each customer, without identifying them. */
const hashCustomer = ({ userId, guestId }: DrawingEntity): string =>
  createHash('sha256')
    .update(`customer ${userId ?? guestId}`)
    .digest('hex');
