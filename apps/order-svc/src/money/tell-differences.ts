import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { moneyDifferencesFound } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { describeDiscrepancy } from './discrepancy.rules.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';

/** Any number of its own in this database: one instance looks at a time. */
const NOTIFICATION_LOCK = 7_241_302;

/** What does not agree is told to the admins, once for each reason; again where it was gone and came back. */
@Injectable()
export class TellDifferences {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly outbox: EventOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Told and written down as told in one transaction: what breaks off is told by the next look. */
  async run(): Promise<void> {
    const count = await this.dataSource.transaction((manager) => this.publishUnnotified(manager));
    if (count > 0) this.logger.warn({ count }, 'the admins are told of differences on the Money card');
  }

  private async publishUnnotified(manager: EntityManager): Promise<number> {
    const [lock] = await manager.query<{ taken: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      NOTIFICATION_LOCK,
    ]);
    if (!lock?.taken) return 0;
    const { newest, count } = await this.discrepancies.claimUnnotified(manager);
    if (count === 0) return 0;
    const data = {
      count,
      newest: newest.map((discrepancy) => ({
        orderNumber: discrepancy.orderNumber,
        sentence: describeDiscrepancy(discrepancy),
      })),
    };
    await this.outbox.publish(manager, moneyDifferencesFound, { subject: 'money-differences/shop', data });
    return count;
  }
}
