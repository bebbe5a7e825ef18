import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MONEY_DIFFERENCES_LIMIT } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import type { Difference } from './difference.rules.js';
import { DIFFERENCES } from './differences.sql.js';

type Row = Difference & { count: number };

@Injectable()
export class DifferencesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest, and how many there are. */
  async list(): Promise<{ newest: Difference[]; count: number }> {
    const rows = await this.select(null, MONEY_DIFFERENCES_LIMIT);
    return { newest: rows, count: rows[0]?.count ?? 0 };
  }

  /** Null where there is none, or none any more. */
  async find(id: string): Promise<Difference | null> {
    const [difference] = await this.select(id, 1);
    return difference ?? null;
  }

  /** Compiling so long a statement to machine code takes PostgreSQL many times as long as running it (100,000 orders: seconds against half of one). */
  private select(id: string | null, limit: number): Promise<Row[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL jit = off');
      return manager.query<Row[]>(DIFFERENCES, [id, limit]);
    });
  }
}
