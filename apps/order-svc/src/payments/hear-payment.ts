import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { HeldPayments, type Holding } from './held-payments.js';
import { factOf, MoneyLedger } from './money-ledger.js';
import type { EventKey } from './order-of-intent.js';
import type { Intent } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import type { IntentAt } from './payments.repository.js';
import { RecordPayment, type Recorded } from './record-payment.js';
import { RefundPayment } from './refund-payment.js';

export type Settled = Recorded['outcome'] | Holding;

/** What a provider says of an intent, and what follows from it. */
@Injectable()
export class HearPayment {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly record: RecordPayment,
    private readonly held: HeldPayments,
    private readonly refunds: RefundPayment,
    private readonly ledger: MoneyLedger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks the provider how an intent is, and records it. */
  async ask({ provider, paymentIntentId }: IntentAt, event: EventKey = null): Promise<Intent> {
    const saidAt = new Date(); // by its answer it may have changed
    const intent = await this.providers.of(provider).retrieveIntent(paymentIntentId);
    await this.settle(provider, intent, { event, saidAt });
    return intent;
  }

  /** Records what the provider just said of an intent. */
  async settle(
    provider: PaymentProviderName,
    intent: Intent,
    { event = null, saidAt = new Date() }: { event?: EventKey; saidAt?: Date } = {},
  ): Promise<Settled> {
    const recorded = await this.apply(provider, intent, { event, saidAt });
    if (recorded.outcome !== 'mismatch') return recorded.outcome;
    const { orderId } = recorded;
    this.logger.error(
      { orderId, intentId: intent.id, amountCents: intent.amountCents, currency: intent.currency },
      'the amount paid is not the amount of the order',
    );
    const holding = await this.held.settle(provider, intent);
    if (holding === 'given-back') await this.refunds.settle(orderId);
    return holding;
  }

  /** Records what was told of an intent; an amount that is not the order's, or an attempt that may be over, is asked about before it is believed. */
  async told(intent: Intent, event: NonNullable<EventKey>): Promise<void> {
    const recorded = await this.apply(event.provider, intent, { event, saidAt: event.happenedAt });
    if (recorded.outcome === 'mismatch' || recorded.outcome === 'overtaken')
      await this.ask({ provider: event.provider, paymentIntentId: intent.id }, event);
  }

  private async apply(
    provider: PaymentProviderName,
    intent: Intent,
    word: { event: EventKey; saidAt: Date },
  ): Promise<Recorded> {
    const { event } = word;
    const recorded = await this.record.execute(provider, intent, word);
    if (recorded.outcome === 'refund-due') await this.refunds.settle(recorded.orderId);
    if (recorded.outcome === 'unknown' && intent.status === 'succeeded') {
      const isNew = await this.ledger.recordStray(
        provider,
        intent.id,
        factOf('succeeded', intent, event?.happenedAt ?? new Date()),
      );
      if (isNew)
        this.logger.error(
          { intentId: intent.id, amountCents: intent.amountCents },
          'money came for no order of the shop',
        );
    }
    return recorded;
  }
}
