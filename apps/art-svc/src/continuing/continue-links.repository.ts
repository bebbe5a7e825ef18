import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONTINUE_LINK } from '@shop/contracts-art';
import { Cron } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

export interface ContinueLink {
  readonly id: string;
  readonly artworkId: string;
  /** False: it was used or has expired. */
  readonly isOpen: boolean;
  /** The artwork of the session that has used it. */
  readonly copyId: string | null;
}

const sha256 = (text: string): string => hash('sha256', text);

@Injectable()
export class ContinueLinksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** False, and inserts nothing, where the artwork or the address has too many of the last day. The artwork's row is locked. */
  async insert(
    link: { artworkId: string; email: string; token: string; expiresAt: Date },
    manager: EntityManager,
  ): Promise<boolean> {
    const recipient = sha256(link.email);
    // One request for an address at a time, or two artworks would exceed its limit.
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`continue/${recipient}`]);
    const rows = await manager.query<unknown[]>(
      `INSERT INTO continue_links (image_id, token_sha256, recipient_sha256, expires_at)
       SELECT $1, $2, $3, $4
       WHERE (SELECT count(*) FROM continue_links WHERE image_id = $1 AND created_at > now() - interval '1 day') < $5
         AND (SELECT count(*) FROM continue_links WHERE recipient_sha256 = $3 AND created_at > now() - interval '1 day') < $6
       RETURNING id`,
      [
        link.artworkId,
        sha256(link.token),
        recipient,
        link.expiresAt,
        CONTINUE_LINK.maxPerArtwork,
        CONTINUE_LINK.maxPerRecipient,
      ],
    );
    return rows.length > 0;
  }

  async find(token: string): Promise<ContinueLink | null> {
    const [link] = await this.dataSource.query<ContinueLink[]>(
      `SELECT id, image_id AS "artworkId", opened_at IS NULL AND expires_at > now() AS "isOpen", copy_id AS "copyId"
       FROM continue_links WHERE token_sha256 = $1`,
      [sha256(token)],
    );
    return link ?? null;
  }

  /** False where it was used in between, or has expired. */
  async markOpened(id: string, copyId: string, manager: EntityManager): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(
      'UPDATE continue_links SET opened_at = now(), copy_id = $2 WHERE id = $1 AND opened_at IS NULL AND expires_at > now()',
      [id, copyId],
    );
    return count > 0;
  }

  @Cron('17 * * * *', { name: 'art.continue-links' })
  async deleteOld(): Promise<void> {
    await this.dataSource.query(`DELETE FROM continue_links WHERE expires_at < now() - interval '1 day'`);
  }
}
