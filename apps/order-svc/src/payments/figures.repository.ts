import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isForeignSql } from './payment-accounts.repository.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import type { PaymentAccount } from './payment-provider.js';

/** Counts and sums of cents, as triggers keep them (figures.sql.ts). */
const FIGURES = [
  'orders',
  'paid-orders',
  'paid-orders-total',
  'print-files',
  'print-files-completed',
  'print-files-failed',
  'print-jobs-submitted',
  'received',
  'refunded',
  'lost-to-disputes',
  'reprints',
  'reprint-costs',
  'products',
  'accounts',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

interface FigureChange extends PaymentAccount {
  name: string;
  change: number;
}

const SELECT_FIGURES = `
  SELECT name, sum(value)::bigint AS value FROM
    (SELECT name, account, livemode, value FROM figures UNION ALL SELECT name, account, livemode, change FROM figure_changes) i
  WHERE ${isForeignSql('$1', '$2')} IS NOT TRUE GROUP BY name`;

const ADD_CHANGES = `
  WITH added AS (DELETE FROM figure_changes WHERE position IN (SELECT position FROM figure_changes ORDER BY position LIMIT $1) RETURNING name, account, livemode, change),
    sums AS (INSERT INTO figures (name, account, livemode, value) SELECT name, account, livemode, sum(change) FROM added
      GROUP BY name, account, livemode ORDER BY name, account, livemode
      ON CONFLICT ON CONSTRAINT figures_unique DO UPDATE SET value = figures.value + EXCLUDED.value)
  SELECT count(*) AS count FROM added`;

@Injectable()
export class FiguresRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  /** Of the payments in the present account and mode. Right up to the last commit. */
  async getFigures(): Promise<Figures> {
    const { account, livemode } = await this.paymentProviders.current.getKnownAccount();
    const rows = await this.dataSource.query<{ name: string; value: number }[]>(SELECT_FIGURES, [account, livemode]);
    const values = new Map(rows.map(({ name, value }) => [name, value]));
    return Object.fromEntries(FIGURES.map((name) => [name, values.get(name) ?? 0])) as Figures;
  }

  /** Adds the oldest changes to the figures, so that few are left to be summed. Returns how many. */
  async addChanges(limit: number): Promise<number> {
    const [added] = await this.dataSource.query<{ count: number }[]>(ADD_CHANGES, [limit]);
    return added?.count ?? 0;
  }

  /** Counts everything. Returns what was wrong and is right now. */
  correctFigures(manager: EntityManager): Promise<FigureChange[]> {
    return manager.query<FigureChange[]>('SELECT name, account, livemode, change FROM correct_figures()');
  }
}
