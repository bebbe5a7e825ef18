import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** `currency` is missing in entries of the previous version: then it is the shop's. */
interface Amount {
  amountCents: number;
  currency?: string;
}

/** The details contain no personal data, because entries are kept after an erasure. */
export type OrderHistoryEvent =
  | { action: 'order.placed' | 'order.paid'; facts: { totalCents: number } }
  | { action: 'order.payment-failed'; facts: { message: string } }
  | {
      action: 'order.status-changed';
      facts: { from: string; to: string; by?: 'customer' | 'printer' | 'refund' | 'dispute' | 'silence' };
    }
  | { action: 'order.changed'; facts: { what: string[] } }
  | { action: 'order.printing-delayed'; facts: { reason: string } }
  | { action: 'order.refunded'; facts: Amount }
  | { action: 'order.refund-failed'; facts: Amount & { reason: string } }
  | { action: 'order.amount-differs'; facts: { amountCents: number; currency: string } }
  | { action: 'order.difference-given-back'; facts: Amount & { isLate: boolean } }
  | { action: 'order.disputed'; facts: Amount & { reason: string } }
  | { action: 'order.dispute-closed'; facts: Amount & { outcome: string } }
  | { action: 'print-file.completed'; facts: { title: string; dpi: number } }
  | { action: 'print-file.failed'; facts: { title: string; reason: string } }
  | { action: 'order.anonymised'; facts: Record<string, never> };

export type HistoryEntry = OrderHistoryEvent & { id: string; at: Date };

/** More than one order can have. Limits the query. */
const ENTRIES_LIMIT = 500;

const LIST_BY_ORDER = `SELECT id, at, action, facts FROM order_history WHERE order_id = $1 ORDER BY at DESC, id DESC LIMIT ${ENTRIES_LIMIT}`;

/** The timeline of orders, except changes by admins. Entries are written in the transaction of the change. */
@Injectable()
export class OrderHistoryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async addEntry(manager: EntityManager, orderId: string, { action, facts }: OrderHistoryEvent): Promise<void> {
    await manager.query('INSERT INTO order_history (order_id, action, facts) VALUES ($1, $2, $3)', [
      orderId,
      action,
      JSON.stringify(facts),
    ]);
  }

  /** Newest first. */
  listByOrder(orderId: string): Promise<HistoryEntry[]> {
    return this.dataSource.query<HistoryEntry[]>(LIST_BY_ORDER, [orderId]);
  }
}
