import { Inject, Injectable } from '@nestjs/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts-order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { isDisputeCleared, isReviewCleared } from '../fulfilment/fulfilment-hold.rules.js';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { Order } from '../orders/order.entity.js';
import { MoneyLedgerRepository } from '../payments/money-ledger.repository.js';
import type { PaymentDoubt, PaymentDoubts, PaymentProvider, ProviderDispute } from '../payments/payment-provider.js';
import { type LockedOrder, PaymentsRepository, type ProviderEventKey } from '../payments/payments.repository.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';

/** The bank has given the money to the customer. */
const LOST_STATUS = 'lost';

/**
 * Doubts about a payment: disputes, reviews by the provider, and banks' early warnings of fraud. Each holds its order back from
 * the printer until it is cleared, in the transaction that records it. They arrive at least once, in any order, and
 * before the payment.
 */
@Injectable()
export class PaymentDoubtsService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly holds: FulfilmentHoldsService,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly moneyLedger: MoneyLedgerRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async applyDoubts(provider: PaymentProvider, { disputes, reviews }: PaymentDoubts): Promise<void> {
    for (const dispute of disputes) await this.applyDispute(provider.name, dispute, null);
    for (const review of reviews) await this.applyDoubt(provider, review, null);
  }

  /** Unknown intents belong to other shops of the same account. */
  async applyDoubt(provider: PaymentProvider, doubt: PaymentDoubt, event: ProviderEventKey): Promise<void> {
    const intentId = doubt.intentId ?? (doubt.chargeId && (await provider.findIntentOfCharge(doubt.chargeId)));
    if (!intentId) return;
    await this.payments.withLockedOrder({ provider: provider.name, intentId, event }, async (locked) => {
      if (await locked.isNewEvent()) await this.holdForDoubt(locked.manager, locked.order, doubt);
    });
  }

  /** Requires the order's lock. */
  async holdForDoubt(
    manager: EntityManager,
    order: Order,
    { kind, id: reference, openedAt, outcome }: Pick<PaymentDoubt, 'kind' | 'id' | 'openedAt' | 'outcome'>,
  ): Promise<void> {
    const hold = { kind, reference };
    if (outcome !== null && isReviewCleared(outcome))
      await this.holds.releaseHold(manager, order, hold, { by: 'provider', reason: outcome });
    else await this.holds.openHold(manager, order, { ...hold, openedAt });
  }

  /**
   * The admins see a dispute on the order and answer it at the provider. Until then nothing is printed. If the bank takes all
   * of the money, the order is cancelled, unless it is in print.
   */
  async applyDispute(provider: PaymentProviderName, dispute: ProviderDispute, event: ProviderEventKey): Promise<void> {
    const isMatched = await this.payments.withLockedOrder(
      { provider, intentId: dispute.intentId, event },
      async (locked) => {
        if (await locked.isNewEvent()) await this.recordDispute(locked, dispute);
        return true;
      },
    );
    if (!isMatched) await this.recordUnmatchedDispute(provider, dispute, event?.happenedAt ?? new Date());
  }

  /**
   * Records a dispute of an unmatched payment. Other unknown intents belong to other shops of the same account. A lost
   * dispute counts as a refund: the bank has returned the money to the payer.
   */
  private async recordUnmatchedDispute(
    provider: PaymentProviderName,
    { id: reference, intentId, amountCents, currency = CURRENCY, status, openedAt, isClosed }: ProviderDispute,
    happenedAt: Date,
  ): Promise<void> {
    if (!(await this.moneyLedger.isUnmatchedPayment(provider, intentId))) return;
    const entry = { reference, amountCents, currency };
    await this.moneyLedger.recordUnmatchedEntry(provider, intentId, {
      ...entry,
      kind: 'disputed',
      happenedAt: openedAt,
    });
    if (!isClosed) return;
    await this.moneyLedger.recordUnmatchedEntry(provider, intentId, { ...entry, kind: 'dispute-closed', happenedAt });
    if (status === LOST_STATUS)
      await this.moneyLedger.recordUnmatchedEntry(provider, intentId, { ...entry, kind: 'refunded', happenedAt });
  }

  /** A lost dispute still holds what is left of the order, until an admin decides. */
  private async holdForDispute({ manager, order }: LockedOrder, dispute: ProviderDispute): Promise<void> {
    const { id: reference, status, openedAt } = dispute;
    const hold = { kind: 'dispute', reference } as const;
    if (isDisputeCleared(status))
      await this.holds.releaseHold(manager, order, hold, { by: 'provider', reason: status });
    else await this.holds.openHold(manager, order, { ...hold, openedAt });
  }

  private async recordDispute(locked: LockedOrder, dispute: ProviderDispute): Promise<void> {
    const { manager, order, happenedAt } = locked;
    const change = await this.payments.upsertDispute(manager, order, dispute, happenedAt);
    const { id: reference, amountCents, currency = order.currency, reason, status } = dispute;
    const entry = { reference, amountCents, currency };
    if (change === 'new') {
      this.logger.warn(
        { orderId: order.id, disputeId: dispute.id, reason, respondBy: dispute.respondBy },
        'a payment is disputed',
      );
      await this.moneyLedger.recordEntry(manager, order, { ...entry, kind: 'disputed', happenedAt: dispute.openedAt });
      await this.orderHistory.addEntry(manager, order.id, {
        action: 'order.disputed',
        details: { amountCents, currency, reason },
      });
    }
    await this.holdForDispute(locked, dispute);
    if (change === 'superseded' || !dispute.isClosed) return;
    await this.moneyLedger.recordEntry(manager, order, { ...entry, kind: 'dispute-closed', happenedAt });
    await this.orderHistory.addEntry(manager, order.id, {
      action: 'order.dispute-closed',
      details: { amountCents, currency, outcome: status },
    });
    if (status === LOST_STATUS) await this.orderLifecycle.cancelIfFullyRefunded(manager, order, 'dispute');
  }
}
