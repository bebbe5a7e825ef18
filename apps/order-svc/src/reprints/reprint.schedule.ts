import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { ReprintEventsPublisher } from './reprint-events.publisher.js';
import { ReprintPrintingService } from './reprint-printing.service.js';
import { type LockedReprint, ReprintsRepository } from './reprints.repository.js';

const POLLED_AGAIN_AFTER_MS = 30 * 60_000;
/** With the orders, these stay below Printful's 120 requests. */
const POLLED_PER_MINUTE = 10;

/** Reprints per run. */
const BATCH = 100;

/** What time does to reprints. One that fails does not stop the others. */
@Injectable()
export class ReprintSchedule {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reprints: ReprintsRepository,
    private readonly printProviders: PrintProviders,
    private readonly printing: ReprintPrintingService,
    private readonly events: ReprintEventsPublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Webhooks may be lost. */
  @Cron('* * * * *', { name: 'reprints.poll-printer' })
  async pollPrinter(): Promise<void> {
    if (!this.printProviders.current) return;
    await this.forEach(await this.reprints.claimForPolling(POLLED_AGAIN_AFTER_MS, POLLED_PER_MINUTE), (id) =>
      this.printing.pollAndConfirm(id),
    );
  }

  /** Their printer was not set up when their job ran. Without a printer, admins print what was not submitted. */
  @Cron('* * * * *', { name: 'reprints.resume' })
  async resumeWaiting(): Promise<void> {
    const { current } = this.printProviders;
    const ids = current ? await this.reprints.listWithoutJob() : await this.reprints.listUnassigned();
    await this.forEach(ids, (id) =>
      this.withLocked(id, async (manager, { reprint }) => {
        if (current) return this.reprints.enqueueSubmission(manager, { id, dueAt: new Date() });
        if (reprint.state !== 'waiting' || reprint.attempts > 0) return;
        reprint.assignToAdmins();
        await this.reprints.save(manager, reprint);
      }),
    );
  }

  /** As for orders: the printer does not report deliveries. */
  @Cron('* * * * *', { name: 'reprints.assume-delivered' })
  async assumeDelivered(): Promise<void> {
    await this.forEach(await this.reprints.listUndelivered(BATCH), (id) =>
      this.withLocked(id, async (manager, locked) => {
        const { reprint } = locked;
        if (reprint.state !== 'shipped' || reprint.isReturned) return;
        reprint.markEnded('delivered');
        await this.reprints.save(manager, reprint);
        await this.events.publishEnded(manager, locked, 'assumed-delivery');
      }),
    );
  }

  private async forEach(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids)
      await work(id).catch((error: unknown) =>
        this.logger.warn({ err: error, reprintId: id }, 'a scheduled change of a reprint failed'),
      );
  }

  private async withLocked(
    id: string,
    work: (manager: EntityManager, locked: LockedReprint) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, id);
      if (locked) await work(manager, locked);
    });
  }
}
