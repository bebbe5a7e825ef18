import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { PaymentProvider, type Intent } from './payment-provider.js';
import { PaymentsRepository } from './payments.repository.js';
import { RecordPayment, type EventKey } from './record-payment.js';
import { RefundPayment } from './refund-payment.js';

/**
 * A checkout tells the provider a new amount just before it writes it down; whoever pays in between pays what the order is
 * about to say. Only a difference that outlives this is real.
 */
const MISMATCH_GRACE_MS = 120_000;

/** The two ways to learn of a payment: the provider's webhook, or asking. */
@Injectable()
export class HearPayment {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly record: RecordPayment,
    private readonly refunds: RefundPayment,
    private readonly payments: PaymentsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws where it has to be delivered again. */
  async byWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>): Promise<void> {
    const { id, intent } = this.provider.verifyWebhook(raw, headers);
    if (!intent) return;
    const event = { provider: this.provider.name, id };
    const recorded = await this.record.execute(intent, event);
    // In doubt the provider is asked: a webhook tells how it was, the provider how it is.
    if (recorded.outcome === 'mismatch') await this.ask(intent.id, event);
    if (recorded.outcome === 'refund-due') await this.refunds.settle(recorded.orderId);
  }

  /** Asks the provider how an intent is, and records it. */
  async ask(intentId: string, event: EventKey = null): Promise<Intent> {
    const intent = await this.provider.retrieveIntent(intentId);
    await this.settle(intent, event);
    return intent;
  }

  /** Records what the provider just said of an intent. */
  async settle(intent: Intent, event: EventKey = null): Promise<void> {
    const recorded = await this.record.execute(intent, event);
    if (recorded.outcome === 'mismatch') await this.settleMismatch(recorded.orderId, intent);
    if (recorded.outcome === 'refund-due') await this.refunds.settle(recorded.orderId);
  }

  private async settleMismatch(orderId: string, { id, amountCents, currency }: Intent): Promise<void> {
    const seenAt = await this.payments.noteMismatch(orderId);
    this.logger.error({ orderId, intentId: id, amountCents, currency, seenAt }, 'the amount paid is not the amount of the order');
    if (Date.now() - seenAt.getTime() < MISMATCH_GRACE_MS) {
      throw new DomainError('PAYMENT_MISMATCH', 'unavailable', 'We are still checking this payment. Please try again in a moment.');
    }
    await this.record.giveBack(orderId, { reason: 'another amount than the order was paid', amountCents });
    await this.refunds.settle(orderId);
  }
}
