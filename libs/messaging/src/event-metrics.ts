import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface EventFigures {
  /** Age of the oldest unsent event. 0 if there is none. */
  oldestUnsentSeconds: number;
  /** Unresolved. */
  deadLetters: number;
}

/** Figures of outbox and dead letters for the service's metrics. Both queries read a partial index of rows that are usually few. */
@Injectable()
export class EventMetrics {
  private retryCount = 0;
  private unreadableCount = 0;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Deliveries of this process that did not succeed and are repeated. */
  get retries(): number {
    return this.retryCount;
  }

  /** Deliveries to this process whose payload does not fit the schema. Each is repeated, and counted again, for days. */
  get unreadable(): number {
    return this.unreadableCount;
  }

  countRetry(): void {
    this.retryCount += 1;
  }

  countUnreadable(): void {
    this.unreadableCount += 1;
  }

  async read(): Promise<EventFigures> {
    const [figures] = await this.dataSource.query<EventFigures[]>(
      `SELECT
         COALESCE(extract(epoch FROM now() - (SELECT created_at FROM outbox WHERE published_at IS NULL ORDER BY position LIMIT 1)), 0)::float AS "oldestUnsentSeconds",
         (SELECT count(*)::int FROM dead_letters WHERE resolved_at IS NULL) AS "deadLetters"`,
    );
    return figures ?? { oldestUnsentSeconds: 0, deadLetters: 0 };
  }
}
