import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FOUND_DIFFERENCES_LIMIT, MONEY_DIFFERENCES_LIMIT } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Difference } from './difference.rules.js';
import { DIFFERENCES } from './differences.sql.js';
import { TELL_UNTOLD } from './told-differences.sql.js';

type Row = Difference & { count: number };

const withCount = (rows: Row[]): { newest: Difference[]; count: number } => ({
  newest: rows,
  count: rows[0]?.count ?? 0,
});

@Injectable()
export class DifferencesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest, and how many there are. */
  async list(): Promise<{ newest: Difference[]; count: number }> {
    return withCount(
      await this.dataSource.transaction((manager) =>
        this.select(manager, DIFFERENCES, [null, MONEY_DIFFERENCES_LIMIT]),
      ),
    );
  }

  /** Null where there is none, or none any more. */
  async find(id: string): Promise<Difference | null> {
    const [difference] = await this.dataSource.transaction((manager) => this.select(manager, DIFFERENCES, [id, 1]));
    return difference ?? null;
  }

  /** The newest that nobody was told of, and how many there are, without anybody's own words; from now on they count as told. */
  async takeUntold(manager: EntityManager): Promise<{ newest: Difference[]; count: number }> {
    return withCount(await this.select(manager, TELL_UNTOLD, [FOUND_DIFFERENCES_LIMIT]));
  }

  /** Compiling so long a statement to machine code takes PostgreSQL many times as long as running it (100,000 orders: seconds against half of one). */
  private async select(manager: EntityManager, statement: string, values: unknown[]): Promise<Row[]> {
    await manager.query('SET LOCAL jit = off');
    return manager.query<Row[]>(statement, values);
  }
}
