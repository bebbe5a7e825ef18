import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { FiguresRepository } from '../payments/figures.repository.js';
import { UncomparedOrdersRepository } from './uncompared-orders.repository.js';

/** Changes of figures per statement. */
const BATCH = 10_000;

const CHECK_TIMEOUT_MS = 30 * 60_000;

/**
 * Compares payment statuses and figures with the tables that they follow from: each minute those that changed, each night all of them.
 * Triggers note every change, so the nightly check finds something only after a change without triggers, such as a partial restore.
 */
@Injectable()
export class LedgerCheckService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly figures: FiguresRepository,
    private readonly uncomparedOrders: UncomparedOrdersRepository,
  ) {}

  @Cron('* * * * *', { name: 'money.check-changes' })
  async checkChanges(): Promise<void> {
    while ((await this.figures.addChanges(BATCH)) === BATCH);
    await this.uncomparedOrders.removeCompared();
  }

  /** Reads every order, so it has a timeout of its own. Its two statements lock nothing. */
  @Cron('23 3 * * *', { name: 'money.check-everything', timeoutMs: 2 * CHECK_TIMEOUT_MS })
  async checkEverything(): Promise<void> {
    const { wrongFigures, orderIds } = await this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${CHECK_TIMEOUT_MS}`);
      return {
        wrongFigures: await this.figures.correctFigures(manager),
        orderIds: await this.uncomparedOrders.addMismatched(manager),
      };
    });
    if (wrongFigures.length > 0) this.logger.error({ wrongFigures }, 'figures were wrong and are corrected');
    if (orderIds.length > 0)
      this.logger.error({ count: orderIds.length, orderIds: orderIds.slice(0, 20) }, 'orders differ from their ledger');
  }
}
