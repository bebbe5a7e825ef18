import { Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import { toLedgerEntry, MoneyLedgerService } from '../payments/money-ledger.service.js';
import { OrderByIntentService } from './order-by-intent.service.js';
import type { Intent } from '../payments/payment-provider.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';

/** How long an admin has to decide. After that the customer gets the money back. */
const DECISION_PERIOD_MS = 24 * 3_600_000;

export type MismatchOutcome = 'awaiting-decision' | 'refunded';

/**
 * Handles payments whose amount or currency is not the order's. The order stays unpaid until an admin refunds the
 * money, or until a day has passed.
 */
@Injectable()
export class AmountMismatchService {
  constructor(
    private readonly orderByIntent: OrderByIntentService,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerService,
    private readonly refunds: RefundsRepository,
    private readonly unpaidOrders: UnpaidOrdersService,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  /** Null if the order is no longer open. */
  async handleMismatch(provider: PaymentProviderName, intent: Intent): Promise<MismatchOutcome | null> {
    const seenAt = await this.recordMismatch(provider, intent);
    if (seenAt === null) return null;
    if (Date.now() - seenAt.getTime() < DECISION_PERIOD_MS) return 'awaiting-decision';
    await this.refundAndCancel(provider, intent, null);
    return 'refunded';
  }

  /**
   * Cancels the order and requests the refund. False if the order is no longer open. `by` is null if the decision
   * period ended.
   */
  async refundAndCancel(
    provider: PaymentProviderName,
    { id: intentId, amountCents, currency }: Pick<Intent, 'id' | 'amountCents' | 'currency'>,
    by: StatusChangeActor,
  ): Promise<boolean> {
    const isDone = await this.orderByIntent.withLockedOrder(
      { provider, intentId, event: null },
      async ({ manager, order }) => {
        if (order.status !== 'created') return false;
        await this.orderEvents.recordMismatchRefunded(manager, order.id, {
          amountCents,
          currency,
          isLate: by === null,
        });
        // The cancellation event says where the money is, so the refund is requested first.
        await this.refunds.insertRequest(manager, order.id, {
          reason: 'another amount than the order was paid',
          amountCents,
        });
        await this.unpaidOrders.cancelLockedOrder(manager, order, { by, canceled: null });
        return true;
      },
    );
    return isDone ?? false;
  }

  /**
   * Records the payment in the ledger and detaches the order from its cart, so that the cart can be ordered again.
   * Returns when the mismatch was first seen.
   */
  private recordMismatch(provider: PaymentProviderName, intent: Intent): Promise<Date | null> {
    return this.orderByIntent.withLockedOrder(
      { provider, intentId: intent.id, event: null },
      async ({ manager, order, happenedAt }) => {
        if (order.status !== 'created') return null;
        const { seenAt, isNew } = await this.payments.recordMismatch(manager, order.id);
        if (isNew)
          await this.orderEvents.recordAmountMismatch(manager, order.id, {
            amountCents: intent.amountCents,
            currency: intent.currency,
          });
        order.cartId = null;
        await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('succeeded', intent, happenedAt));
        return seenAt;
      },
    );
  }
}
