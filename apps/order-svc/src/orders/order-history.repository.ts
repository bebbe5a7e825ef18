import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

interface Amount {
  amountCents: number;
  currency: string;
}

/** The details contain no personal data, because entries are kept after an erasure. */
export type OrderHistoryEvent =
  | { action: 'order.placed' | 'order.paid'; details: { totalCents: number } }
  | { action: 'order.payment-failed'; details: { message: string } }
  | {
      action: 'order.status-changed';
      details: { from: string; to: string; by?: 'customer' | 'printer' | 'refund' | 'dispute' | 'assumed-delivery' };
    }
  | { action: 'order.changed'; details: { what: string[] } }
  | { action: 'order.printing-delayed'; details: { reason: string } }
  | { action: 'order.refunded'; details: Amount }
  | { action: 'order.refund-failed'; details: Amount & { reason: string } }
  | { action: 'order.amount-mismatch'; details: { amountCents: number; currency: string } }
  | { action: 'order.mismatch-refunded'; details: Amount & { isLate: boolean } }
  | { action: 'order.disputed'; details: Amount & { reason: string } }
  | { action: 'order.dispute-closed'; details: Amount & { outcome: string } }
  | { action: 'print-file.completed'; details: { title: string; dpi: number } }
  | { action: 'print-file.failed'; details: { title: string; reason: string } }
  | { action: 'order.anonymised'; details: Record<string, never> };

export type HistoryEntry = OrderHistoryEvent & { id: string; at: Date };

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
