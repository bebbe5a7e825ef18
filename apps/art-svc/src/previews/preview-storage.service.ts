import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Background, StyleKey } from '@shop/contracts-art';
import type { StoredCutOut } from '../cut-outs/cut-outs.repository.js';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { compositionPreviewKey, previewKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { CompositionPreviewsRepository } from './composition-previews.repository.js';

/** What a preview shows besides photo and style. */
export interface PreviewComposition {
  /** Null: the automatic one. */
  readonly correction: StoredCutOut | null;
  readonly background: Background;
  /** Cut-outs of the second to fourth pet, in their order. */
  readonly furtherCutOuts: readonly StoredCutOut[];
}

/**
 * SHA-256 of the composition, hex; null for the default one: the automatic cut-out alone, on the background of the
 * style.
 */
export function hashComposition({ correction, background, furtherCutOuts }: PreviewComposition): string | null {
  if (!correction && background === 'style' && furtherCutOuts.length === 0) return null;
  const content = JSON.stringify([correction?.id ?? null, background, furtherCutOuts.map(({ id }) => id)]);
  return createHash('sha256').update(content).digest('hex');
}

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
