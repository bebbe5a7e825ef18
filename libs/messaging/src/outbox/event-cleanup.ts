import { Inject, Injectable } from '@nestjs/common';
import { Cron, type JobContext } from '@shop/jobs';
import { DataSource } from 'typeorm';

const BATCH_SIZE = 5_000;

/** Deletes the rows of sent events, processed events and dead letters after their retention. Sent events can be resent until then. */
@Injectable()
export class EventCleanup {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Cron('11 * * * *', { name: 'events.cleanup' })
  async deleteExpired(_data: undefined, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    await this.deleteRows('outbox', `published_at < now() - interval '7 days'`, signal);
    await this.deleteRows('processed_events', `processed_at < now() - interval '60 days'`, signal);
    await this.deleteRows('dead_letters', `COALESCE(resolved_at, died_at) < now() - interval '90 days'`, signal);
  }

  /** In batches, so that locks are short. */
  private async deleteRows(
    table: 'outbox' | 'processed_events' | 'dead_letters',
    condition: string,
    signal: AbortSignal,
  ): Promise<void> {
    let deleted = BATCH_SIZE;
    while (deleted === BATCH_SIZE && !signal.aborted)
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE}))`,
      );
  }
}
