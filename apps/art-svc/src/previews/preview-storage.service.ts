import { Injectable } from '@nestjs/common';
import type { StyleKey } from '@shop/contracts/art';
import { FileRemovalsService, StoredFilesService } from '../images/file-removals.service.js';
import { compositionPreviewKey, previewKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { CompositionPreviewsRepository } from './composition-previews.repository.js';

export interface PreviewName {
  readonly imageId: string;
  readonly styleKey: StyleKey;
  /** SHA-256 of the composition, hex; null for the default one. */
  readonly composition: string | null;
}

export const getPreviewKey = ({ imageId, styleKey, composition }: PreviewName): string =>
  composition === null ? previewKey(imageId, styleKey) : compositionPreviewKey(imageId, styleKey, composition);

/** Stores previews as long as their photo; of other compositions than the default one, the newest of a photo. */
@Injectable()
export class PreviewStorageService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly storedFiles: StoredFilesService,
    private readonly fileRemovals: FileRemovalsService,
    private readonly compositionPreviews: CompositionPreviewsRepository,
  ) {}

  /** Returns false, and stores nothing, where the photo no longer exists. */
  savePreview({ imageId, styleKey, composition }: PreviewName, webp: Uint8Array): Promise<boolean> {
    const key = getPreviewKey({ imageId, styleKey, composition });
    if (composition === null) return this.images.withLockedImage(imageId, () => this.store.put(key, webp));
    return this.storedFiles.saveWithRow(key, webp, async (manager) => {
      if (!(await this.compositionPreviews.savePreview({ imageId, styleKey, composition }, manager))) return false;
      await this.fileRemovals.scheduleFiles(await this.compositionPreviews.deleteOldest(imageId, manager), manager);
      return true;
    });
  }
}
