import { Inject, Injectable } from '@nestjs/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrderEvents } from '../orders/order-events.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { MoneyLedger } from './money-ledger.js';
import { OrderOfIntent, type EventKey, type HeldOrder } from './order-of-intent.js';
import type { ProviderRefund } from './payment-provider.js';
import { MORE_THAN_LEFT } from './payment-refusals.js';
import { RefundsRepository, type RefundDue } from './refunds.repository.js';

/** Applies what the provider says of a refund, the shop's own or one made at the provider: in any order, each step once. */
@Injectable()
export class RecordRefund {
  constructor(
    private readonly orderOf: OrderOfIntent,
    private readonly refunds: RefundsRepository,
    private readonly ledger: MoneyLedger,
    private readonly events: OrderEvents,
    private readonly ending: EndRefundedOrder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `n`: which of the order's refunds it is, where the shop has just asked for it. */
  async execute(
    provider: PaymentProviderName,
    refund: ProviderRefund,
    event: EventKey,
    n: number | null = null,
  ): Promise<void> {
    const isHeard = await this.orderOf.hold({ provider, intentId: refund.intentId, event }, async (held) => {
      if (await held.isNews()) await this.record(held, refund, n);
      return true;
    });
    if (!isHeard) await this.recordStray(provider, refund, event?.happenedAt ?? new Date());
  }

  /** The provider will never make it, and an admin has to see to it; not where all of the money has gone back another way. */
  async refuse(
    orderId: string,
    { n, provider, paymentIntentId: intentId, owedCents: amountCents, currency }: RefundDue,
    failure: string,
  ): Promise<void> {
    await this.orderOf.hold({ provider, intentId, event: null }, async ({ manager, order, happenedAt }) => {
      if (!(await this.refunds.noteRefused(manager, orderId, n, failure))) return;
      await this.ledger.record(manager, order, {
        kind: 'refund-failed',
        reference: `refund:${orderId}:${n}`,
        amountCents,
        currency,
        happenedAt,
      });
      await this.events.refundFailed(manager, order, { amountCents, currency, reason: failure });
      // The customer has the money: nothing goes back in its place.
      if (failure === MORE_THAN_LEFT && (await this.refunds.restCents(manager, orderId)) <= 0)
        await this.refunds.noteRetried(manager, { orderId, n });
    });
  }

  /** Of money that came for no order; anything else about an unknown intent is another shop's. */
  private async recordStray(
    provider: PaymentProviderName,
    { id, intentId, amountCents, status, currency }: ProviderRefund,
    happenedAt: Date,
  ): Promise<void> {
    if (status === 'pending' || !(await this.ledger.isStray(provider, intentId))) return;
    const kind = status === 'failed' ? 'refund-failed' : 'refunded';
    await this.ledger.recordStray(provider, intentId, {
      kind,
      reference: id,
      amountCents,
      currency: currency ?? CURRENCY,
      happenedAt,
    });
  }

  private async endIfNothingIsLeft({ manager, order }: HeldOrder): Promise<void> {
    await this.ending.within(manager, order, 'refund');
  }

  private async record(held: HeldOrder, refund: ProviderRefund, n: number | null): Promise<void> {
    const { manager, order } = held;
    const own = refund.isOurs ? await this.refunds.findOwn(manager, order.id, refund, n) : null;
    const isNew =
      own === null
        ? await this.refunds.hear(manager, order.paymentProvider, order.id, refund)
        : await this.refunds.noteOwn(manager, order.id, own, refund);
    if (!isNew) return;
    if (refund.status === 'pending') return this.endIfNothingIsLeft(held);
    const kind = refund.status === 'failed' ? 'refund-failed' : 'refunded';
    const fact = {
      kind,
      reference: refund.id,
      amountCents: refund.amountCents,
      currency: refund.currency ?? order.currency,
      happenedAt: held.happenedAt,
    } as const;
    if (!(await this.ledger.record(manager, order, fact))) return;
    if (refund.status === 'succeeded') {
      await this.endIfNothingIsLeft(held);
      return this.events.refunded(manager, order, refund);
    }
    this.logger.error(
      { orderId: order.id, refundId: refund.id, failure: refund.failure },
      'a refund failed at the bank: the money is still with the shop',
    );
    await this.events.refundFailed(manager, order, {
      amountCents: refund.amountCents,
      currency: fact.currency,
      reason: refund.failure ?? 'unknown',
    });
  }
}
