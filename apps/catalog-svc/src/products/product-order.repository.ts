import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Neighbors, Place } from './product-order.rules.js';
import { LISTED_AT } from './products.repository.js';

/** Key of the advisory lock; any constant. */
const ORDER_LOCK = 7_241_011;
const AT_US = `(extract(epoch FROM ${LISTED_AT}) * 1000000)::bigint AS at`;
const LISTED = `SELECT id, ${AT_US} FROM products WHERE deleted_at IS NULL`;
const TARGET = `(timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)`;
const OTHERS = `${LISTED} AND id <> $3`;
export const SELECT_ABOVE = `${OTHERS} AND (${LISTED_AT}, id) > ${TARGET} ORDER BY ${LISTED_AT}, id LIMIT $4`;
export const SELECT_BELOW = `${OTHERS} AND (${LISTED_AT}, id) < ${TARGET} ORDER BY ${LISTED_AT} DESC, id DESC LIMIT $4`;

export type PlacedProduct = Place & { title: string };

/** Places are read and written under one lock, so that two moves see each other's result. */
@Injectable()
export class ProductOrderRepository {
  async lockOrder(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ORDER_LOCK]);
  }

  async findPlaced(id: string, manager: EntityManager): Promise<PlacedProduct | null> {
    const [product] = await manager.query<PlacedProduct[]>(
      `SELECT id, title, ${AT_US} FROM products WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return product ?? null;
  }

  /** At most `size` products on each side of the target, nearest first, without the moved one. */
  async listBeside(
    { target, movedId, size }: { target: Place; movedId: string; size: number },
    manager: EntityManager,
  ): Promise<Neighbors> {
    const values = [target.at, target.id, movedId, size];
    const above = await manager.query<Place[]>(SELECT_ABOVE, values);
    const below = await manager.query<Place[]>(SELECT_BELOW, values);
    return { above, below, isWhole: { above: above.length < size, below: below.length < size } };
  }

  /** Locks the rows by id first, so that two transactions with several products cannot wait for each other. */
  async savePlaces(places: readonly Place[], manager: EntityManager): Promise<void> {
    const ids = places.map(({ id }) => id);
    await manager.query('SELECT 1 FROM products WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
    await manager.query(
      `UPDATE products SET listed_at = timestamptz 'epoch' + place.at * interval '1 microsecond'
       FROM unnest($1::uuid[], $2::bigint[]) place (id, at) WHERE products.id = place.id`,
      [ids, places.map(({ at }) => at)],
    );
  }
}
