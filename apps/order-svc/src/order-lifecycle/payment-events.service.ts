import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { AmountMismatchService, type MismatchOutcome } from './amount-mismatch.service.js';
import { toLedgerEntry, MoneyLedgerService } from '../payments/money-ledger.service.js';
import type { ProviderEventKey } from './order-by-intent.service.js';
import type { Intent } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import type { ProviderIntent } from '../payments/payments.repository.js';
import { IntentUpdatesService, type IntentUpdateResult } from './intent-updates.service.js';
import { RefundExecutionService } from './refund-execution.service.js';

export type ApplyIntentOutcome = IntentUpdateResult['outcome'] | MismatchOutcome;

/**
 * Applies the provider's state of an intent to its order, and starts refunds and mismatch handling that follow from it.
 */
@Injectable()
export class PaymentEventsService {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly intentUpdates: IntentUpdatesService,
    private readonly amountMismatches: AmountMismatchService,
    private readonly refundExecution: RefundExecutionService,
    private readonly moneyLedger: MoneyLedgerService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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
    const mismatchOutcome = await this.amountMismatches.handleMismatch(provider, intent);
    // The order ended in between, so its money is refunded now.
    if (mismatchOutcome === null) return this.applyIntent(provider, intent, { event, observedAt });
    if (mismatchOutcome === 'refunded') await this.refundExecution.executePendingRefunds(orderId);
    return mismatchOutcome;
  }

  /**
   * Applies the state that an event reports. A wrong amount, or an attempt that may be over, is first checked with the
   * provider.
   */
  async applyPaymentEvent(intent: Intent, event: NonNullable<ProviderEventKey>): Promise<void> {
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
    const result = await this.intentUpdates.applyIntentToOrder(provider, intent, source);
    if (result.outcome === 'refund-due') await this.refundExecution.executePendingRefunds(result.orderId);
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
}
