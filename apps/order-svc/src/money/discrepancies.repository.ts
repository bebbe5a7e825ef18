import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FOUND_DISCREPANCIES_LIMIT, MONEY_DISCREPANCIES_LIMIT } from '@shop/contracts/order';
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

  /** The newest discrepancies and their total count. */
  async listNewest(): Promise<{ newest: Discrepancy[]; count: number }> {
    return withCount(
      await this.dataSource.transaction((manager) =>
        this.selectWithoutJit(manager, LIST_DISCREPANCIES, [null, MONEY_DISCREPANCIES_LIMIT]),
      ),
    );
  }

  /** Null if the discrepancy does not exist or is resolved. */
  async findById(id: string): Promise<Discrepancy | null> {
    const [discrepancy] = await this.dataSource.transaction((manager) =>
      this.selectWithoutJit(manager, LIST_DISCREPANCIES, [id, 1]),
    );
    return discrepancy ?? null;
  }

  /**
   * The newest discrepancies that the admins were not notified of, and their count. Marks all of them as notified.
   * Texts of the printer are left out.
   */
  async claimUnnotified(manager: EntityManager): Promise<{ newest: Discrepancy[]; count: number }> {
    return withCount(await this.selectWithoutJit(manager, CLAIM_UNNOTIFIED, [FOUND_DISCREPANCIES_LIMIT]));
  }

  /**
   * JIT compilation of this long statement takes PostgreSQL far longer than running it (100,000 orders: seconds instead
   * of half a second).
   */
  private async selectWithoutJit(manager: EntityManager, statement: string, values: unknown[]): Promise<Row[]> {
    await manager.query('SET LOCAL jit = off');
    return manager.query<Row[]>(statement, values);
  }
}
