import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { OrderContent, StoredItem, StoredOrder } from './order.js';

const COLUMNS = `
  id, external_id AS "externalId", store, status, error, shipping, recipient, items, shipments,
  created_at AS "createdAt", updated_at AS "updatedAt", confirmed_at AS "confirmedAt",
  (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs",
  (extract(epoch FROM clock_timestamp() - confirmed_at) * 1000)::float8 AS "elapsedMs"`;

/** `@` and the shop's own number of the order, or Printful's number. Returns a condition and its value. */
function toCondition(reference: string): [condition: string, value: string] {
  if (reference.startsWith('@')) return ['external_id = $1', reference.slice(1)];
  return ['id = $1', /^\d{1,15}$/.test(reference) ? reference : '0'];
}

const INSERT = `
  INSERT INTO printful_orders (external_id, store, shipping, recipient, items, confirmed_at)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END) ON CONFLICT (external_id) DO NOTHING RETURNING ${COLUMNS}`;

/** Columns that an update may set. */
export type OrderChange = Partial<
  Pick<StoredOrder, 'status' | 'error' | 'shipping' | 'recipient' | 'items' | 'shipments' | 'confirmedAt'>
>;

const SETTERS: Readonly<Record<keyof OrderChange, string>> = {
  status: 'status',
  error: 'error',
  shipping: 'shipping',
  recipient: 'recipient',
  items: 'items',
  shipments: 'shipments',
  confirmedAt: 'confirmed_at',
};

@Injectable()
export class OrdersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(reference: string): Promise<StoredOrder | null> {
    const [isOrder, value] = toCondition(reference);
    const [order] = await this.dataSource.query<StoredOrder[]>(
      `SELECT ${COLUMNS} FROM printful_orders WHERE ${isOrder}`,
      [value],
    );
    return order ?? null;
  }

  async findLocked(manager: EntityManager, reference: string): Promise<StoredOrder | null> {
    const [isOrder, value] = toCondition(reference);
    const [order] = await manager.query<StoredOrder[]>(
      `SELECT ${COLUMNS} FROM printful_orders WHERE ${isOrder} FOR UPDATE`,
      [value],
    );
    return order ?? null;
  }

  /** Null: the store has an order of this number. */
  async insert(
    manager: EntityManager,
    { external_id: externalId, shipping, recipient }: OrderContent,
    { store, items, isConfirmed }: { store: number; items: StoredItem[]; isConfirmed: boolean },
  ): Promise<StoredOrder | null> {
    const [order] = await manager.query<StoredOrder[]>(INSERT, [
      externalId ?? null,
      store,
      shipping,
      JSON.stringify(recipient),
      JSON.stringify(items),
      isConfirmed,
    ]);
    return order ?? null;
  }

  async update(manager: EntityManager, { id }: StoredOrder, change: OrderChange): Promise<StoredOrder> {
    const columns = Object.keys(change) as (keyof OrderChange)[];
    const sets = columns.map((column, index) => `${SETTERS[column]} = $${index + 2}`);
    const values = columns.map((column) => toParameter(change[column]));
    const [[order]] = await manager.query<[StoredOrder[], number]>(
      `UPDATE printful_orders SET ${['updated_at = now()', ...sets].join(', ')} WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, ...values],
    );
    if (!order) throw new Error(`Order ${id} does not exist`);
    return order;
  }

  async delete(reference: string): Promise<void> {
    const [isOrder, value] = toCondition(reference);
    await this.dataSource.query(`DELETE FROM printful_orders WHERE ${isOrder}`, [value]);
  }
}

const toParameter = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
