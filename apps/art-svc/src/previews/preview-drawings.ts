import { access } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { StyleKey } from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { seedOf } from '../engines/seed.js';
import { ImageFolder } from '../images/image-folder.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { pictureUnknown } from '../media/send-picture.js';
import { PreviewThreads } from './preview-threads.js';

/** A drawing that takes longer hangs; those that only wait for a busy machine are let finish, for whoever asks again. */
const DEADLINE_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

const notReady = (cause?: unknown): DomainError =>
  new DomainError('PREVIEW_NOT_READY', 'unavailable', 'This preview is not ready yet. Please try again in a moment.', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/** Draws previews, each once, and keeps them as long as their photo. */
@Injectable()
export class PreviewDrawings {
  private readonly drawing = new Map<string, Promise<void>>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly images: ImagesRepository,
    private readonly folder: ImageFolder,
    private readonly threads: PreviewThreads,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The preview's file. Many who ask at once wait for the same one to be drawn. Throws 404 for a photo that is gone, 503 where it could not be drawn, or not yet. */
  async pathOf(photo: ImageEntity, styleKey: StyleKey): Promise<string> {
    const path = this.folder.previewPathOf(photo.id, styleKey);
    if (await exists(path)) return path;
    let drawn = this.drawing.get(path);
    if (!drawn) {
      drawn = this.draw(photo, styleKey, path).finally(() => this.drawing.delete(path));
      // Whoever asked may be gone when it fails.
      drawn.catch(() => undefined);
      this.drawing.set(path, drawn);
    }
    await this.untilReady(drawn);
    return path;
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

  private async draw({ id, mimeType }: ImageEntity, styleKey: StyleKey, path: string): Promise<void> {
    // Drawn between the look for it and now.
    if (await exists(path)) return;
    const photoPath = this.folder.pathOf(id, mimeType);
    if (!(await exists(photoPath))) throw pictureUnknown();
    const webp = await this.threads.draw({ photoPath, styleKey, seed: seedOf({ photoId: id, styleKey, variation: 0 }) }, AbortSignal.timeout(DEADLINE_MS)).catch((error: unknown) => {
      this.logger.warn({ err: error, photoId: id, styleKey }, 'could not draw a preview');
      throw notReady(error);
    });
    await this.keep(id, path, webp);
  }

  /** Whoever deletes the photo meanwhile waits, and then finds the preview; once the photo is gone, nothing is written. */
  private async keep(photoId: string, path: string, webp: Uint8Array): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.images.hold(photoId, manager))) throw pictureUnknown();
      await this.folder.write(path, webp);
    });
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
