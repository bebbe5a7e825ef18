import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { StyleKey } from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { seedOf } from '../engines/seed.js';
import { originalKey, previewKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { pictureUnknown } from '../media/send-picture.js';
import { PreviewThreads } from './preview-threads.js';

/** A drawing that takes longer hangs; those that only wait for a busy machine are let finish, for whoever asks again. */
const DEADLINE_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

const notReady = (cause?: unknown): DomainError =>
  new DomainError('PREVIEW_NOT_READY', 'unavailable', 'This preview is not ready yet. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/** Draws previews, each once, and keeps them as long as their photo. */
@Injectable()
export class PreviewDrawings {
  private readonly drawing = new Map<string, Promise<void>>();

  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly threads: PreviewThreads,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The preview. Many who ask at once wait for the same one to be drawn. Throws 404 for a photo that is gone, 503 where it could not be drawn, or not yet. */
  async open(photo: ImageEntity, styleKey: StyleKey): Promise<StoredFile | null> {
    const key = previewKey(photo.id, styleKey);
    const known = await this.store.open(key);
    if (known) return known;
    let drawn = this.drawing.get(key);
    if (!drawn) {
      drawn = this.draw(photo, styleKey, key).finally(() => this.drawing.delete(key));
      // Whoever asked may be gone when it fails.
      drawn.catch(() => undefined);
      this.drawing.set(key, drawn);
    }
    await this.untilReady(drawn);
    return this.store.open(key);
  }

  private async untilReady(drawn: Promise<void>): Promise<void> {
    const tooLong = new AbortController();
    const patience = setTimeout(this.config.PREVIEW_WAIT_MS, undefined, { signal: tooLong.signal }).then(
      () => {
        throw notReady();
      },
      () => undefined,
    );
    await Promise.race([drawn, patience]).finally(() => tooLong.abort());
  }

  private async draw({ id, mimeType }: ImageEntity, styleKey: StyleKey, key: string): Promise<void> {
    // Drawn between the look for it and now.
    if (await this.store.exists(key)) return;
    const webp = await this.store.withLocalFile(originalKey(id, mimeType), (photoPath) =>
      this.threads
        .draw({ photoPath, styleKey, seed: seedOf({ photoId: id, variation: 0 }) }, AbortSignal.timeout(DEADLINE_MS))
        .catch((error: unknown) => {
          this.logger.warn({ err: error, photoId: id, styleKey }, 'could not draw a preview');
          throw notReady(error);
        }),
    );
    const kept = webp && (await this.images.whileThere(id, () => this.store.put(key, webp)));
    if (!kept) throw pictureUnknown();
  }
}
