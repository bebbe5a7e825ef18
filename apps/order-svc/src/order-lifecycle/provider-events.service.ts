import { Injectable } from '@nestjs/common';
import { PaymentEventsService } from './payment-events.service.js';
import { MoneyLedgerService } from '../payments/money-ledger.service.js';
import { OrderByIntentService, type ProviderEventKey } from './order-by-intent.service.js';
import type { Intent, PaymentProvider, ProviderEvent } from '../payments/payment-provider.js';
import { DisputeUpdatesService } from './dispute-updates.service.js';
import { RefundUpdatesService } from './refund-updates.service.js';

/** An event this old may be superseded by a newer one. Only success and cancellation are final. */
const STALE_AFTER_MS = 60_000;

/** Handles one event of a provider, from a webhook or from the provider's event list. */
@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly orderByIntent: OrderByIntentService,
    private readonly paymentEvents: PaymentEventsService,
    private readonly refundUpdates: RefundUpdatesService,
    private readonly disputeUpdates: DisputeUpdatesService,
    private readonly moneyLedger: MoneyLedgerService,
  ) {}

  /** Throws if the event must be processed again. */
  async handleProviderEvent(provider: PaymentProvider, { id, happenedAt, content }: ProviderEvent): Promise<void> {
    const event = { provider: provider.name, id, happenedAt };
    switch (content.about) {
      case 'intent':
        if (
          content.claimedOrderId === undefined ||
          (await this.orderByIntent.isOwnOrder({ provider: provider.name, orderId: content.claimedOrderId }))
        )
          await this.handleIntentEvent(content.intent, event);
        return;
      case 'refund':
        return this.refundUpdates.applyRefund(provider.name, content.refund, event);
      case 'refunds':
        return this.handleRefundsChanged(provider, content.intentId);
      case 'dispute':
        return this.disputeUpdates.applyDispute(provider.name, content.dispute, event);
      case 'nothing':
    }
  }

  /** Ignores refunds of intents that belong to other shops of the same account. */
  private async handleRefundsChanged(provider: PaymentProvider, intentId: string): Promise<void> {
    const isOurs =
      (await this.orderByIntent.isKnownIntent({ provider: provider.name, intentId })) ||
      (await this.moneyLedger.isUnmatchedPayment(provider.name, intentId));
    if (!isOurs) return;
    for (const refund of await provider.listRefunds(intentId))
      await this.refundUpdates.applyRefund(provider.name, refund, null);
  }

  /** A webhook reports a past state, so in doubt the present state is read from the provider. */
  private async handleIntentEvent(intent: Intent, event: NonNullable<ProviderEventKey>): Promise<void> {
    const { provider, happenedAt } = event;
    const isFinal = intent.status === 'succeeded' || intent.status === 'canceled';
    const mayBeStale = !isFinal && Date.now() - happenedAt.getTime() > STALE_AFTER_MS;
    if (mayBeStale && (await this.orderByIntent.isKnownIntent({ provider, intentId: intent.id }))) {
      await this.paymentEvents.refreshFromProvider({ provider, paymentIntentId: intent.id }, event);
      return;
    }
    await this.paymentEvents.applyPaymentEvent(intent, event);
  }
}
