import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FOUND_DIFFERENCES_LIMIT, MONEY_DIFFERENCES_LIMIT } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Discrepancy } from './discrepancy.rules.js';
import { LIST_DISCREPANCIES } from './discrepancies.sql.js';
import { CLAIM_UNNOTIFIED } from './notified-discrepancies.sql.js';

type Row = Discrepancy & { count: number };

const withCount = (rows: Row[]): { newest: Discrepancy[]; count: number } => ({
  newest: rows,
  count: rows[0]?.count ?? 0,
});

@Injectable()
export class DiscrepanciesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest, and how many there are. */
  async listNewest(): Promise<{ newest: Discrepancy[]; count: number }> {
    return withCount(
      await this.dataSource.transaction((manager) =>
        this.selectWithoutJit(manager, LIST_DISCREPANCIES, [null, MONEY_DIFFERENCES_LIMIT]),
      ),
    );
  }

  /** Null where there is none, or none any more. */
  async findById(id: string): Promise<Discrepancy | null> {
    const [discrepancy] = await this.dataSource.transaction((manager) =>
      this.selectWithoutJit(manager, LIST_DISCREPANCIES, [id, 1]),
    );
    return discrepancy ?? null;
  }

  /** The newest that nobody was told of, and how many there are, without anybody's own words; from now on they count as told. */
  async claimUnnotified(manager: EntityManager): Promise<{ newest: Discrepancy[]; count: number }> {
    return withCount(await this.selectWithoutJit(manager, CLAIM_UNNOTIFIED, [FOUND_DIFFERENCES_LIMIT]));
  }

  /** Compiling so long a statement to machine code takes PostgreSQL many times as long as running it (100,000 orders: seconds against half of one). */
  private async selectWithoutJit(manager: EntityManager, statement: string, values: unknown[]): Promise<Row[]> {
    await manager.query('SET LOCAL jit = off');
    return manager.query<Row[]>(statement, values);
  }
}
