import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** By the rows' places, which cannot change while they are locked: by their keys, PostgreSQL may read the whole table. */
const deleteOldest = (table: string, time: string): string => `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${time} < now() - make_interval(days => $1) ORDER BY ${time} LIMIT $2 FOR UPDATE SKIP LOCKED))`;

const DELETE_PAYMENT_EVENTS = deleteOldest('payment_events', 'applied_at');

const DELETE_CONFIRMED_PRICES = deleteOldest('confirmed_prices', 'confirmed_at');

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
