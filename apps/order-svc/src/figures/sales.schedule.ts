import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SalesRepository } from './sales.repository.js';

/** Changes per statement. */
const BATCH = 10_000;
const CHECK_TIMEOUT_MS = 30 * 60_000;

/** Adds up what triggers noted, and counts everything once a night: a change without triggers, such as a partial restore, is found then. */
@Injectable()
export class SalesSchedule {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sales: SalesRepository,
  ) {}

  @Cron('* * * * *', { name: 'sales.add-changes' })
  async addChanges(): Promise<void> {
    while ((await this.sales.addChanges(this.dataSource.manager, BATCH)) === BATCH);
  }

  /** Reads every order, so it has a timeout of its own. It locks nothing. */
  @Cron('43 3 * * *', { name: 'sales.check-everything', timeoutMs: CHECK_TIMEOUT_MS })
  async checkEverything(): Promise<void> {
    const corrections = await this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${CHECK_TIMEOUT_MS}`);
      return this.sales.correctSales(manager);
    });
    if (corrections.length > 0)
      this.logger.error(
        { count: corrections.length, corrections: corrections.slice(0, 20) },
        'sales were wrong and are corrected',
      );
  }
}
