import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const DELETE_PAYMENT_EVENTS = `
  DELETE FROM payment_events WHERE (provider, event_id) IN (
    SELECT provider, event_id FROM payment_events WHERE applied_at < now() - make_interval(days => $1) ORDER BY applied_at LIMIT $2)`;

const DELETE_CONFIRMED_PRICES = `
  DELETE FROM confirmed_prices WHERE (cart_id, session_hash) IN (
    SELECT cart_id, session_hash FROM confirmed_prices WHERE confirmed_at < now() - make_interval(days => $1) ORDER BY confirmed_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** Deletes rows that are not needed after some days: at most `limit` in a transaction. Each method returns how many. */
@Injectable()
export class RetentionRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** They make a repeated event harmless. No provider repeats one after so long: Stripe lists events for 30 days. */
  deletePaymentEvents(days: number, limit: number): Promise<number> {
    return this.deleteRows(DELETE_PAYMENT_EVENTS, [days, limit]);
  }

  /** Without them the price counts at which the item was added. */
  deleteConfirmedPrices(days: number, limit: number): Promise<number> {
    return this.deleteRows(DELETE_CONFIRMED_PRICES, [days, limit]);
  }

  private async deleteRows(statement: string, values: unknown[]): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(statement, values);
    return count;
  }
}
