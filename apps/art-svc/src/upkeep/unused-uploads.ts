import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';
import { FileRemovals } from './file-removals.js';
import { NEEDED_BY_PRESS } from './needed-by-press.js';

/** A photo that no artwork was asked of within this time is not kept for somebody who never came back. */
const KEPT_DAYS = 30;
const AT_ONCE = 100;

/**
 * Photos nobody made anything of. What a design was drawn from, product pictures and artworks are never touched, nor is what the press still needs
 * of somebody whose designs are erased already.
 */
@Injectable()
export class UnusedUploads {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly removals: FileRemovals,
  ) {}

  /** At most a hundred at a time; instances that look at the same moment take different ones. */
  async expire(): Promise<void> {
    const keys = await this.dataSource.transaction(async (manager) => {
      const [expired] = await manager.query<[{ id: string; mimeType: ImageMimeType }[], number]>(
        `DELETE FROM images WHERE id IN (
           SELECT id FROM images WHERE type = 'upload' AND created_at < now() - $1 * interval '1 day'
             AND NOT EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id)
             AND NOT ${NEEDED_BY_PRESS}
           ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING id, mime_type AS "mimeType"`,
        [KEPT_DAYS, AT_ONCE],
      );
      return this.removals.noteImages(expired, null, manager);
    });
    await this.removals.remove(keys);
  }
}
