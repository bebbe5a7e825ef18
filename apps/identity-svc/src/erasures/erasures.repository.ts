import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserRow } from '../users/users.repository.js';

/**
 * An account is deleted when all services have confirmed the erasure, in any order and any number of times. A missing confirmation may take weeks,
 * for example while an order is on its way. The request is repeated, because a confirmation may be lost.
 */
export type ErasurePart = 'artworks' | 'orders' | 'requests' | 'reviews';

const REPEAT_AFTER_HOURS = 6;

const CONFIRMED_AT: Record<ErasurePart, string> = {
  artworks: 'artworks_erased_at',
  orders: 'orders_anonymised_at',
  requests: 'requests_erased_at',
  reviews: 'reviews_erased_at',
};

const IS_COMPLETE = Object.values(CONFIRMED_AT)
  .map((column) => `${column} IS NOT NULL`)
  .join(' AND ');

export type ErasedUser = Pick<UserRow, 'id' | 'email' | 'firstName'>;

export interface ClosedUser extends ErasedUser {
  closedAt: Date;
}

/** Accounts that are being erased, and the confirmations of the services. A row is deleted with its account. */
@Injectable()
export class ErasuresRepository {
  async insertErasure(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('INSERT INTO erasures (user_id) VALUES ($1)', [userId]);
  }

  /**
   * Returns true when all services have confirmed; false for an unknown account or one without an erasure. The row lock serialises concurrent calls.
   */
  async saveConfirmation(manager: EntityManager, userId: string, part: ErasurePart): Promise<boolean> {
    const column = CONFIRMED_AT[part];
    const [rows] = await manager.query<[{ isComplete: boolean }[], number]>(
      `UPDATE erasures SET ${column} = coalesce(${column}, now()) WHERE user_id = $1 RETURNING ${IS_COMPLETE} AS "isComplete"`,
      [userId],
    );
    return rows[0]?.isComplete ?? false;
  }

  /** Deletes a closed account with its dependent rows, and returns its data for the last event. */
  async deleteUser(manager: EntityManager, userId: string): Promise<ErasedUser | null> {
    const [rows] = await manager.query<[ErasedUser[], number]>(
      'DELETE FROM users WHERE id = $1 AND closed_at IS NOT NULL RETURNING id, email, first_name AS "firstName"',
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Returns accounts whose request is older than REPEAT_AFTER_HOURS and marks them as requested now. Concurrent callers get different accounts. */
  async takeOverdue(manager: EntityManager, limit: number): Promise<ClosedUser[]> {
    return manager.query<ClosedUser[]>(
      `WITH waiting AS (
         SELECT user_id FROM erasures WHERE requested_at <= now() - make_interval(hours => $1) ORDER BY requested_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE erasures SET requested_at = now() WHERE user_id IN (SELECT user_id FROM waiting) RETURNING user_id
       )
       SELECT u.id, u.email, u.first_name AS "firstName", u.closed_at AS "closedAt" FROM users u JOIN taken ON taken.user_id = u.id ORDER BY u.id`,
      [REPEAT_AFTER_HOURS, limit],
    );
  }
}
