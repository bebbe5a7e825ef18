import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageMimeType } from '../images/image.entity.js';
import { NEEDED_BY_PRESS } from '../upkeep/needed-by-press.js';

export interface Erasure {
  /** Null where order-svc was heard first. */
  readonly requestedAt: Date | null;
  /** No order names the person any more: nothing need be kept for the press. */
  readonly ordersEnded: boolean;
}

/** Rows of people who asked to be forgotten; each call belongs to one transaction. */
@Injectable()
export class ErasuresRepository {
  async noteRequest(userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO erasures AS known (user_id, requested_at) VALUES ($1, now())
       ON CONFLICT (user_id) DO UPDATE SET requested_at = coalesce(known.requested_at, now())`,
      [userId],
    );
  }

  async noteOrdersEnded(userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO erasures (user_id, orders_ended) VALUES ($1, true) ON CONFLICT (user_id) DO UPDATE SET orders_ended = true',
      [userId],
    );
  }

  /** Locked: two that erase the same person follow each other. */
  async lock(userId: string, manager: EntityManager): Promise<Erasure | null> {
    const [row] = await manager.query<Erasure[]>(
      'SELECT requested_at AS "requestedAt", orders_ended AS "ordersEnded" FROM erasures WHERE user_id = $1 FOR UPDATE',
      [userId],
    );
    return row ?? null;
  }

  /** People whose request is so young that a call of theirs may still be under way. */
  async listRecent(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT user_id AS id FROM erasures WHERE requested_at > now() - interval '15 minutes' ORDER BY requested_at, user_id LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** That somebody asked to be forgotten is forgotten, too. */
  async forgetOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM erasures WHERE noted_at < now() - interval '1 day' AND (orders_ended OR requested_at IS NULL)`,
    );
  }

  /**
   * Print jobs whose order has ended, or all; the hashes of their files. Before the pictures, as a job that is being finished locks them in this
   * order, too.
   */
  async takePrintJobs(userId: string, includingOpen: boolean, manager: EntityManager): Promise<string[]> {
    const [rows] = await manager.query<[{ sha256: string | null }[], number]>(
      `DELETE FROM print_jobs USING images artwork
       WHERE artwork.id = print_jobs.artwork_id AND artwork.user_id = $1 AND (print_jobs.order_ended OR $2)
       RETURNING print_jobs.file->>'sha256' AS sha256`,
      [userId, includingOpen],
    );
    return [...new Set(rows.flatMap(({ sha256 }) => sha256 ?? []))];
  }

  async takeJobs(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM ai_jobs WHERE user_id = $1', [userId]);
  }

  /** All pictures but those that a print job still needs: its artwork, its mock-up and its file made small, and until its file is made the photo it may be painted from. */
  async takeImages(userId: string, manager: EntityManager): Promise<{ id: string; mimeType: ImageMimeType }[]> {
    const [rows] = await manager.query<[{ id: string; mimeType: ImageMimeType }[], number]>(
      `DELETE FROM images WHERE user_id = $1 AND type <> 'product'
         AND NOT EXISTS (SELECT FROM print_jobs WHERE artwork_id = images.id OR mockup_id = images.id OR view_id = images.id)
         AND NOT ${NEEDED_BY_PRESS}
         AND NOT EXISTS (SELECT FROM ai_jobs WHERE input_image_id = images.id OR output_image_id = images.id)
       RETURNING id, mime_type AS "mimeType"`,
      [userId],
    );
    return rows;
  }
}
