import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { HistoryEntry, OrderHistoryEvent } from './order.rules.js';

/** More than one order can have. Limits the query. */
const ENTRIES_LIMIT = 500;

const LIST_BY_ORDER = `SELECT id, at, action, details FROM order_history WHERE order_id = $1 ORDER BY at DESC, id DESC LIMIT ${ENTRIES_LIMIT}`;

/** The timeline of orders, except changes by admins. Entries are written in the transaction of the change. */
@Injectable()
export class OrderHistoryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async addEntry(manager: EntityManager, orderId: string, { action, details }: OrderHistoryEvent): Promise<void> {
    await manager.query('INSERT INTO order_history (order_id, action, details) VALUES ($1, $2, $3)', [
      orderId,
      action,
      JSON.stringify(details),
    ]);
  }

  /** Newest first. */
  listByOrder(orderId: string): Promise<HistoryEntry[]> {
    return this.dataSource.query<HistoryEntry[]>(LIST_BY_ORDER, [orderId]);
  }
}
