import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { compositionPreviewKey } from '../images/image-keys.js';

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
