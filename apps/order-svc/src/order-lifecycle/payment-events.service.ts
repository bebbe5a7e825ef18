import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { isDisputeCleared } from '../fulfilment/fulfilment-hold.rules.js';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { MoneyLedgerRepository, toLedgerEntry } from '../payments/money-ledger.repository.js';
import {
  type Intent,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderEvent,
  type WebhookHeaders,
  WEBHOOK_ERROR_CODES,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import {
  type LockedOrder,
  PaymentsRepository,
  type ProviderEventKey,
  type ProviderIntent,
} from '../payments/payments.repository.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { type IntentUpdateResult, type MismatchOutcome, OrderPaymentsService } from './order-payments.service.js';
import { RefundsService } from './refunds.service.js';

export type ApplyIntentOutcome = IntentUpdateResult['outcome'] | MismatchOutcome;

/** The bank has given the money to the customer. */
const LOST_STATUS = 'lost';

type UnusableReason = 'unreadable' | 'other-mode' | 'other-account';

const unusableWebhooks = new Counter({
  name: 'payment_webhooks_unusable_total',
  help: 'Signed webhooks of the payment provider that the shop can not use',
  labelNames: ['reason'],
});
// Prometheus sees no increase from a series that is absent.
for (const reason of Object.keys(WEBHOOK_ERROR_CODES)) unusableWebhooks.inc({ reason }, 0);

/** An event this old may be superseded by a newer one. Only success and cancellation are final. */
const STALE_AFTER_MS = 60_000;

/**
 * Handles webhooks of the current payment provider.
 *
 * 1. The provider checks the signature and converts the body to a ProviderEvent.
 * 2. The event's content chooses what applies it: OrderPaymentsService (an intent), RefundsService or this service (a dispute).
 * 3. PaymentsRepository locks the order and ignores a repeated event; for an intent, payment-decision.rules.ts decides.
 * 4. MoneyLedgerRepository adds a ledger entry and computes the order's payment status, in the same transaction.
 * 5. OrderLifecycleService starts a paid order. A payment that must go back is refunded (RefundsService).
 */
@Injectable()
export class PaymentEventsService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsService,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly orderPayments: OrderPaymentsService,
    private readonly holds: FulfilmentHoldsService,
    private readonly providerErrors: ProviderErrorsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws if the provider must deliver the webhook again. */
  async handleWebhook(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.paymentProviders.current;
    await this.handleProviderEvent(provider, await this.verifyWebhook(provider, raw, headers));
  }

  private async verifyWebhook(provider: PaymentProvider, raw: Buffer, headers: WebhookHeaders): Promise<ProviderEvent> {
    try {
      return provider.verifyWebhook(raw, headers);
    } catch (error) {
      if (isDomainError(error) && error.code === 'WEBHOOK_UNREADABLE')
        await this.recordUnusableWebhook(provider.name, 'unreadable', { err: error });
      throw error;
    }
  }

  /** Somebody has to look at the endpoint's settings at the provider. */
  private async recordUnusableWebhook(
    provider: PaymentProviderName,
    reason: UnusableReason,
    details: object,
  ): Promise<void> {
    unusableWebhooks.inc({ reason });
    this.logger.error({ ...details, provider, reason }, 'a signed webhook can not be used');
    await this.providerErrors.recordError(provider, WEBHOOK_ERROR_CODES[reason]);
  }

  /** Throws if the event must be processed again. */
  async handleProviderEvent(provider: PaymentProvider, { id, happenedAt, content }: ProviderEvent): Promise<void> {
    const event = { provider: provider.name, id, happenedAt };
    switch (content.about) {
      case 'intent':
        if (
          content.claimedOrderId === undefined ||
          (await this.payments.isOwnOrder({ provider: provider.name, orderId: content.claimedOrderId }))
        )
          await this.handleIntentEvent(content.intent, event);
        return;
      case 'refund':
        return this.refunds.applyRefund(provider.name, content.refund, event);
      case 'refunds':
        return this.handleRefundsChanged(provider, content.intentId);
      case 'dispute':
        return this.applyDispute(provider.name, content.dispute, event);
      case 'foreign':
        return this.recordUnusableWebhook(provider.name, content.reason, { eventId: id });
      case 'nothing':
    }
  }

  /** Ignores refunds of intents that belong to other shops of the same account. */
  private async handleRefundsChanged(provider: PaymentProvider, intentId: string): Promise<void> {
    const isOurs =
      (await this.payments.isKnownIntent({ provider: provider.name, intentId })) ||
      (await this.moneyLedger.isUnmatchedPayment(provider.name, intentId));
    if (isOurs) await this.refunds.applyProviderRefunds(provider, intentId);
  }

  /** A webhook reports a past state, so in doubt the present state is read from the provider. */
  private async handleIntentEvent(intent: Intent, event: NonNullable<ProviderEventKey>): Promise<void> {
    const { provider, happenedAt } = event;
    const isFinal = intent.status === 'succeeded' || intent.status === 'canceled';
    const mayBeStale = !isFinal && Date.now() - happenedAt.getTime() > STALE_AFTER_MS;
    if (mayBeStale && (await this.payments.isKnownIntent({ provider, intentId: intent.id }))) {
      await this.refreshFromProvider({ provider, paymentIntentId: intent.id }, event);
      return;
    }
    await this.applyPaymentEvent(intent, event);
  }

  /** Reads the intent from the provider and applies it. */
  async refreshFromProvider(
    { provider, paymentIntentId }: ProviderIntent,
    event: ProviderEventKey = null,
  ): Promise<Intent> {
    const observedAt = new Date(); // The state may change before the response arrives.
    const intent = await this.paymentProviders.getProvider(provider).retrieveIntent(paymentIntentId);
    await this.applyIntent(provider, intent, { event, observedAt });
    return intent;
  }

  /** Applies a state that the provider has just returned. */
  async applyIntent(
    provider: PaymentProviderName,
    intent: Intent,
    { event = null, observedAt = new Date() }: { event?: ProviderEventKey; observedAt?: Date } = {},
  ): Promise<ApplyIntentOutcome> {
    const result = await this.updateOrder(provider, intent, { event, observedAt });
    if (result.outcome !== 'mismatch') return result.outcome;
    const { orderId } = result;
    this.logger.error(
      { orderId, intentId: intent.id, amountCents: intent.amountCents, currency: intent.currency },
      'the amount paid is not the amount of the order',
    );
    const mismatchOutcome = await this.orderPayments.handleMismatch(provider, intent);
    // The order ended in between, so its money is refunded now.
    if (mismatchOutcome === null) return this.applyIntent(provider, intent, { event, observedAt });
    if (mismatchOutcome === 'refunded') await this.refunds.executePendingRefunds(orderId);
    return mismatchOutcome;
  }

  /**
   * Applies the state that an event reports. A wrong amount, or an attempt that may be over, is first checked with the
   * provider.
   */
  private async applyPaymentEvent(intent: Intent, event: NonNullable<ProviderEventKey>): Promise<void> {
    const result = await this.updateOrder(event.provider, intent, { event, observedAt: event.happenedAt });
    if (result.outcome === 'mismatch' || result.outcome === 'superseded')
      await this.refreshFromProvider({ provider: event.provider, paymentIntentId: intent.id }, event);
  }

  private async updateOrder(
    provider: PaymentProviderName,
    intent: Intent,
    source: { event: ProviderEventKey; observedAt: Date },
  ): Promise<IntentUpdateResult> {
    const { event } = source;
    const result = await this.orderPayments.applyIntentToOrder(provider, intent, source);
    if (result.outcome === 'refund-due') await this.refunds.executePendingRefunds(result.orderId);
    if ('isStopped' in result && result.isStopped) return this.cancelStoppedPayment(provider, intent.id);
    if (result.outcome === 'no-order' && intent.status === 'succeeded') {
      const isNew = await this.moneyLedger.recordUnmatchedEntry(
        provider,
        intent.id,
        toLedgerEntry('succeeded', intent, event?.happenedAt ?? new Date()),
      );
      if (isNew)
        this.logger.error(
          { intentId: intent.id, amountCents: intent.amountCents },
          'a payment matches no order of the shop',
        );
    }
    return result;
  }

  /** The order is cancelled with its intent. A payment that succeeded in between is applied instead. */
  private async cancelStoppedPayment(provider: PaymentProviderName, intentId: string): Promise<IntentUpdateResult> {
    const intent = await this.paymentProviders.getProvider(provider).cancelIntent(intentId);
    this.logger.warn({ intentId, status: intent.status }, 'a payment is cancelled after too many declines');
    return this.updateOrder(provider, intent, { event: null, observedAt: new Date() });
  }

  /**
   * The admins see a dispute on the order and answer it at the provider. Until then nothing is printed. If the bank takes all
   * of the money, the order is cancelled, unless it is in print.
   */
  private async applyDispute(
    provider: PaymentProviderName,
    dispute: ProviderDispute,
    event: ProviderEventKey,
  ): Promise<void> {
    const isMatched = await this.payments.withLockedOrder(
      { provider, intentId: dispute.intentId, event },
      async (locked) => {
        if (await locked.isNewEvent()) await this.recordDispute(locked, dispute);
        return true;
      },
    );
    if (!isMatched) await this.recordUnmatchedDispute(provider, dispute, event?.happenedAt ?? new Date());
  }

  /**
   * Records a dispute of an unmatched payment. Other unknown intents belong to other shops of the same account. A lost
   * dispute counts as a refund: the bank has returned the money to the payer.
   */
  private async recordUnmatchedDispute(
    provider: PaymentProviderName,
    { id: reference, intentId, amountCents, currency = CURRENCY, status, openedAt, isClosed }: ProviderDispute,
    happenedAt: Date,
  ): Promise<void> {
    if (!(await this.moneyLedger.isUnmatchedPayment(provider, intentId))) return;
    const entry = { reference, amountCents, currency };
    await this.moneyLedger.recordUnmatchedEntry(provider, intentId, {
      ...entry,
      kind: 'disputed',
      happenedAt: openedAt,
    });
    if (!isClosed) return;
    await this.moneyLedger.recordUnmatchedEntry(provider, intentId, { ...entry, kind: 'dispute-closed', happenedAt });
    if (status === LOST_STATUS)
      await this.moneyLedger.recordUnmatchedEntry(provider, intentId, { ...entry, kind: 'refunded', happenedAt });
  }

  /** A lost dispute still holds what is left of the order, until an admin decides. */
  private async holdOrder({ manager, order }: LockedOrder, dispute: ProviderDispute): Promise<void> {
    const { id: reference, status, openedAt } = dispute;
    const hold = { kind: 'dispute', reference } as const;
    if (isDisputeCleared(status))
      await this.holds.releaseHold(manager, order, hold, { by: 'provider', reason: status });
    else await this.holds.openHold(manager, order, { ...hold, openedAt });
  }

  private async recordDispute(locked: LockedOrder, dispute: ProviderDispute): Promise<void> {
    const { manager, order, happenedAt } = locked;
    const change = await this.payments.upsertDispute(manager, order, dispute, happenedAt);
    const { id: reference, amountCents, currency = order.currency, reason, status } = dispute;
    const entry = { reference, amountCents, currency };
    if (change === 'new') {
      this.logger.warn(
        { orderId: order.id, disputeId: dispute.id, reason, respondBy: dispute.respondBy },
        'a payment is disputed',
      );
      await this.moneyLedger.recordEntry(manager, order, { ...entry, kind: 'disputed', happenedAt: dispute.openedAt });
      await this.orderHistory.addEntry(manager, order.id, {
        action: 'order.disputed',
        details: { amountCents, currency, reason },
      });
    }
    await this.holdOrder(locked, dispute);
    if (change === 'superseded' || !dispute.isClosed) return;
    await this.moneyLedger.recordEntry(manager, order, { ...entry, kind: 'dispute-closed', happenedAt });
    await this.orderHistory.addEntry(manager, order.id, {
      action: 'order.dispute-closed',
      details: { amountCents, currency, outcome: status },
    });
    if (status === LOST_STATUS) await this.orderLifecycle.cancelIfFullyRefunded(manager, order, 'dispute');
  }
}
