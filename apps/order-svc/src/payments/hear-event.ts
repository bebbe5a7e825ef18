import { Injectable } from '@nestjs/common';
import { HearPayment } from './hear-payment.js';
import { MoneyLedger } from './money-ledger.js';
import { OrderOfIntent, type EventKey } from './order-of-intent.js';
import type { Intent, PaymentProvider, ProviderEvent } from './payment-provider.js';
import { RecordDispute } from './record-dispute.js';
import { RecordRefund } from './record-refund.js';

/** A word that took this long may have been overtaken by another one; only the two ends of a payment stay true for good. */
const OVERTAKEN_AFTER_MS = 60_000;

/** An event of a provider, however it came here: by webhook, or from the provider's own list. */
@Injectable()
export class HearEvent {
  constructor(
    private readonly orderOf: OrderOfIntent,
    private readonly payment: HearPayment,
    private readonly refund: RecordRefund,
    private readonly dispute: RecordDispute,
    private readonly ledger: MoneyLedger,
  ) {}

  /** Throws where it has to be heard again. */
  async execute(provider: PaymentProvider, { id, happenedAt, news }: ProviderEvent): Promise<void> {
    const event = { provider: provider.name, id, happenedAt };
    switch (news.about) {
      case 'intent':
        if (
          news.claimedOrderId === undefined ||
          (await this.orderOf.isOrder({ provider: provider.name, orderId: news.claimedOrderId }))
        )
          await this.hearIntent(news.intent, event);
        return;
      case 'refund':
        return this.refund.execute(provider.name, news.refund, event);
      case 'refunds':
        return this.hearRefunds(provider, news.intentId);
      case 'dispute':
        return this.dispute.execute(provider.name, news.dispute, event);
      case 'nothing':
    }
  }

  /** Of another shop's money on the same account nothing is asked. */
  private async hearRefunds(provider: PaymentProvider, intentId: string): Promise<void> {
    const isOurs =
      (await this.orderOf.isKnown({ provider: provider.name, intentId })) ||
      (await this.ledger.isStray(provider.name, intentId));
    if (!isOurs) return;
    for (const refund of await provider.listRefunds(intentId)) await this.refund.execute(provider.name, refund, null);
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
