import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ReviewStatus } from '@shop/contracts-catalog';
import type { PageKey } from '@shop/contracts-common';
import { cursorTimestampSql } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { AdminReviewRow, Paged, PublicReviewRow, ReviewRow } from './review.mapper.js';

const COLUMNS = `id, order_id AS "orderId", order_number AS "orderNumber", user_id AS "userId", product_id AS "productId", rating, text, name, photo,
  status, written_at AS "writtenAt", version`;
const KEY_AT = `${cursorTimestampSql('r.written_at')} AS "keyAt"`;
const IN_ORDER = 'ORDER BY r.written_at DESC, r.id DESC LIMIT $1';

/** Null for a product that shoppers don't see. The reviews are counted in an index. */
export const SELECT_RATING = `
  SELECT count(r.rating) AS count, round(avg(r.rating), 2)::float AS average
  FROM products p LEFT JOIN reviews r ON r.product_id = p.id AND r.status = 'published'
  WHERE p.id = $1 AND p.active AND p.deleted_at IS NULL GROUP BY p.id`;

const SELECT_PUBLISHED = `
  SELECT r.id, r.rating, r.text, r.name, r.photo, r.written_at AS "writtenAt", ${KEY_AT}
  FROM reviews r WHERE r.product_id = $2 AND r.status = 'published'`;
export const FIRST_PUBLISHED_PAGE = `${SELECT_PUBLISHED} ${IN_ORDER}`;
export const PUBLISHED_PAGE_AFTER = `${SELECT_PUBLISHED} AND (r.written_at, r.id) < ($3::timestamptz, $4::uuid) ${IN_ORDER}`;

const ADMIN_COLUMNS = `r.id, r.order_id AS "orderId", r.order_number AS "orderNumber", r.user_id AS "userId", r.product_id AS "productId",
  p.title AS "productTitle", r.rating, r.text, r.name, r.photo, r.status, r.written_at AS "writtenAt", r.version`;
const FROM_REVIEWS = 'FROM reviews r JOIN products p ON p.id = r.product_id';

/** A review that is written again keeps its id; `written_at` is the time of the last words. */
const SAVE = `
  INSERT INTO reviews AS known (order_id, order_number, user_id, product_id, rating, text, name, photo) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (order_id, product_id) DO UPDATE SET rating = EXCLUDED.rating, text = EXCLUDED.text, name = EXCLUDED.name,
    photo = CASE WHEN $9 THEN known.photo ELSE EXCLUDED.photo END, user_id = EXCLUDED.user_id, status = 'pending', written_at = now(), version = known.version + 1
  RETURNING ${COLUMNS}`;

const CLAIM = `
  UPDATE reviews SET user_id = $2, version = version + 1 WHERE order_id = $1 AND user_id IS DISTINCT FROM $2 RETURNING ${COLUMNS}`;

const REMOVE_PHOTO = `
  UPDATE reviews SET photo = NULL, version = version + 1 WHERE id = $1 AND photo->>'id' = $2 RETURNING ${COLUMNS}`;

export type NewReview = Pick<
  ReviewRow,
  'orderId' | 'orderNumber' | 'userId' | 'productId' | 'rating' | 'text' | 'name' | 'photo'
> & { keepsPhoto: boolean };

/** An order has fewer products. Limits the query. */
const REVIEWS_OF_ORDER = 500;

@Injectable()
export class ReviewsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Null for a product that shoppers don't see. */
  async findRating(productId: string): Promise<{ count: number; average: number | null } | null> {
    const [rating] = await this.dataSource.query<{ count: number; average: number | null }[]>(SELECT_RATING, [
      productId,
    ]);
    return rating ? { count: Number(rating.count), average: rating.average } : null;
  }

  /** A page of the published reviews of a product. */
  listPublished(productId: string, limit: number, after?: PageKey): Promise<Paged<PublicReviewRow>[]> {
    return after
      ? this.dataSource.query(PUBLISHED_PAGE_AFTER, [limit, productId, after.createdAt, after.id])
      : this.dataSource.query(FIRST_PUBLISHED_PAGE, [limit, productId]);
  }

  /** A page of the admins' list. Each combination of conditions is a statement of its own, so that PostgreSQL uses an index. */
  listPage(
    limit: number,
    { status, after }: { status?: ReviewStatus; after?: PageKey },
  ): Promise<Paged<AdminReviewRow>[]> {
    const values: unknown[] = [limit];
    const conditions = [
      ...(status ? [`r.status = $${values.push(status)}`] : []),
      ...(after
        ? [`(r.written_at, r.id) < ($${values.push(after.createdAt)}::timestamptz, $${values.push(after.id)}::uuid)`]
        : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    return this.dataSource.query(`SELECT ${ADMIN_COLUMNS}, ${KEY_AT} ${FROM_REVIEWS} ${where} ${IN_ORDER}`, values);
  }

  async countPending(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      `SELECT count(*) AS count FROM reviews WHERE status = 'pending'`,
    );
    return Number(row?.count ?? 0);
  }

  async findLocked(manager: EntityManager, id: string): Promise<AdminReviewRow | null> {
    const [review] = await manager.query<AdminReviewRow[]>(
      `SELECT ${ADMIN_COLUMNS} ${FROM_REVIEWS} WHERE r.id = $1 FOR UPDATE OF r`,
      [id],
    );
    return review ?? null;
  }

  listByOrder(orderId: string): Promise<ReviewRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM reviews WHERE order_id = $1 ORDER BY product_id LIMIT ${REVIEWS_OF_ORDER}`,
      [orderId],
    );
  }

  /** Writes the review of an order's product, or replaces it. */
  async save(manager: EntityManager, review: NewReview): Promise<ReviewRow> {
    const { orderId, orderNumber, userId, productId, rating, text, name, photo, keepsPhoto } = review;
    const values = [
      orderId,
      orderNumber,
      userId,
      productId,
      rating,
      text,
      name,
      photo && JSON.stringify(photo),
      keepsPhoto,
    ];
    const [saved] = await manager.query<ReviewRow[]>(SAVE, values);
    if (!saved) throw new Error('The review was not stored');
    return saved;
  }

  async changeStatus(manager: EntityManager, id: string, status: ReviewStatus): Promise<number> {
    const [[changed]] = await manager.query<[{ version: number }[], number]>(
      'UPDATE reviews SET status = $2, version = version + 1 WHERE id = $1 RETURNING version',
      [id, status],
    );
    if (!changed) throw new Error('The review is not locked');
    return changed.version;
  }

  /** Returns the reviews of a guest's order that have got an account. */
  async claim(manager: EntityManager, orderId: string, userId: string): Promise<ReviewRow[]> {
    const [claimed] = await manager.query<[ReviewRow[], number]>(CLAIM, [orderId, userId]);
    return claimed;
  }

  /** Null if the review has another photo. */
  async removePhoto(manager: EntityManager, id: string, photoId: string): Promise<ReviewRow | null> {
    const [[changed]] = await manager.query<[ReviewRow[], number]>(REMOVE_PHOTO, [id, photoId]);
    return changed ?? null;
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM reviews WHERE id = $1', [id]);
  }

  /** Returns what was deleted. */
  deleteByUser(manager: EntityManager, userId: string): Promise<ReviewRow[]> {
    return this.deleteWhere(manager, 'user_id = $1', userId);
  }

  deleteByOrder(manager: EntityManager, orderId: string): Promise<ReviewRow[]> {
    return this.deleteWhere(manager, 'order_id = $1', orderId);
  }

  listByUser(userId: string, { limit, skip }: { limit: number; skip: number }): Promise<AdminReviewRow[]> {
    return this.dataSource.query(
      `SELECT ${ADMIN_COLUMNS} ${FROM_REVIEWS} WHERE r.user_id = $1 ORDER BY r.written_at DESC, r.id DESC LIMIT $2 OFFSET $3`,
      [userId, limit, skip],
    );
  }

  private async deleteWhere(manager: EntityManager, condition: string, value: string): Promise<ReviewRow[]> {
    const [deleted] = await manager.query<[ReviewRow[], number]>(
      `DELETE FROM reviews WHERE ${condition} RETURNING ${COLUMNS}`,
      [value],
    );
    return deleted;
  }
}
