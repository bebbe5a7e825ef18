import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';

/**
 * Who is still there to see a job end, in all instances together. A watcher's row is prolonged like a lease, so that those of an instance that
 * died count no longer.
 */
@Injectable()
export class JobAudience {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Counts somebody in while `work` runs, or until `gone` is aborted, whichever is sooner. */
  async during<Result>(jobId: string, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (gone.aborted) return work();
    const watcher = randomUUID();
    await this.quietly(this.enter(watcher, jobId));
    const heartbeat = setInterval(() => void this.quietly(this.stay(watcher)), this.config.ART_LEASE_MS / 3);
    let left: Promise<void> | undefined;
    const leave = (): void => {
      clearInterval(heartbeat);
      left ??= this.quietly(this.leave(watcher));
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await work();
    } finally {
      gone.removeEventListener('abort', leave);
      leave();
      await left;
    }
  }

  async isPresent(jobId: string, manager: EntityManager): Promise<boolean> {
    const watchers = await manager.query<unknown[]>(
      'SELECT FROM ai_job_watchers WHERE job_id = $1 AND seen_until > now() LIMIT 1',
      [jobId],
    );
    return watchers.length > 0;
  }

  /** Rows of instances that died without a word. */
  async forgetLost(): Promise<void> {
    await this.dataSource.query(`DELETE FROM ai_job_watchers WHERE seen_until < now() - interval '1 hour'`);
  }

  private async enter(watcher: string, jobId: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO ai_job_watchers (id, job_id, seen_until)
       SELECT $1, id, now() + $3 * interval '1 millisecond' FROM ai_jobs WHERE id = $2`,
      [watcher, jobId, this.config.ART_LEASE_MS],
    );
  }

  private async stay(watcher: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE ai_job_watchers SET seen_until = now() + $2 * interval '1 millisecond' WHERE id = $1`,
      [watcher, this.config.ART_LEASE_MS],
    );
  }

  private async leave(watcher: string): Promise<void> {
    await this.dataSource.query('DELETE FROM ai_job_watchers WHERE id = $1', [watcher]);
  }

  /** Being counted is no reason for a drawing to fail; a row that could not be written lapses by itself. */
  private quietly(writing: Promise<void>): Promise<void> {
    return writing.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'could not note who waits for an artwork'),
    );
  }
}
