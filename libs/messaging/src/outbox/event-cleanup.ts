import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows, type JobContext, type OldRows } from '@shop/jobs';
import { DataSource } from 'typeorm';

const RETENTION: readonly OldRows[] = [
  { table: 'outbox', time: 'published_at', age: '7 days' },
  { table: 'processed_events', time: 'processed_at', age: '60 days' },
  { table: 'dead_letters', time: 'COALESCE(resolved_at, died_at)', age: '90 days' },
];

/** Deletes the rows of sent events, processed events and dead letters after their retention. Sent events can be resent until then. */
@Injectable()
export class EventCleanup {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Cron('11 * * * *', { name: 'events.cleanup' })
  async deleteExpired(_data: undefined, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    for (const rows of RETENTION) await deleteOldRows(this.dataSource, rows, signal);
  }
}
