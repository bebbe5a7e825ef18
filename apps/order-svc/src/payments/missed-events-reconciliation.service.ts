import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { ProviderEventCursorsRepository } from './provider-event-cursors.repository.js';
import { ProviderEventsService } from './provider-events.service.js';
import type { PaymentProvider, ProviderEvent, TimeRange } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

const HOUR_MS = 3_600_000;

/** An event may stand in the provider's list a little later than it says it happened, and two clocks may differ. */
const OVERLAP_MS = HOUR_MS;

/** Noted after each, so that a long way is not begun again. */
const RANGE_MS = 24 * HOUR_MS;

/** A word that can't be applied is tried again for so long, as providers deliver for so long. */
const RETRY_PERIOD_MS = 72 * HOUR_MS;

/**
 * What no webhook brought and no question about an open order brings up: a refund made at the provider, one that fails after all, a dispute.
 * Once an hour the provider's own list of events is read, and what the shop has not heard is heard as if it had come.
 */
@Injectable()
export class MissedEventsReconciliation {
  constructor(
    private readonly paymentProviders: PaymentProviders,
    private readonly eventCursors: ProviderEventCursorsRepository,
    private readonly providerEvents: ProviderEventsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves in any case: the next hour reads on where this one ended. */
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

  /** When the oldest happened that has to be heard again; null: none. */
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
        'a word of the payment provider could not be applied',
      );
      return Date.now() - event.happenedAt.getTime() > RETRY_PERIOD_MS;
    }
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
