import { Inject, Injectable } from '@nestjs/common';
import type { StyleKey } from '@shop/contracts-art';
import { DomainError } from '@shop/contracts-common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { PetFilesService } from '../cut-outs/pet-files.service.js';
import { computeSeed } from '../engines/seed.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { pictureUnknown } from '../media/send-picture.js';
import { waitForWork } from '../threads/worker-threads.js';
import {
  getPreviewKey,
  hashComposition,
  type PreviewComposition,
  type PreviewName,
  PreviewStorageService,
} from './preview-storage.service.js';
import { PreviewWorkerPool } from './preview-worker-pool.js';

/** A drawing that takes longer hangs. A drawing that only waits for a busy machine finishes for the next request. */
const DRAWING_TIMEOUT_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

const previewNotReady = (cause?: unknown): DomainError =>
  new DomainError('PREVIEW_NOT_READY', 'unavailable', 'This preview is not ready yet. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

interface RequestedPhoto {
  readonly photo: ImageEntity;
  /** The requester's; null where it is unknown. */
  readonly network: string | null;
}

/** Draws each preview once. */
@Injectable()
export class PreviewDrawingService {
  private readonly pending = new Map<string, Promise<void>>();

  constructor(
    private readonly petFiles: PetFilesService,
    private readonly previewStorage: PreviewStorageService,
    private readonly store: ImageStore,
    private readonly previewWorkerPool: PreviewWorkerPool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens the preview. Simultaneous requests wait for one drawing. Throws 404 for a photo that no longer exists, 503
   * where the preview could not be drawn in time.
   */
  async openPreview(
    photo: ImageEntity,
    styleKey: StyleKey,
    composition: PreviewComposition,
    network: string | null,
  ): Promise<StoredFile | null> {
    const name = { imageId: photo.id, styleKey, composition: hashComposition(composition) };
    const key = getPreviewKey(name);
    const existing = await this.store.open(key);
    if (existing) return existing;
    let drawing = this.pending.get(key);
    if (!drawing) {
      drawing = this.drawAndSave({ photo, network }, name, composition).finally(() => this.pending.delete(key));
      // No request may be waiting when the drawing fails.
      drawing.catch(() => undefined);
      this.pending.set(key, drawing);
    }
    await waitForWork(drawing, this.config.PREVIEW_WAIT_MS, previewNotReady);
    return this.store.open(key);
  }

  private async drawAndSave(
    requested: RequestedPhoto,
    name: PreviewName,
    composition: PreviewComposition,
  ): Promise<void> {
    // Another request may have drawn it in between.
    if (await this.store.exists(getPreviewKey(name))) return;
    const webp = await this.drawPreview(requested, name.styleKey, composition);
    const isSaved = webp && (await this.previewStorage.savePreview(name, webp));
    if (!isSaved) throw pictureUnknown();
  }

  /** Null where the photo no longer exists. */
  private async drawPreview(
    { photo: { id, mimeType, userId, guestId }, network }: RequestedPhoto,
    styleKey: StyleKey,
    { correction, background, furtherCutOuts }: PreviewComposition,
  ): Promise<Uint8Array | null> {
    const cutOut = await this.petFiles.loadMask({ id, mimeType }, correction, {
      owner: userId ?? guestId ?? id,
      network,
    });
    const furtherPets = await Promise.all(
      furtherCutOuts.map(({ id: cutOutId, imageId }) => this.petFiles.loadPet({ imageId, cutOutId })),
    );
    const seed = computeSeed({
      photoId: id,
      variation: 0,
      furtherPhotoIds: furtherCutOuts.map(({ imageId }) => imageId),
    });
    return this.store.withLocalFile(originalKey(id, mimeType), (photo) =>
      this.previewWorkerPool
        .draw(
          { pets: [{ photo, cutOut }, ...furtherPets], background, styleKey, seed },
          AbortSignal.timeout(DRAWING_TIMEOUT_MS),
        )
        .catch((error: unknown) => {
          this.logger.warn({ err: error, photoId: id, styleKey }, 'could not draw a preview');
          throw previewNotReady(error);
        }),
    );
  }
}
