import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';

/**
 * Publishes how many artworks this instance draws at a time. The row is renewed like a lease, so a dead instance's
 * row expires.
 */
@Injectable()
export class WorkerCapacityService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly instanceId = randomUUID();
  private readonly task: RepeatingTask;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.saveCapacity(),
      config.ART_LEASE_MS / 3,
      (error) => logger.warn({ err: error }, 'could not save the worker capacity'),
    );
  }

  /** Runs before the first request arrives. */
  async onApplicationBootstrap(): Promise<void> {
    await this.dataSource.query(`DELETE FROM worker_capacity WHERE expires_at < now() - interval '1 hour'`);
    await this.saveCapacity();
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
    await this.dataSource
      .query('DELETE FROM worker_capacity WHERE instance_id = $1', [this.instanceId])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not delete the worker capacity'));
  }

  private async saveCapacity(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO worker_capacity (instance_id, slots, expires_at) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (instance_id) DO UPDATE SET expires_at = excluded.expires_at`,
      [this.instanceId, this.config.ART_CONCURRENCY, this.config.ART_LEASE_MS],
    );
  }
}
