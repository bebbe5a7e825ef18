import { Injectable } from '@nestjs/common';
import { ERASED } from '@shop/contracts-order';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Without this lock, an erasure request and an order's status change that commit at the same time would not see each
 * other.
 */
const LOCK_USER = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))';

const SAVE_REQUEST =
  'INSERT INTO user_erasures (user_id, requested_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING';

/** Carts with their lines and confirmed prices. Carts are locked before orders, as everywhere. */
const DELETE_USER_DATA = [
  'DELETE FROM carts WHERE user_id = $1',
  'DELETE FROM artworks WHERE user_id = $1',
  'DELETE FROM accounts WHERE id = $1',
];

/** Delivered or cancelled, without a pending refund and without items that are sent again: the person is no longer needed. */
const LOCK_FINISHED_ORDERS = `
  SELECT o.id FROM orders o
  WHERE o.user_id = $1 AND o.status IN ('delivered', 'cancelled')
    AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id AND r.source = 'shop' AND r.refunded_at IS NULL AND r.replaced_by IS NULL)
    AND NOT EXISTS (SELECT FROM reprints reprint WHERE reprint.order_id = o.id AND reprint.ended_at IS NULL)
  ORDER BY o.id FOR UPDATE OF o`;

/** Orders on which money moved are stored for the accounts. */
const LOCK_UNPAID_CANCELLED_ORDERS = `
  SELECT o.id FROM orders o
  WHERE o.status = 'cancelled' AND o.paid_at IS NULL AND o.anonymised_at IS NULL AND o.updated_at < now() - make_interval(days => $1)
    AND NOT EXISTS (SELECT FROM ledger_entries f WHERE f.order_id = o.id AND f.kind = 'succeeded')
  ORDER BY o.updated_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED`;

/** Set by the parameter $2. */
const ANONYMISED_ADDRESS = `(shipping_address - '{address2,phone}'::text[]) || jsonb_build_object('name', $2::text, 'address', $2::text, 'city', $2::text, 'zip', $2::text)`;

/** Number, items, amounts and dates stay for legal reasons, state and country because the tax depends on them. */
const ANONYMISE_ORDERS = `
  UPDATE orders SET user_id = NULL, guest_id = NULL, cart_id = NULL, email = NULL, tracking = NULL, parcel_return = NULL, returned_at = NULL, note_id = NULL, gift_message = NULL,
    shipping_address = ${ANONYMISED_ADDRESS},
    anonymised_at = now()
  WHERE id = ANY($1)`;
const ANONYMISE_INTENTS =
  'UPDATE payment_intents SET client_secret = NULL WHERE order_id = ANY($1) AND client_secret IS NOT NULL';
const ANONYMISE_ITEMS =
  'UPDATE order_items SET generated_image_url = NULL, mockup_url = NULL, print_file = NULL, print_view_url = NULL WHERE order_id = ANY($1)';
/** An admin's free text, which may name a person. */
const ANONYMISE_REFUNDS = `UPDATE order_refunds SET reason = $2 WHERE source = 'shop' AND order_id = ANY($1)`;
/** The printer's message may name a person. */
const DELETE_REASONS = 'UPDATE fulfilments SET reason = NULL WHERE order_id = ANY($1)';
const ANONYMISE_HOLDS = `UPDATE fulfilment_holds SET release_reason = $2 WHERE released_by IN ('admin', 'customer') AND order_id = ANY($1)`;
const ANONYMISE_REPRINTS = `
  UPDATE reprints SET note = NULL, photo_ids = '{}', shipping_address = ${ANONYMISED_ADDRESS}, tracking = NULL, returned_at = NULL, parcel_return = NULL, problem = NULL WHERE order_id = ANY($1)`;
const DELETE_REPORTS = 'DELETE FROM problem_reports WHERE order_id = ANY($1)';
const DELETE_QUESTIONS = 'DELETE FROM order_questions WHERE order_id = ANY($1)';
const DELETE_BULK_ROWS = 'DELETE FROM bulk_action_rows WHERE order_id = ANY($1)';
const DELETE_NOTES = 'DELETE FROM order_notes WHERE order_id = ANY($1)';

const CONFIRM_ERASURE = `
  UPDATE user_erasures SET confirmed_at = now()
  WHERE user_id = $1 AND confirmed_at IS NULL AND NOT EXISTS (SELECT 1 FROM orders WHERE user_id = $1) RETURNING user_id`;

/** An event that arrives later than this is not delivered any more. */
const LATE_DATA_DAYS = 90;

/** Unconfirmed erasures, and confirmed ones whose user has data again that arrived late. */
const SELECT_UNFINISHED = `
  SELECT user_id AS "userId" FROM user_erasures e
  WHERE confirmed_at IS NULL OR confirmed_at > now() - interval '${LATE_DATA_DAYS} days' AND (EXISTS (SELECT 1 FROM carts c WHERE c.user_id = e.user_id)
    OR EXISTS (SELECT 1 FROM orders o WHERE o.user_id = e.user_id) OR EXISTS (SELECT 1 FROM artworks a WHERE a.user_id = e.user_id))
  ORDER BY requested_at LIMIT 1000`;

@Injectable()
export class ErasuresRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async lockUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(LOCK_USER, [userId]);
  }

  async saveRequest(manager: EntityManager, userId: string, requestedAt: string): Promise<void> {
    await manager.query(SAVE_REQUEST, [userId, requestedAt]);
  }

  /** Null: the user requested no erasure. */
  async findErasure(manager: EntityManager, userId: string): Promise<{ confirmedAt: Date | null } | null> {
    const [erasure] = await manager.query<{ confirmedAt: Date | null }[]>(
      'SELECT confirmed_at AS "confirmedAt" FROM user_erasures WHERE user_id = $1',
      [userId],
    );
    return erasure ?? null;
  }

  async deleteUserData(manager: EntityManager, userId: string): Promise<void> {
    for (const statement of DELETE_USER_DATA) await manager.query(statement, [userId]);
  }

  /** Returns the orders that were anonymised. */
  async anonymiseFinishedOrders(manager: EntityManager, userId: string): Promise<string[]> {
    const finished = await manager.query<{ id: string }[]>(LOCK_FINISHED_ORDERS, [userId]);
    return this.anonymiseOrders(manager, finished);
  }

  /** Returns the orders that were anonymised: those that were cancelled so many days ago and never paid. */
  async anonymiseUnpaidOrders(manager: EntityManager, days: number, limit: number): Promise<string[]> {
    return this.anonymiseOrders(
      manager,
      await manager.query<{ id: string }[]>(LOCK_UNPAID_CANCELLED_ORDERS, [days, limit]),
    );
  }

  private async anonymiseOrders(manager: EntityManager, locked: readonly { id: string }[]): Promise<string[]> {
    const ids = locked.map(({ id }) => id);
    if (ids.length === 0) return [];
    await manager.query(ANONYMISE_ORDERS, [ids, ERASED]);
    await manager.query(ANONYMISE_INTENTS, [ids]);
    await manager.query(ANONYMISE_ITEMS, [ids]);
    await manager.query(ANONYMISE_REFUNDS, [ids, ERASED]);
    await manager.query(ANONYMISE_HOLDS, [ids, ERASED]);
    await manager.query(DELETE_NOTES, [ids]);
    await manager.query(DELETE_QUESTIONS, [ids]);
    await manager.query(ANONYMISE_REPRINTS, [ids, ERASED]);
    await manager.query(DELETE_REPORTS, [ids]);
    await manager.query(DELETE_REASONS, [ids]);
    await manager.query(DELETE_BULK_ROWS, [ids]);
    return ids;
  }

  /** True exactly once: when no order names the user any more. */
  async confirmErasure(manager: EntityManager, userId: string): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(CONFIRM_ERASURE, [userId]);
    return rows.length > 0;
  }

  async findOwner(manager: EntityManager, orderId: string): Promise<string | null> {
    const [order] = await manager.query<{ userId: string | null }[]>(
      'SELECT user_id AS "userId" FROM orders WHERE id = $1',
      [orderId],
    );
    return order?.userId ?? null;
  }

  async listOpenOrders(userId: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM orders WHERE user_id = $1 AND status = 'created' ORDER BY created_at, id`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  async listUnfinished(): Promise<string[]> {
    const rows = await this.dataSource.query<{ userId: string }[]>(SELECT_UNFINISHED);
    return rows.map(({ userId }) => userId);
  }
}
