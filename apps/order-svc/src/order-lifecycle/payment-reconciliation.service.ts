import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { PaymentProviderName } from '@shop/contracts-order';
import {
  type PaymentProvider,
  type ProviderEvent,
  type TimeRange,
  API_KEY_ERROR_CODES,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { PaymentsRepository, type ProviderIntent } from '../payments/payments.repository.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';
import { PaymentEventsService } from './payment-events.service.js';
import { RefundsService } from './refunds.service.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';

/**
 * Stripe allows 25 reads per second in test mode and 100 otherwise. A read takes about 200 ms, so four at once make 20
 * per second.
 */
const CONCURRENT_REQUESTS = 4;

const ABANDONED_AFTER_HOURS = 24;

const HOUR_MS = 3_600_000;

/** The provider may list an event later than its timestamp says, and the two clocks may differ. */
const OVERLAP_MS = HOUR_MS;

/**
 * The provider lists events newest first and they are processed oldest first, so the missed ones of a range are in memory. The cursor
 * moves after each range, so that an interrupted run does not start from the beginning.
 */
const RANGE_MS = 2 * HOUR_MS;

/** An event that can't be applied is retried for as long as providers retry webhooks. */
const RETRY_PERIOD_MS = 72 * HOUR_MS;

/**
 * Reconciles payments with the provider: refreshes open orders, cancels abandoned ones, executes pending refunds and
 * processes events whose webhook never arrived. The events contain what a check of open orders can't find: refunds made at the
 * provider, refunds that fail late, and disputes.
 */
@Injectable()
export class PaymentReconciliationService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly refunds: RefundsService,
    private readonly payments: PaymentsRepository,
    private readonly paymentEvents: PaymentEventsService,
    private readonly unpaidOrders: UnpaidOrdersService,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly providerErrors: ProviderErrorsRepository,
  ) {}

  /** May overlap with a run of another version of the service, because each step claims what it works on. */
  @Cron('*/5 * * * *', { name: 'payments.reconcile', timeoutMs: HOUR_MS })
  async reconcile(): Promise<void> {
    // Refresh first: an order with a payment in progress is not abandoned.
    await this.refreshOpenOrders();
    await this.cancelAbandonedOrders();
    await this.refunds.executeAllPendingRefunds();
    await this.reconcileMissedEvents();
    await this.recheckRejectedKeys();
  }

  /** A payment that just started is known within one interval, also without a webhook. Older ones are asked about less often. */
  private async refreshOpenOrders(): Promise<void> {
    const startedAt = await this.payments.getDatabaseTime();
    let intents: ProviderIntent[];
    do {
      intents = await this.payments.claimOpenIntents(startedAt);
      const remaining = intents.values();
      await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, () => this.refreshIntents(remaining)));
    } while (intents.length > 0);
  }

  private async cancelAbandonedOrders(): Promise<void> {
    for (const orderId of await this.payments.claimAbandonedOrders(ABANDONED_AFTER_HOURS)) {
      await this.logFailure({ orderId }, async () => {
        const cancellation = await this.unpaidOrders.cancelUnpaidOrder(orderId, null);
        this.logger.info({ orderId, cancellation }, 'an abandoned order was processed');
      });
    }
  }

  private async refreshIntents(intents: Iterable<ProviderIntent>): Promise<void> {
    for (const intent of intents)
      await this.logFailure({ ...intent }, () => this.paymentEvents.refreshFromProvider(intent));
  }

  /** A failure of one order does not stop the others. */
  private async logFailure(context: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, ...context }, 'an open order could not be reconciled');
    }
  }

  /**
   * Hourly: reads the provider's event list and processes events whose webhook never arrived. Never rejects: the next run
   * continues where this one ended.
   */
  private async reconcileMissedEvents(): Promise<void> {
    const provider = this.paymentProviders.current;
    try {
      const readUntil = await this.payments.claimDueCursor(provider.name);
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
      await this.payments.moveCursor(provider.name, oldestFailed ?? until);
    }
  }

  /** Returns when the oldest event happened that has to be processed again; null if all were processed. */
  private async processTimeRange(provider: PaymentProvider, range: TimeRange): Promise<Date | null> {
    let oldestFailed: Date | null = null;
    for (const event of await this.listMissedEvents(provider, range))
      if (!(await this.processOrGiveUp(provider, event))) oldestFailed = earlier(oldestFailed, event.happenedAt);
    return oldestFailed;
  }

  /** Oldest first across all pages: a refund before its unmatched payment would be taken for another shop's. */
  private async listMissedEvents(provider: PaymentProvider, range: TimeRange): Promise<ProviderEvent[]> {
    const missed: ProviderEvent[] = [];
    for await (const page of provider.listEvents(range))
      missed.push(...(await this.payments.filterUnprocessed(provider.name, page)));
    return missed.reverse().sort((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime());
  }

  private async processOrGiveUp(provider: PaymentProvider, event: ProviderEvent): Promise<boolean> {
    try {
      await this.paymentEvents.handleProviderEvent(provider, event);
      return true;
    } catch (error) {
      this.logger.error(
        { err: error, provider: provider.name, eventId: event.id },
        'an event of the payment provider could not be applied',
      );
      return Date.now() - event.happenedAt.getTime() > RETRY_PERIOD_MS;
    }
  }

  /** Throws the provider's error if it still rejects the keys. */
  async checkProvider(name: PaymentProviderName): Promise<void> {
    await this.paymentProviders.getProvider(name).checkAccess();
    await this.providerErrors.deleteErrors(name, API_KEY_ERROR_CODES);
  }

  /** Never rejects: the next reconciliation checks again. */
  private async recheckRejectedKeys(): Promise<void> {
    const { name } = this.paymentProviders.current;
    try {
      await this.providerErrors.deleteOldErrors();
      if (await this.providerErrors.hasAnyOf(name, API_KEY_ERROR_CODES)) await this.checkProvider(name);
    } catch (error) {
      this.logger.warn({ err: error, provider: name }, "the payment provider still rejects the shop's keys");
    }
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;
