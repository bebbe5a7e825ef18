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

/** All versions of all notes. The audit trail refers to a version by its id, because it cannot be erased itself. */
@Injectable()
export class OrderNotesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async addNote(
    manager: EntityManager,
    { id, orderId, text }: { id: string; orderId: string; text: string },
  ): Promise<void> {
    await manager.query('INSERT INTO order_notes (id, order_id, text) VALUES ($1, $2, $3)', [id, orderId, text]);
  }

  async findText(id: string | null, manager = this.dataSource.manager): Promise<string | null> {
    const [note] = await manager.query<{ text: string }[]>('SELECT text FROM order_notes WHERE id = $1', [id]);
    return note?.text ?? null;
  }

  /** Text by version id. */
  async listByOrder(orderId: string): Promise<Map<string, string>> {
    const rows = await this.dataSource.query<{ id: string; text: string }[]>(
      'SELECT id, text FROM order_notes WHERE order_id = $1',
      [orderId],
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}
