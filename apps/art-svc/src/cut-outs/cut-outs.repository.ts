import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { CutOut } from '@shop/contracts-art';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { getOwnerIds } from '../images/images.repository.js';

/** A row of `cut_outs`. Its file has the key `cutOutKey(id)`. */
export interface StoredCutOut {
  readonly id: string;
  /** The photo. */
  readonly imageId: string;
  readonly source: CutOut['source'];
  readonly hasSubject: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

const COLUMNS = `cut_out.id, cut_out.image_id AS "imageId", cut_out.source, cut_out.has_subject AS "hasSubject",
  cut_out.width_px AS "widthPx", cut_out.height_px AS "heightPx", cut_out.size_bytes AS "sizeBytes", cut_out.sha256`;

@Injectable()
export class CutOutsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findAutomatic(imageId: string): Promise<StoredCutOut | null> {
    return this.findOne(`cut_out.image_id = $1 AND cut_out.source <> 'customer'`, [imageId]);
  }

  /** Null also for a cut-out of another photo. */
  findOfPhoto(imageId: string, id: string): Promise<StoredCutOut | null> {
    return this.findOne('cut_out.id = $2 AND cut_out.image_id = $1', [imageId, id]);
  }

  findByContent(imageId: string, sha256: string): Promise<StoredCutOut | null> {
    return this.findOne('cut_out.image_id = $1 AND cut_out.sha256 = $2', [imageId, sha256]);
  }

  /** The cut-outs with these ids that belong to photos of the caller, in no order. At most `ids.length`. */
  listOwn(caller: Caller, ids: readonly string[]): Promise<StoredCutOut[]> {
    const { userId, guestId } = getOwnerIds(caller);
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM cut_outs cut_out JOIN images photo ON photo.id = cut_out.image_id
       WHERE cut_out.id = ANY($1) AND photo.status = 'active' AND (photo.user_id = $2 OR photo.guest_id = $3)`,
      [ids, userId, guestId],
    );
  }

  /**
   * Returns false, and inserts nothing, where the photo no longer exists, it has an automatic cut-out already, or one
   * with this content.
   */
  async insert(cutOut: StoredCutOut, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO cut_outs (id, image_id, source, has_subject, width_px, height_px, size_bytes, sha256)
       SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM images WHERE id = $2 AND status = 'active' FOR KEY SHARE
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        cutOut.id,
        cutOut.imageId,
        cutOut.source,
        cutOut.hasSubject,
        cutOut.widthPx,
        cutOut.heightPx,
        cutOut.sizeBytes,
        cutOut.sha256,
      ],
    );
    return rows.length > 0;
  }

  /** The number of a photo's corrections, which stays until the transaction ends. */
  async countAndLockCorrections(imageId: string, manager: EntityManager): Promise<number> {
    await manager.query('SELECT FROM images WHERE id = $1 FOR NO KEY UPDATE', [imageId]);
    const [row] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM cut_outs WHERE image_id = $1 AND source = 'customer'`,
      [imageId],
    );
    return row?.count ?? 0;
  }

  /** Deletes the oldest correction besides `newId` that no drawing uses, and returns its id; null where all are used. */
  async deleteOldestUnused(imageId: string, newId: string, manager: EntityManager): Promise<string | null> {
    // A drawing that is being inserted has locked its cut-out.
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `DELETE FROM cut_outs WHERE id = (
         SELECT id FROM cut_outs cut_out WHERE image_id = $1 AND source = 'customer' AND id <> $2
           AND NOT EXISTS (SELECT FROM ai_jobs WHERE cut_out_id = cut_out.id)
           AND NOT EXISTS (SELECT FROM ai_job_pets WHERE cut_out_id = cut_out.id)
         ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [imageId, newId],
    );
    return rows[0]?.id ?? null;
  }

  private async findOne(condition: string, values: unknown[]): Promise<StoredCutOut | null> {
    const [cutOut] = await this.dataSource.query<StoredCutOut[]>(
      `SELECT ${COLUMNS} FROM cut_outs cut_out WHERE ${condition}`,
      values,
    );
    return cutOut ?? null;
  }
}
