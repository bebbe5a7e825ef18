import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { moneyDiscrepanciesFound } from '@shop/contracts-order';
import { Cron } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { describeDiscrepancy } from './discrepancy.rules.js';

/** Notifies the admins of each new discrepancy once per reason, and again if it returns. */
@Injectable()
export class DiscrepancyNotificationsService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly outbox: EventOutbox,
  ) {}

  /** Publishes the event and marks the discrepancies in one transaction, so that an interrupted run is repeated. */
  @Cron('* * * * *', { name: 'money.notify-discrepancies' })
  async notifyNewDiscrepancies(): Promise<void> {
    const count = await this.dataSource.transaction((manager) => this.publishUnnotified(manager));
    if (count > 0) this.logger.warn({ count }, 'the admins are notified of new discrepancies');
  }

  private async publishUnnotified(manager: EntityManager): Promise<number> {
    const { newest, count } = await this.discrepancies.claimUnnotified(manager);
    if (count === 0) return 0;
    const data = {
      count,
      newest: newest.map((discrepancy) => ({
        orderNumber: discrepancy.orderNumber,
        message: describeDiscrepancy(discrepancy),
      })),
    };
    await this.outbox.publish(manager, moneyDiscrepanciesFound, { subject: 'money-differences/shop', data });
    return count;
  }
}
