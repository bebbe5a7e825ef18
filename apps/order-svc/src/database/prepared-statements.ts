import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** A named statement is planned once per connection. Planning is most of the cost of a short query with many joins. */
export interface Statement {
  name: string;
  text: string;
}

/** Frequent reads and writes: prepared statements on the data source's own pool, each in its own transaction. */
@Injectable()
export class PreparedStatements {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async run<Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    return (await master.query<Row>({ name, text, values: [...values] })).rows;
  }
}
