import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { ProviderEventCursorsRepository } from '../payments/provider-event-cursors.repository.js';
import { ProviderEventsService } from './provider-events.service.js';
import type { PaymentProvider, ProviderEvent, TimeRange } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';

const HOUR_MS = 3_600_000;

/** The provider may list an event later than its timestamp says, and the two clocks may differ. */
const OVERLAP_MS = HOUR_MS;

/** The cursor moves after each range, so that an interrupted run does not start from the beginning. */
const RANGE_MS = 24 * HOUR_MS;

/** An event that can't be applied is retried for as long as providers retry webhooks. */
const RETRY_PERIOD_MS = 72 * HOUR_MS;

/**
 * Hourly reconciliation: reads the provider's event list and processes events whose webhook never arrived. It finds
 * what a check of open orders can't: refunds made at the provider, refunds that fail late, and disputes.
 */
@Injectable()
export class MissedEventsReconciliation {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly eventCursors: ProviderEventCursorsRepository,
    private readonly providerEvents: ProviderEventsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: the next run continues where this one ended. */
  async reconcileMissedEvents(): Promise<void> {
    const provider = this.paymentProviders.current;
    try {
      const readUntil = await this.eventCursors.claimDueCursor(provider.name);
      if (readUntil) await this.processEventsSince(provider, readUntil);
    } catch (error) {
      this.logger.error(
        { err: error, provider: provider.name },
        "the payment provider's list of events could not be read",
      );
    }
  }

  private async processEventsSince(provider: PaymentProvider, readUntil: Date): Promise<void> {
    const now = Date.now();
    let oldestFailed: Date | null = null;
    for (let from = readUntil.getTime() - OVERLAP_MS; from < now; from += RANGE_MS) {
      const until = new Date(Math.min(from + RANGE_MS, now));
      oldestFailed = earlier(oldestFailed, await this.processTimeRange(provider, { from: new Date(from), until }));
      await this.eventCursors.moveCursor(provider.name, oldestFailed ?? until);
    }
  }

  /** Returns when the oldest event happened that has to be processed again; null if all were processed. */
  private async processTimeRange(provider: PaymentProvider, range: TimeRange): Promise<Date | null> {
    let oldestFailed: Date | null = null;
    for await (const page of provider.listEvents(range)) {
      const missed = await this.eventCursors.filterUnprocessed(provider.name, page);
      for (const event of missed.sort((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())) {
        if (!(await this.processOrGiveUp(provider, event))) oldestFailed = earlier(oldestFailed, event.happenedAt);
      }
    }
    return oldestFailed;
  }

  private async processOrGiveUp(provider: PaymentProvider, event: ProviderEvent): Promise<boolean> {
    try {
      await this.providerEvents.handleProviderEvent(provider, event);
      return true;
    } catch (error) {
      this.logger.error(
        { err: error, provider: provider.name, eventId: event.id },
        'an event of the payment provider could not be applied',
      );
      return Date.now() - event.happenedAt.getTime() > RETRY_PERIOD_MS;
    }
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
