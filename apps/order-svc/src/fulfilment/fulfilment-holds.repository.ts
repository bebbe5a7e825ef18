import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FulfilmentHoldKind } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import type { HoldKey } from './fulfilment-hold.rules.js';

export interface FulfilmentHold extends HoldKey {
  id: string;
  openedAt: Date;
}

/** `reason`: the provider's term for the outcome, or what an admin wrote. */
export interface HoldRelease {
  by: 'provider' | 'admin' | 'customer';
  reason: string | null;
}

/** More than one order can have. Limits the query. */
const HOLDS_LIMIT = 100;

export const isOnHoldSql = (orderId: string): string =>
  `EXISTS (SELECT FROM fulfilment_holds hold WHERE hold.order_id = ${orderId} AND hold.released_at IS NULL)`;

const INSERT = `
  INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (kind, reference) DO NOTHING RETURNING id`;

/** A warning or a review that came after the order was sent. */
const INSERT_LATE = `
  INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at, released_at, released_by) VALUES ($1, $2, $3, $4, now(), 'order')
  ON CONFLICT (kind, reference) DO NOTHING RETURNING id`;

/** A warning of fraud or a review of an order that was sent all the same. Neither the provider nor an admin has decided about it. */
const IS_LATE_DOUBT = `fulfilment_holds.kind IN ('fraud-warning', 'payment-review') AND fulfilment_holds.released_by = 'order'
  AND EXISTS (SELECT FROM orders o WHERE o.id = fulfilment_holds.order_id AND o.status IN ('shipped', 'delivered'))`;

/** A release may arrive before what it releases: then its row prevents the hold. */
const RELEASE = `
  INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at, released_at, released_by, release_reason)
  VALUES ($1, $2, $3, now(), now(), $4, $5)
  ON CONFLICT (kind, reference) DO UPDATE SET released_at = now(), released_by = EXCLUDED.released_by, release_reason = EXCLUDED.release_reason
    WHERE fulfilment_holds.released_at IS NULL OR (${IS_LATE_DOUBT})
  RETURNING xmax <> 0 AS "wasOpen"`;

/** By a decision of an admin. */
const RELEASE_BY_ID = `
  UPDATE fulfilment_holds SET released_at = now(), released_by = $3, release_reason = $4
  WHERE order_id = $1 AND id = ANY($2) AND (released_at IS NULL OR ${IS_LATE_DOUBT}) RETURNING id, kind`;

const LIST_OPEN = `
  SELECT id, kind, reference, opened_at AS "openedAt" FROM fulfilment_holds
  WHERE order_id = $1 AND released_at IS NULL ORDER BY opened_at, id LIMIT ${HOLDS_LIMIT}`;

const LIST_UNDECIDED = `
  SELECT id, kind, reference, opened_at AS "openedAt" FROM fulfilment_holds
  WHERE order_id = $1 AND (released_at IS NULL OR ${IS_LATE_DOUBT}) ORDER BY opened_at, id LIMIT ${HOLDS_LIMIT}`;

/** A customer reads about orders that no printer has. A question has its own words. */
const LIST_UNDER_REVIEW = `
  SELECT DISTINCT h.order_id AS "orderId" FROM fulfilment_holds h JOIN fulfilments f ON f.order_id = h.order_id
  WHERE h.order_id = ANY($1) AND h.released_at IS NULL AND h.kind <> 'question' AND f.state IN ('change-window', 'waiting')`;

/** What admins wrote, by hold. */
const LIST_REASONS = `
  SELECT id, release_reason AS reason FROM fulfilment_holds
  WHERE order_id = $1 AND released_by = 'admin' ORDER BY released_at DESC, id LIMIT ${HOLDS_LIMIT}`;

@Injectable()
export class FulfilmentHoldsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Requires the order's lock. */
  async isOnHold(manager: EntityManager, orderId: string): Promise<boolean> {
    const [row] = await manager.query<{ isOnHold: boolean }[]>(`SELECT ${isOnHoldSql('$1')} AS "isOnHold"`, [orderId]);
    return row?.isOnHold ?? false;
  }

  /** False if this object held the order before. */
  async insert(
    manager: EntityManager,
    orderId: string,
    { kind, reference, openedAt }: HoldKey & { openedAt: Date },
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(INSERT, [orderId, kind, reference, openedAt]);
    return rows.length > 0;
  }

  /** For an order that was sent. False if this object was known before. */
  async insertLate(
    manager: EntityManager,
    orderId: string,
    { kind, reference, openedAt }: HoldKey & { openedAt: Date },
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(INSERT_LATE, [orderId, kind, reference, openedAt]);
    return rows.length > 0;
  }

  /** What an admin or the provider has yet to decide about an order that was sent. Requires the order's lock. */
  async listLateDoubts(manager: EntityManager, orderId: string): Promise<FulfilmentHoldKind[]> {
    const rows = await manager.query<{ kind: FulfilmentHoldKind }[]>(
      `SELECT DISTINCT kind FROM fulfilment_holds WHERE order_id = $1 AND ${IS_LATE_DOUBT}`,
      [orderId],
    );
    return rows.map(({ kind }) => kind);
  }

  /** True if the hold was open, or a doubt that stopped what is sent again. */
  async release(
    manager: EntityManager,
    orderId: string,
    { kind, reference }: HoldKey,
    { by, reason }: HoldRelease,
  ): Promise<boolean> {
    const [row] = await manager.query<{ wasOpen: boolean }[]>(RELEASE, [orderId, kind, reference, by, reason]);
    return row?.wasOpen ?? false;
  }

  /** Returns those of the holds that were open. */
  async releaseByIds(
    manager: EntityManager,
    orderId: string,
    ids: readonly string[],
    { by, reason }: HoldRelease,
  ): Promise<Pick<FulfilmentHold, 'id' | 'kind'>[]> {
    const [released] = await manager.query<[Pick<FulfilmentHold, 'id' | 'kind'>[], number]>(RELEASE_BY_ID, [
      orderId,
      ids,
      by,
      reason,
    ]);
    return released;
  }

  /** Oldest first. */
  listOpen(orderId: string, manager = this.dataSource.manager): Promise<FulfilmentHold[]> {
    return manager.query<FulfilmentHold[]>(LIST_OPEN, [orderId]);
  }

  /** What an admin can decide about: the open ones, and warnings about an order that was sent. Oldest first. */
  listUndecided(orderId: string): Promise<FulfilmentHold[]> {
    return this.dataSource.manager.query<FulfilmentHold[]>(LIST_UNDECIDED, [orderId]);
  }

  /** Those of the orders that wait because of their payment. */
  async listUnderReview(orderIds: readonly string[], manager = this.dataSource.manager): Promise<ReadonlySet<string>> {
    const rows = await manager.query<{ orderId: string }[]>(LIST_UNDER_REVIEW, [orderIds]);
    return new Set(rows.map(({ orderId }) => orderId));
  }

  async listReasons(orderId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.dataSource.query<{ id: string; reason: string }[]>(LIST_REASONS, [orderId]);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  }
}
