import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts-common';
import type { PaymentProviderName } from '@shop/contracts-order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { MoneyLedgerRepository, toLedgerEntry } from '../payments/money-ledger.repository.js';
import {
  type Intent,
  type PaymentProvider,
  type ProviderEvent,
  type WebhookHeaders,
  WEBHOOK_ERROR_CODES,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { PaymentsRepository, type ProviderEventKey, type ProviderIntent } from '../payments/payments.repository.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';
import { type IntentUpdateResult, type MismatchOutcome, OrderPaymentsService } from './order-payments.service.js';
import { PaymentDoubtsService } from './payment-doubts.service.js';
import { RefundsService } from './refunds.service.js';

export type ApplyIntentOutcome = IntentUpdateResult['outcome'] | MismatchOutcome;

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
 * 2. The event's content chooses what applies it: OrderPaymentsService (an intent), RefundsService or PaymentDoubtsService
 *    (a dispute, a review, a warning of fraud).
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
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly orderPayments: OrderPaymentsService,
    private readonly doubts: PaymentDoubtsService,
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

  /** The operator has to look at the endpoint's settings at the provider. */
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
        return this.doubts.applyDispute(provider.name, content.dispute, event);
      case 'doubt':
        return this.doubts.applyDoubt(provider, content.doubt, event);
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
      const isNew = await this.moneyLedger.recordUnmatchedPayment(
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
}
