import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { EventReadsRepository } from './event-reads.repository.js';
import { HearEvent } from './hear-event.js';
import type { PaymentProvider, ProviderEvent, Span } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

const HOUR_MS = 3_600_000;

/** An event may stand in the provider's list a little later than it says it happened, and two clocks may differ. */
const OVERLAP_MS = HOUR_MS;

/** Noted after each, so that a long way is not begun again. */
const SPAN_MS = 24 * HOUR_MS;

/** A word that can't be applied is tried again for so long, as providers deliver for so long. */
const TRY_FOR_MS = 72 * HOUR_MS;

/**
 * What no webhook brought and no question about an open order brings up: a refund made at the provider, one that fails after all, a dispute.
 * Once an hour the provider's own list of events is read, and what the shop has not heard is heard as if it had come.
 */
@Injectable()
export class LostWords {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly reads: EventReadsRepository,
    private readonly hearEvent: HearEvent,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves in any case: the next hour reads on where this one ended. */
  async hear(): Promise<void> {
    const provider = this.providers.current;
    try {
      const readUntil = await this.reads.takeDue(provider.name);
      if (readUntil) await this.read(provider, readUntil);
    } catch (error) {
      this.logger.error(
        { err: error, provider: provider.name },
        "the payment provider's list of events could not be read",
      );
    }
  }

  private async read(provider: PaymentProvider, readUntil: Date): Promise<void> {
    const now = Date.now();
    let again: Date | null = null;
    for (let from = readUntil.getTime() - OVERLAP_MS; from < now; from += SPAN_MS) {
      const until = new Date(Math.min(from + SPAN_MS, now));
      again = earlier(again, await this.readSpan(provider, { from: new Date(from), until }));
      await this.reads.note(provider.name, again ?? until);
    }
  }

  /** When the oldest happened that has to be heard again; null: none. */
  private async readSpan(provider: PaymentProvider, span: Span): Promise<Date | null> {
    let again: Date | null = null;
    for await (const page of provider.listEvents(span)) {
      const lost = await this.reads.unheard(provider.name, page);
      for (const event of lost.sort((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())) {
        if (!(await this.isHeard(provider, event))) again = earlier(again, event.happenedAt);
      }
    }
    return again;
  }

  private async isHeard(provider: PaymentProvider, event: ProviderEvent): Promise<boolean> {
    try {
      await this.hearEvent.execute(provider, event);
      return true;
    } catch (error) {
      this.logger.error(
        { err: error, provider: provider.name, eventId: event.id },
        'a word of the payment provider could not be applied',
      );
      return Date.now() - event.happenedAt.getTime() > TRY_FOR_MS;
    }
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
