import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkRequested } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { JobsRepository, type NewJob } from './jobs.repository.js';
import { assertInTime, type QueueLoad } from './queue-wait.rules.js';

/** Enough to even out easy photos and hard ones, few enough to follow a machine that gets slower. */
const RECENT = 20;

@Injectable()
export class JobQueue {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobsRepository,
    private readonly outbox: EventOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The new job's id; null where the owner's other call with the same key was quicker. Throws 503, and nothing is kept, where it could not be drawn in time. */
  enqueue(job: NewJob): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      // One at a time in all instances: of many that call at once each counts those before it, and the last place is given once.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('ai_jobs/queue', 0))`);
      // Before the queue is looked at: who lost the race for its own key joins that job, however long the queue is.
      const jobId = await this.jobs.insert(job, this.config.ART_DEADLINE_MS, manager);
      if (!jobId) return null;
      assertInTime(await this.loadBefore(jobId, manager), this.config.ART_DEADLINE_MS);
      await this.outbox.publish(manager, artworkRequested, { subject: `artwork/${jobId}`, data: { jobId } });
      return jobId;
    });
  }

  private async loadBefore(jobId: string, manager: EntityManager): Promise<QueueLoad> {
    const [load] = await manager.query<QueueLoad[]>(
      `SELECT
         (SELECT count(*)::int FROM ai_jobs WHERE status IN ('pending', 'processing') AND id <> $1) AS unfinished,
         (SELECT coalesce(sum(drawn_at_a_time), 0)::int FROM easels WHERE alive_until > now()) AS easels,
         (SELECT avg(1000 * extract(epoch FROM completed_at - claimed_at))::float8 FROM (
            SELECT completed_at, claimed_at FROM ai_jobs WHERE status = 'completed' AND claimed_at IS NOT NULL
            ORDER BY completed_at DESC LIMIT ${RECENT}) AS recent) AS "meanDrawingMs"`,
      [jobId],
    );
    if (!load) throw new Error('The queue could not be counted');
    // Who asks is alive itself, also where its own row came too late.
    return { ...load, easels: Math.max(load.easels, this.config.ART_CONCURRENCY) };
  }
}
