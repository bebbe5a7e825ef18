import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SHARE_LINKS_MAX } from '@shop/contracts-art';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';
import { getOwnerIds } from '../images/images.repository.js';

export interface StoredShareLink {
  readonly id: string;
  readonly createdAt: Date;
}

/** The artwork of a link. */
export interface LinkedArtwork {
  readonly id: string;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly styleKey: string;
  readonly petName: string | null;
}

/** Condition on a row of `images`: an artwork of the owner with the ids $1 and $2. */
const IS_OWN = `type = 'artwork' AND status = 'active' AND (user_id = $1 OR guest_id = $2)`;

const hashToken = (token: string): string => hash('sha256', token);

@Injectable()
export class ShareLinksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. Null for an artwork that is not the caller's. */
  async listForOwner(caller: Caller, artworkId: string): Promise<StoredShareLink[] | null> {
    const owner = toParameters(caller);
    const artworks = await this.dataSource.query<unknown[]>(`SELECT FROM images WHERE id = $3 AND ${IS_OWN}`, [
      ...owner,
      artworkId,
    ]);
    if (artworks.length === 0) return null;
    return this.dataSource.query(
      `SELECT id, created_at AS "createdAt" FROM share_links WHERE image_id = $1
       ORDER BY created_at DESC, id LIMIT ${SHARE_LINKS_MAX}`,
      [artworkId],
    );
  }

  /** `unknown`: the artwork is not the caller's. The lock on the artwork keeps simultaneous calls below the limit. */
  insertForOwner(caller: Caller, artworkId: string, token: string): Promise<StoredShareLink | 'unknown' | 'full'> {
    return this.dataSource.transaction(async (manager) => {
      const artworks = await manager.query<unknown[]>(
        `SELECT FROM images WHERE id = $3 AND ${IS_OWN} FOR NO KEY UPDATE`,
        [...toParameters(caller), artworkId],
      );
      if (artworks.length === 0) return 'unknown';
      const [link] = await manager.query<StoredShareLink[]>(
        `INSERT INTO share_links (image_id, token_sha256)
         SELECT $1, $2 WHERE (SELECT count(*) FROM share_links WHERE image_id = $1) < ${SHARE_LINKS_MAX}
         RETURNING id, created_at AS "createdAt"`,
        [artworkId, hashToken(token)],
      );
      return link ?? 'full';
    });
  }

  /** False where there is no such link to an artwork of the caller. */
  async deleteForOwner(caller: Caller, id: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM share_links WHERE id = $3 AND image_id IN (SELECT images.id FROM images WHERE ${IS_OWN})`,
      [...toParameters(caller), id],
    );
    return count > 0;
  }

  async findArtwork(token: string): Promise<LinkedArtwork | null> {
    const [artwork] = await this.dataSource.query<LinkedArtwork[]>(
      `SELECT image.id, image.mime_type AS "mimeType", image.width_px AS "widthPx", image.height_px AS "heightPx",
         drawing.style_key AS "styleKey", drawing.pet_name AS "petName"
       FROM share_links link
       JOIN images image ON image.id = link.image_id AND image.status = 'active'
       JOIN ai_jobs drawing ON drawing.output_image_id = image.id
       WHERE link.token_sha256 = $1`,
      [hashToken(token)],
    );
    return artwork ?? null;
  }
}

function toParameters(caller: Caller): [string | null, string | null] {
  const { userId, guestId } = getOwnerIds(caller);
  return [userId, guestId];
}
