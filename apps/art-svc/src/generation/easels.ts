import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';

/** Tells all instances how many artworks this one draws at a time. Its row is prolonged like a lease, so that a dead instance's counts no longer. */
@Injectable()
export class Easels implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly instanceId = randomUUID();
  private readonly task: RepeatingTask;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.announce(),
      config.ART_LEASE_MS / 3,
      (error) => logger.warn({ err: error }, 'could not tell how many artworks are drawn at a time'),
    );
  }

  /** Before the first call comes in. */
  async onApplicationBootstrap(): Promise<void> {
    await this.dataSource.query(`DELETE FROM easels WHERE alive_until < now() - interval '1 hour'`);
    await this.announce();
    this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
    await this.dataSource
      .query('DELETE FROM easels WHERE instance_id = $1', [this.instanceId])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not take the easels away'));
  }

  private async announce(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO easels (instance_id, drawn_at_a_time, alive_until) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (instance_id) DO UPDATE SET alive_until = excluded.alive_until`,
      [this.instanceId, this.config.ART_CONCURRENCY, this.config.ART_LEASE_MS],
    );
  }
}
