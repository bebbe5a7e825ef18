import { FIGURES_MAX_ROWS } from '@shop/contracts-order';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isForeignSql } from '../payments/payment-accounts.repository.js';
import type { PaymentAccount } from '../payments/payment-provider.js';
import { type DayRange, type KindSum, type Period, splitPeriod, type StoredPart } from './figures.rules.js';

const DAY_KINDS = ['order', 'received', 'refund', 'lost-dispute', 'decline'];

/** A day begins at its first moment, which is not midnight where clocks change at midnight. */
const SELECT_PERIOD = `
  SELECT $1::date::timestamp AT TIME ZONE $3 AS from, ($2::date + 1)::timestamp AT TIME ZONE $3 AS to, (now() AT TIME ZONE $3)::date::text AS today`;

/**
 * Sums of these kinds and parts in the present account ($1, $2), and what is not added to them yet. OFFSET makes PostgreSQL look each part up in the
 * index; otherwise it would read all sums for a long part.
 */
const IN_PARTS = `
  (SELECT f.* FROM unnest($4::text[], $5::timestamptz[], $6::timestamptz[]) part (grain, starts_at, ends_at),
     LATERAL (SELECT kind, starts_at, key, account, livemode, count, cents FROM sales_figures
       WHERE grain = part.grain AND kind = ANY($3::text[]) AND starts_at >= part.starts_at AND starts_at < part.ends_at OFFSET 0) f
   UNION ALL
   SELECT c.kind, c.starts_at, c.key, c.account, c.livemode, c.count, c.cents
     FROM sales_changes c JOIN unnest($5::timestamptz[], $6::timestamptz[]) part (starts_at, ends_at) ON c.starts_at >= part.starts_at AND c.starts_at < part.ends_at
     WHERE c.kind = ANY($3::text[])) i
  WHERE ${isForeignSql('$1', '$2')} IS NOT TRUE`;

const SUM_BY_DAY = `
  SELECT (i.starts_at AT TIME ZONE $7)::date::text AS day, i.kind, sum(i.count)::bigint AS count, sum(i.cents)::bigint AS cents
  FROM ${IN_PARTS} GROUP BY 1, 2`;

const SUM_BY_KIND = `SELECT i.kind, sum(i.count)::bigint AS count, sum(i.cents)::bigint AS cents FROM ${IN_PARTS} GROUP BY 1`;

const REST_RANK = FIGURES_MAX_ROWS + 1;
/** What follows the largest rows is summed up, in a row without a key. */
const SUM_BY_KEY = `
  WITH sums AS (SELECT i.key, sum(i.count)::bigint AS count, sum(i.cents)::bigint AS cents FROM ${IN_PARTS} GROUP BY 1),
    ranked AS (SELECT *, row_number() OVER (ORDER BY cents DESC, count DESC, key) AS rank FROM sums WHERE count <> 0 OR cents <> 0)
  SELECT CASE WHEN rank <= ${FIGURES_MAX_ROWS} THEN key END AS key, count(*) AS rows, sum(count)::bigint AS count, sum(cents)::bigint AS cents
  FROM ranked GROUP BY least(rank, ${REST_RANK}), 1 ORDER BY least(rank, ${REST_RANK})`;

export interface DaySum extends KindSum {
  day: string;
}

export interface KeySum {
  /** Null: the rest. */
  key: string | null;
  /** How many rows it sums up. */
  rows: number;
  count: number;
  cents: number;
}

/** Reads what triggers have added up (figures/sales.sql.ts of the migrations). */
@Injectable()
export class SalesRepository {
  async getPeriod(
    manager: EntityManager,
    { from, to }: DayRange,
    timeZone: string,
  ): Promise<Period & { today: string }> {
    const [period] = await manager.query<(Period & { today: string })[]>(SELECT_PERIOD, [from, to, timeZone]);
    if (!period) throw new Error('The range has no period');
    return period;
  }

  listByDay(manager: EntityManager, account: PaymentAccount, period: Period, timeZone: string): Promise<DaySum[]> {
    const parts: StoredPart[] = [{ grain: timeZone === 'UTC' ? 'day' : 'quarter-hour', ...period }];
    return manager.query<DaySum[]>(SUM_BY_DAY, [...toValues(account, DAY_KINDS, parts), timeZone]);
  }

  sumByKind(manager: EntityManager, account: PaymentAccount, period: Period): Promise<KindSum[]> {
    return manager.query<KindSum[]>(SUM_BY_KIND, toValues(account, DAY_KINDS, splitPeriod(period)));
  }

  /** The largest amounts first, then the rest. */
  listByKey(
    manager: EntityManager,
    account: PaymentAccount,
    period: Period,
    kind: 'product' | 'style' | 'country',
  ): Promise<KeySum[]> {
    return manager.query<KeySum[]>(SUM_BY_KEY, toValues(account, [kind], splitPeriod(period)));
  }

  /** Of products, also deleted ones. */
  async getTitles(manager: EntityManager, productIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await manager.query<{ id: string; title: string }[]>(
      'SELECT id, title FROM catalogue_products WHERE id = ANY($1::uuid[])',
      [productIds],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  /** Adds the oldest changes to the sums, so that few are left to be read. Returns how many. */
  async addChanges(manager: EntityManager, limit: number): Promise<number> {
    const [added] = await manager.query<{ count: number }[]>('SELECT add_sales_changes($1) AS count', [limit]);
    return added?.count ?? 0;
  }

  /** Counts everything. Returns what was wrong and is right now. */
  correctSales(manager: EntityManager): Promise<unknown[]> {
    return manager.query<unknown[]>('SELECT kind, starts_at, key, count, cents FROM correct_sales()');
  }
}

const toValues = ({ account, livemode }: PaymentAccount, kinds: string[], parts: readonly StoredPart[]): unknown[] => [
  account,
  livemode,
  kinds,
  parts.map(({ grain }) => grain),
  parts.map(({ from }) => from),
  parts.map(({ to }) => to),
];
