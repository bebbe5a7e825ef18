import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkRequested } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { JobPetsRepository } from './job-pets.repository.js';
import { JobsRepository, type NewJob } from './jobs.repository.js';
import type { RequestedPet } from '../cut-outs/pet-source.js';
import { assertQueueHasRoom, type QueueLoad } from './queue-wait.rules.js';

/** Enough drawings to average easy and hard photos, few enough to follow a machine that gets slower. */
const RECENT_DRAWINGS = 20;

@Injectable()
export class JobQueueService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobsRepository,
    private readonly jobPets: JobPetsRepository,
    private readonly outbox: EventOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the new job's id; null where another request of the owner with the same key was faster. Throws 503, and
   * saves nothing, where the job could not be drawn in time.
   */
  enqueueJob(job: NewJob, furtherPets: readonly RequestedPet[]): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      // Serialises all instances: each of many simultaneous requests counts those before it, so the last free
      // position is given once.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('ai_jobs/queue', 0))`);
      // Inserts before it checks the queue: a request that loses the race for its key joins that job, however long
      // the queue is.
      const jobId = await this.jobs.insertJob(job, this.config.ART_DEADLINE_MS, manager);
      if (!jobId) return null;
      await this.jobPets.insertPets(jobId, furtherPets, manager);
      assertQueueHasRoom(await this.getLoadBefore(jobId, manager), this.config.ART_DEADLINE_MS);
      await this.outbox.publish(manager, artworkRequested, { subject: `artwork/${jobId}`, data: { jobId } });
      return jobId;
    });
  }

  private async getLoadBefore(jobId: string, manager: EntityManager): Promise<QueueLoad> {
    const [load] = await manager.query<QueueLoad[]>(
      `SELECT
         (SELECT count(*)::int FROM ai_jobs WHERE status IN ('pending', 'processing') AND id <> $1) AS "unfinishedJobs",
         (SELECT coalesce(sum(slots), 0)::int FROM worker_capacity WHERE expires_at > now()) AS "workerSlots",
         (SELECT avg(1000 * extract(epoch FROM completed_at - claimed_at))::float8 FROM (
            SELECT completed_at, claimed_at FROM ai_jobs WHERE status = 'completed' AND claimed_at IS NOT NULL
            ORDER BY completed_at DESC LIMIT ${RECENT_DRAWINGS}) AS recent) AS "meanDrawingMs"`,
      [jobId],
    );
    if (!load) throw new Error('The query of the queue load returned no row');
    // Counts at least this instance, even where its own row is missing or has expired.
    return { ...load, workerSlots: Math.max(load.workerSlots, this.config.ART_CONCURRENCY) };
  }
}
