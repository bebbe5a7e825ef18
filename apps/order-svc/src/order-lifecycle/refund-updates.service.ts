import { Inject, Injectable } from '@nestjs/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { RefundedOrdersService } from './refunded-orders.service.js';
import { MoneyLedgerService } from '../payments/money-ledger.service.js';
import { OrderByIntentService, type ProviderEventKey, type LockedOrder } from './order-by-intent.service.js';
import type { ProviderRefund } from '../payments/payment-provider.js';
import { FAILURE_EXCEEDS_REMAINDER } from '../payments/payment.errors.js';
import { RefundsRepository, type PendingRefund } from '../payments/refunds.repository.js';

/**
 * Applies the provider's state of a refund, whether the shop requested it or somebody made it at the provider. States
 * arrive in any order and are applied once.
 */
@Injectable()
export class RefundUpdatesService {
  constructor(
    private readonly orderByIntent: OrderByIntentService,
    private readonly refunds: RefundsRepository,
    private readonly moneyLedger: MoneyLedgerService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly refundedOrders: RefundedOrdersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `n`: the number of the refund within its order, if the shop has just requested it. */
  async applyRefund(
    provider: PaymentProviderName,
    refund: ProviderRefund,
    event: ProviderEventKey,
    n: number | null = null,
  ): Promise<void> {
    const isMatched = await this.orderByIntent.withLockedOrder(
      { provider, intentId: refund.intentId, event },
      async (locked) => {
        if (await locked.isNewEvent()) await this.updateOrder(locked, refund, n);
        return true;
      },
    );
    if (!isMatched) await this.recordUnmatchedRefund(provider, refund, event?.happenedAt ?? new Date());
  }

  /**
   * Marks a refund that the provider will never make, so that an admin looks at it. It is closed at once if no money is
   * left to refund.
   */
  async failRefund(
    orderId: string,
    { n, provider, paymentIntentId: intentId, requestedCents: amountCents, currency }: PendingRefund,
    failure: string,
  ): Promise<void> {
    await this.orderByIntent.withLockedOrder(
      { provider, intentId, event: null },
      async ({ manager, order, happenedAt }) => {
        if (!(await this.refunds.markFailed(manager, orderId, n, failure))) return;
        await this.moneyLedger.recordEntry(manager, order, {
          kind: 'refund-failed',
          reference: `refund:${orderId}:${n}`,
          amountCents,
          currency,
          happenedAt,
        });
        await this.orderEvents.recordRefundFailed(manager, order, { amountCents, currency, reason: failure });
        // The customer already has the money, so no other refund replaces this one.
        if (failure === FAILURE_EXCEEDS_REMAINDER && (await this.refunds.getRemainingCents(manager, orderId)) <= 0)
          await this.refunds.markReplaced(manager, { orderId, n });
      },
    );
  }

  /** Records a refund of an unmatched payment. Other unknown intents belong to other shops of the same account. */
  private async recordUnmatchedRefund(
    provider: PaymentProviderName,
    { id, intentId, amountCents, status, currency }: ProviderRefund,
    happenedAt: Date,
  ): Promise<void> {
    if (status === 'pending' || !(await this.moneyLedger.isUnmatchedPayment(provider, intentId))) return;
    const kind = status === 'failed' ? 'refund-failed' : 'refunded';
    await this.moneyLedger.recordUnmatchedEntry(provider, intentId, {
      kind,
      reference: id,
      amountCents,
      currency: currency ?? CURRENCY,
      happenedAt,
    });
  }

  private async cancelIfFullyRefunded({ manager, order }: LockedOrder): Promise<void> {
    await this.refundedOrders.cancelIfFullyRefunded(manager, order, 'refund');
  }

  private async updateOrder(locked: LockedOrder, refund: ProviderRefund, n: number | null): Promise<void> {
    const { manager, order } = locked;
    const requestedNumber = refund.isOurs ? await this.refunds.findRequested(manager, order.id, refund, n) : null;
    const isNew =
      requestedNumber === null
        ? await this.refunds.upsertProviderRefund(manager, order.paymentProvider, order.id, refund)
        : await this.refunds.updateRequested(manager, order.id, requestedNumber, refund);
    if (!isNew) return;
    if (refund.status === 'pending') return this.cancelIfFullyRefunded(locked);
    const kind = refund.status === 'failed' ? 'refund-failed' : 'refunded';
    const entry = {
      kind,
      reference: refund.id,
      amountCents: refund.amountCents,
      currency: refund.currency ?? order.currency,
      happenedAt: locked.happenedAt,
    } as const;
    if (!(await this.moneyLedger.recordEntry(manager, order, entry))) return;
    if (refund.status === 'succeeded') {
      await this.cancelIfFullyRefunded(locked);
      return this.orderEvents.publishRefunded(manager, order, refund);
    }
    this.logger.error(
      { orderId: order.id, refundId: refund.id, failure: refund.failure },
      'a refund failed at the bank: the money is still with the shop',
    );
    await this.orderEvents.recordRefundFailed(manager, order, {
      amountCents: refund.amountCents,
      currency: entry.currency,
      reason: refund.failure ?? 'unknown',
    });
  }
}
