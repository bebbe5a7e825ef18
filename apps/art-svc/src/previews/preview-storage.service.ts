import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Background, StyleKey } from '@shop/contracts/art';
import type { EntityManager } from 'typeorm';
import type { StoredCutOut } from '../cut-outs/cut-outs.repository.js';
import { FileRemovalsService, StoredFilesService } from '../images/file-removals.service.js';
import { compositionPreviewKey, previewKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';

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

/** Stored previews of a photo besides the default ones: ten compositions in four styles. */
const MAX_PREVIEWS = 40;

export interface CompositionPreview {
  readonly imageId: string;
  readonly styleKey: string;
  /** SHA-256, hex. */
  readonly composition: string;
}

/** Rows of stored previews, by which the removal of a photo finds their files. */
@Injectable()
export class CompositionPreviewsRepository {
  /** Idempotent. Returns false where the photo no longer exists. */
  async savePreview(preview: CompositionPreview, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO composition_previews (image_id, composition, style_key)
       SELECT id, $2, $3 FROM images WHERE id = $1 AND status = 'active' FOR KEY SHARE
       ON CONFLICT (image_id, composition, style_key) DO UPDATE SET created_at = now() RETURNING image_id`,
      [preview.imageId, preview.composition, preview.styleKey],
    );
    return rows.length > 0;
  }

  /** Deletes the oldest rows above the limit, and returns the keys of their files. */
  async deleteOldest(imageId: string, manager: EntityManager): Promise<string[]> {
    const [rows] = await manager.query<[CompositionPreview[], number]>(
      `DELETE FROM composition_previews WHERE (image_id, composition, style_key) IN (
         SELECT image_id, composition, style_key FROM composition_previews WHERE image_id = $1
         ORDER BY created_at DESC, composition, style_key OFFSET ${MAX_PREVIEWS})
       RETURNING image_id AS "imageId", composition, style_key AS "styleKey"`,
      [imageId],
    );
    return rows.map((row) => compositionPreviewKey(row.imageId, row.styleKey, row.composition));
  }
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
