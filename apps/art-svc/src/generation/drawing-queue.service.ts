import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, runsJob } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import type { RequestedPet } from '../images/image.entity.js';
import { drawArtworkJob, DrawingsRepository, type NewDrawing } from './drawings.repository.js';
import { assertQueueHasRoom, type QueueLoad } from './queue-wait.rules.js';

/** Enough drawings to average easy and hard photos, few enough to follow a machine that gets slower. */
const RECENT_DRAWINGS = 20;

/** The slots of a dead instance count until then. */
const CAPACITY_EXPIRES_AFTER_MS = 8_000;

/** Accepts drawings that can be made in time. For the estimate, each instance publishes how many artworks it draws at a time. */
@Injectable()
export class DrawingQueueService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly instanceId = randomUUID();
  private heartbeat: NodeJS.Timeout | undefined;
  private saving = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly drawings: DrawingsRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs before the first request arrives. */
  async onApplicationBootstrap(): Promise<void> {
    if (!runsJob(this.config, drawArtworkJob)) return;
    await this.dataSource.query(`DELETE FROM worker_capacity WHERE expires_at < now() - interval '1 hour'`);
    await this.saveCapacity();
    this.heartbeat = setInterval(() => {
      this.saving = this.renewCapacity();
    }, CAPACITY_EXPIRES_AFTER_MS / 3).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.saving;
    await this.dataSource
      .query('DELETE FROM worker_capacity WHERE instance_id = $1', [this.instanceId])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not delete the worker capacity'));
  }

  /**
   * Returns the new drawing's id; null where another request of the owner with the same key was faster. Throws 503, and
   * saves nothing, where the drawing could not be made in time.
   */
  enqueueDrawing(drawing: NewDrawing, furtherPets: readonly RequestedPet[]): Promise<string | null> {
    const { ART_DEADLINE_MS: deadlineMs } = this.config;
    return this.dataSource.transaction(async (manager) => {
      // Serialises all instances: each of many simultaneous requests counts those before it, so the last free
      // position is given once.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('ai_jobs/queue', 0))`);
      // Inserts before it checks the queue: a request that loses the race for its key joins that drawing, however long
      // the queue is.
      const drawingId = await this.drawings.insertDrawing(drawing, furtherPets, deadlineMs, manager);
      if (drawingId) assertQueueHasRoom(await this.getLoadBefore(drawingId, manager), deadlineMs);
      return drawingId;
    });
  }

  private async getLoadBefore(drawingId: string, manager: EntityManager): Promise<QueueLoad> {
    const [load] = await manager.query<QueueLoad[]>(
      `SELECT
         (SELECT count(*)::int FROM ai_jobs WHERE status IN ('pending', 'processing') AND id <> $1) AS "unfinishedDrawings",
         (SELECT coalesce(sum(slots), 0)::int FROM worker_capacity WHERE expires_at > now()) AS "workerSlots",
         (SELECT avg(1000 * extract(epoch FROM completed_at - claimed_at))::float8 FROM (
            SELECT completed_at, claimed_at FROM ai_jobs WHERE status = 'completed' AND claimed_at IS NOT NULL
            ORDER BY completed_at DESC LIMIT ${RECENT_DRAWINGS}) AS recent) AS "meanDrawingMs"`,
      [drawingId],
    );
    if (!load) throw new Error('The query of the queue load returned no row');
    // Counts at least this instance if it draws, even where its own row is missing or has expired.
    const ownSlots = runsJob(this.config, drawArtworkJob) ? this.config.ART_CONCURRENCY : 0;
    return { ...load, workerSlots: Math.max(load.workerSlots, ownSlots) };
  }

  private renewCapacity(): Promise<void> {
    return this.saveCapacity().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'could not save the worker capacity'),
    );
  }

  private async saveCapacity(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO worker_capacity (instance_id, slots, expires_at) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (instance_id) DO UPDATE SET expires_at = excluded.expires_at`,
      [this.instanceId, this.config.ART_CONCURRENCY, CAPACITY_EXPIRES_AFTER_MS],
    );
  }
}
