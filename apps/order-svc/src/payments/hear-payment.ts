import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Intent, ProviderEvent, WebhookHeaders } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import type { IntentAt } from './payments.repository.js';
import { RecordDispute } from './record-dispute.js';
import { RecordPayment, type EventKey } from './record-payment.js';
import { RecordRefund } from './record-refund.js';
import { RefundPayment } from './refund-payment.js';

/**
 * A checkout tells the provider a new amount just before it writes it down; whoever pays in between pays what the order is
 * about to say. Only a difference that outlives this is real.
 */
const MISMATCH_GRACE_MS = 120_000;

/** A word that took this long may have been overtaken by another one; only the two ends of a payment stay true for good. */
const OVERTAKEN_AFTER_MS = 60_000;

/** The two ways to learn of a payment: the provider's webhook, or asking. */
@Injectable()
export class HearPayment {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly record: RecordPayment,
    private readonly recordRefund: RecordRefund,
    private readonly recordDispute: RecordDispute,
    private readonly refunds: RefundPayment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws where it has to be delivered again. */
  async byWebhook(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.providers.current;
    const { id, happenedAt, news } = provider.verifyWebhook(raw, headers);
    const event = { provider: provider.name, id };
    switch (news.about) {
      case 'intent':
        return this.hearIntent(news.intent, happenedAt, event);
      case 'refund':
        return this.recordRefund.execute(provider.name, news.refund, event);
      case 'refunds':
        for (const refund of await provider.listRefunds(news.intentId)) await this.recordRefund.execute(provider.name, refund, null);
        return;
      case 'dispute':
        return this.recordDispute.execute(provider.name, news.dispute, event);
      case 'nothing':
    }
  }

  /** Asks the provider how an intent is, and records it. */
  async ask({ provider, paymentIntentId }: IntentAt, event: EventKey = null): Promise<Intent> {
    const intent = await this.providers.of(provider).retrieveIntent(paymentIntentId);
    await this.settle(provider, intent, event);
    return intent;
  }

  /** Records what the provider just said of an intent. */
  async settle(provider: PaymentProviderName, intent: Intent, event: EventKey = null): Promise<void> {
    const recorded = await this.record.execute(provider, intent, event);
    if (recorded.outcome === 'mismatch') await this.settleMismatch(recorded.orderId, intent);
    if (recorded.outcome === 'refund-due') await this.refunds.settle(recorded.orderId);
  }

  /** In doubt the provider is asked: a webhook tells how it was, the provider how it is. */
  private async hearIntent(intent: Intent, happenedAt: ProviderEvent['happenedAt'], event: { provider: PaymentProviderName; id: string }): Promise<void> {
    const isFinal = intent.status === 'succeeded' || intent.status === 'canceled';
    const at = { provider: event.provider, paymentIntentId: intent.id };
    if (!isFinal && Date.now() - happenedAt.getTime() > OVERTAKEN_AFTER_MS && (await this.record.knows(at))) {
      await this.ask(at, event);
      return;
    }
    const recorded = await this.record.execute(event.provider, intent, event);
    if (recorded.outcome === 'mismatch') await this.ask(at, event);
    if (recorded.outcome === 'refund-due') await this.refunds.settle(recorded.orderId);
  }

  private async settleMismatch(orderId: string, { id, amountCents, currency }: Intent): Promise<void> {
    const seenAt = await this.record.holdMismatch(orderId, { amountCents, currency });
    this.logger.error({ orderId, intentId: id, amountCents, currency, seenAt }, 'the amount paid is not the amount of the order');
    if (Date.now() - seenAt.getTime() < MISMATCH_GRACE_MS) {
      throw new DomainError('PAYMENT_MISMATCH', 'unavailable', 'We are still checking this payment. Please try again in a moment.');
    }
    await this.record.giveBack(orderId, { reason: 'another amount than the order was paid', amountCents });
    await this.refunds.settle(orderId);
  }
}
