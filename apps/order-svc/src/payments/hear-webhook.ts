import { Injectable } from '@nestjs/common';
import { HearPayment } from './hear-payment.js';
import { OrderOfIntent, type EventKey } from './order-of-intent.js';
import type { Intent, WebhookHeaders } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { RecordDispute } from './record-dispute.js';
import { RecordRefund } from './record-refund.js';

/** A word that took this long may have been overtaken by another one; only the two ends of a payment stay true for good. */
const OVERTAKEN_AFTER_MS = 60_000;

/** What the provider tells by itself. */
@Injectable()
export class HearWebhook {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly orderOf: OrderOfIntent,
    private readonly payment: HearPayment,
    private readonly refund: RecordRefund,
    private readonly dispute: RecordDispute,
  ) {}

  /** Throws where it has to be delivered again. */
  async execute(raw: Buffer, headers: WebhookHeaders): Promise<void> {
    const provider = this.providers.current;
    const { id, happenedAt, news } = provider.verifyWebhook(raw, headers);
    const event = { provider: provider.name, id, happenedAt };
    switch (news.about) {
      case 'intent':
        return this.hearIntent(news.intent, event);
      case 'refund':
        return this.refund.execute(provider.name, news.refund, event);
      case 'refunds':
        for (const refund of await provider.listRefunds(news.intentId)) await this.refund.execute(provider.name, refund, null);
        return;
      case 'dispute':
        return this.dispute.execute(provider.name, news.dispute, event);
      case 'nothing':
    }
  }

  /** In doubt the provider is asked: a webhook tells how it was, the provider how it is. */
  private async hearIntent(intent: Intent, event: NonNullable<EventKey>): Promise<void> {
    const { provider, happenedAt } = event;
    const isFinal = intent.status === 'succeeded' || intent.status === 'canceled';
    const mayBeOvertaken = !isFinal && Date.now() - happenedAt.getTime() > OVERTAKEN_AFTER_MS;
    if (mayBeOvertaken && (await this.orderOf.isKnown({ provider, intentId: intent.id }))) {
      await this.payment.ask({ provider, paymentIntentId: intent.id }, event);
      return;
    }
    await this.payment.told(intent, event);
  }
}
