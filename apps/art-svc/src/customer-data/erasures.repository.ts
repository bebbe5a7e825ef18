import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';

export interface Erasure {
  /** Null where the event of order-svc came before the request. */
  readonly requestedAt: Date | null;
  /** No order refers to the customer any more, so printing needs no data of theirs. */
  readonly ordersAnonymised: boolean;
}

/**
 * Condition on a row of `images`: an unfinished print file needs this photo, or its cut-outs, to paint its artwork at
 * print density.
 */
export const IS_PRINT_SOURCE = `EXISTS (
  SELECT FROM print_files print_file JOIN images artwork ON artwork.id = print_file.artwork_id
  WHERE print_file.file IS NULL AND print_file.status IN ('pending', 'processing')
    AND (artwork.metadata->>'sourceImageId' = images.id::text
      OR artwork.metadata->'furtherPets' @> jsonb_build_array(jsonb_build_object('imageId', images.id::text))))`;

/** Condition on a row of `images`: a print file or a drawing refers to it. */
const IS_USED = `(EXISTS (SELECT FROM print_files WHERE artwork_id = images.id OR mockup_id = images.id OR view_id = images.id)
  OR ${IS_PRINT_SOURCE}
  OR EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id OR output_image_id = images.id)
  OR EXISTS (SELECT FROM ai_job_pets WHERE image_id = images.id))`;

/** Photos of reports and reviews of an account's orders, also those that were uploaded before signing in. */
export const ATTACHED_PHOTOS =
  'SELECT image_id FROM report_photos WHERE user_id = $1 UNION SELECT image_id FROM review_photos WHERE user_id = $1';

/** Condition on a row of `images`: an order of another customer than $1 has it in a report or a review. */
const IS_ATTACHED_BY_OTHERS = `(EXISTS (SELECT FROM report_photos WHERE image_id = images.id AND user_id IS DISTINCT FROM $1)
  OR EXISTS (SELECT FROM review_photos WHERE image_id = images.id AND user_id IS DISTINCT FROM $1))`;

/** Deletes a customer's rows. Each call joins the caller's transaction. */
@Injectable()
export class ErasuresRepository {
  async saveRequest(userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO erasures AS existing (user_id, requested_at) VALUES ($1, now())
       ON CONFLICT (user_id) DO UPDATE SET requested_at = coalesce(existing.requested_at, now())`,
      [userId],
    );
  }

  async saveOrdersAnonymised(userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO erasures (user_id, orders_anonymised) VALUES ($1, true) ON CONFLICT (user_id) DO UPDATE SET orders_anonymised = true',
      [userId],
    );
  }

  /** Locks the row, so that concurrent erasures of one customer run one after the other. */
  async findAndLock(userId: string, manager: EntityManager): Promise<Erasure | null> {
    const [row] = await manager.query<Erasure[]>(
      'SELECT requested_at AS "requestedAt", orders_anonymised AS "ordersAnonymised" FROM erasures WHERE user_id = $1 FOR UPDATE',
      [userId],
    );
    return row ?? null;
  }

  /** Customers whose request is so recent that one of their calls may still be running. */
  async listRecent(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT user_id AS id FROM erasures WHERE requested_at > now() - interval '15 minutes' ORDER BY requested_at, user_id LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes finished erasures after a day. */
  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM erasures WHERE created_at < now() - interval '1 day' AND (orders_anonymised OR requested_at IS NULL)`,
    );
  }

  /**
   * Deletes print files of ended orders, or all, and returns their hashes. Must run before
   * `lockImages`: a print file that is being completed locks its rows in this order too.
   */
  async deletePrintFiles(userId: string, includingOpen: boolean, manager: EntityManager): Promise<string[]> {
    const [rows] = await manager.query<[{ sha256: string | null }[], number]>(
      `DELETE FROM print_files USING images artwork
       WHERE artwork.id = print_files.artwork_id AND artwork.user_id = $1 AND (print_files.order_ended OR $2)
       RETURNING print_files.file->>'sha256' AS sha256`,
      [userId, includingOpen],
    );
    return [...new Set(rows.flatMap(({ sha256 }) => sha256 ?? []))];
  }

  /** Also of artworks that stay until their order is printed. */
  async deleteLinks(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM continue_links WHERE image_id IN (SELECT id FROM images WHERE user_id = $1)', [
      userId,
    ]);
    await manager.query('DELETE FROM share_links WHERE image_id IN (SELECT id FROM images WHERE user_id = $1)', [
      userId,
    ]);
  }

  async deleteDrawings(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM ai_jobs WHERE owner_id = $1', [userId]);
  }

  /**
   * Locks all pictures except those that a print file needs: its artwork, mock-up and print view, and the photos until
   * the print file is made. An attached photo stays for other customers' reports and reviews, unless this one uploaded it.
   */
  lockImages(userId: string, manager: EntityManager): Promise<{ id: string; mimeType: ImageMimeType }[]> {
    return manager.query(
      `SELECT id, mime_type AS "mimeType" FROM images
       WHERE id IN (SELECT id FROM images WHERE user_id = $1 UNION ${ATTACHED_PHOTOS}) AND type <> 'product'
         AND NOT ${IS_USED} AND (user_id = $1 OR NOT ${IS_ATTACHED_BY_OTHERS}) ORDER BY id FOR UPDATE`,
      [userId],
    );
  }

  /** Locks those of the photos that no design, print file, report or other review needs. */
  lockUnusedUploads(
    ids: readonly string[],
    manager: EntityManager,
  ): Promise<{ id: string; mimeType: ImageMimeType }[]> {
    return manager.query(
      `SELECT id, mime_type AS "mimeType" FROM images WHERE id = ANY($1) AND type = 'upload' AND NOT ${IS_USED}
         AND NOT EXISTS (SELECT FROM review_photos WHERE image_id = images.id)
         AND NOT EXISTS (SELECT FROM report_photos WHERE image_id = images.id) ORDER BY id FOR UPDATE`,
      [ids],
    );
  }

  /** Returns the photos of an order's problems, whosever they are. Locks them first, as `lockImages` does. */
  async detachReportPhotos(orderId: string, manager: EntityManager): Promise<string[]> {
    await manager.query(
      'SELECT FROM images WHERE id IN (SELECT image_id FROM report_photos WHERE order_id = $1) ORDER BY id FOR UPDATE',
      [orderId],
    );
    const [detached] = await manager.query<[{ id: string }[], number]>(
      'DELETE FROM report_photos WHERE order_id = $1 RETURNING image_id AS id',
      [orderId],
    );
    return detached.map(({ id }) => id);
  }

  /** Reviews with these pictures. */
  listReviewPhotos(
    imageIds: readonly string[],
    manager: EntityManager,
  ): Promise<{ reviewId: string; imageId: string }[]> {
    return manager.query(
      `SELECT review_id AS "reviewId", image_id AS "imageId" FROM review_photos WHERE image_id = ANY($1) ORDER BY review_id LIMIT 10000`,
      [imageIds],
    );
  }
}
