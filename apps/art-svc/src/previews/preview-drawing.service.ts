import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { StyleKey } from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { computeSeed } from '../engines/seed.js';
import { originalKey, previewKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { pictureUnknown } from '../media/send-picture.js';
import { PreviewWorkerPool } from './preview-worker-pool.js';

/** A drawing that takes longer hangs. A drawing that only waits for a busy machine finishes for the next request. */
const DRAWING_TIMEOUT_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

const previewNotReady = (cause?: unknown): DomainError =>
  new DomainError('PREVIEW_NOT_READY', 'unavailable', 'This preview is not ready yet. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/** Draws each preview once and stores it as long as its photo. */
@Injectable()
export class PreviewDrawingService {
  private readonly pending = new Map<string, Promise<void>>();

  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly previewWorkerPool: PreviewWorkerPool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens the preview. Simultaneous requests wait for one drawing. Throws 404 for a photo that no longer exists, 503
   * where the preview could not be drawn in time.
   */
  async openPreview(photo: ImageEntity, styleKey: StyleKey): Promise<StoredFile | null> {
    const key = previewKey(photo.id, styleKey);
    const existing = await this.store.open(key);
    if (existing) return existing;
    let drawing = this.pending.get(key);
    if (!drawing) {
      drawing = this.drawPreview(photo, styleKey, key).finally(() => this.pending.delete(key));
      // No request may be waiting when the drawing fails.
      drawing.catch(() => undefined);
      this.pending.set(key, drawing);
    }
    await this.waitUntilReady(drawing);
    return this.store.open(key);
  }

  private async waitUntilReady(drawing: Promise<void>): Promise<void> {
    const cancelTimeout = new AbortController();
    const timeout = setTimeout(this.config.PREVIEW_WAIT_MS, undefined, { signal: cancelTimeout.signal }).then(
      () => {
        throw previewNotReady();
      },
      () => undefined,
    );
    await Promise.race([drawing, timeout]).finally(() => cancelTimeout.abort());
  }

  private async drawPreview({ id, mimeType }: ImageEntity, styleKey: StyleKey, key: string): Promise<void> {
    // Another request may have drawn it in between.
    if (await this.store.exists(key)) return;
    const webp = await this.store.withLocalFile(originalKey(id, mimeType), (photoPath) =>
      this.previewWorkerPool
        .draw(
          {
            pets: [{ photo: photoPath, cutOut: null }],
            background: 'style',
            styleKey,
            seed: computeSeed({ photoId: id, variation: 0 }),
          },
          AbortSignal.timeout(DRAWING_TIMEOUT_MS),
        )
        .catch((error: unknown) => {
          this.logger.warn({ err: error, photoId: id, styleKey }, 'could not draw a preview');
          throw previewNotReady(error);
        }),
    );
    const isSaved = webp && (await this.images.withLockedImage(id, () => this.store.put(key, webp)));
    if (!isSaved) throw pictureUnknown();
  }
}
