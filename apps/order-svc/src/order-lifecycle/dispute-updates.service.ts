import { Inject, Injectable } from '@nestjs/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { type LockedOrder, PaymentsRepository, type ProviderEventKey } from '../payments/payments.repository.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { MoneyLedgerRepository } from '../payments/money-ledger.repository.js';
import type { ProviderDispute } from '../payments/payment-provider.js';

/** The bank has given the money to the customer. */
const LOST_STATUS = 'lost';

/**
 * Applies a dispute of a payment: the admins see it on the order and answer it at the provider. If the bank takes all
 * of the money, the order is cancelled, unless it is in print.
 */
@Injectable()
export class DisputeUpdatesService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly orderLifecycle: OrderLifecycleService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async applyDispute(provider: PaymentProviderName, dispute: ProviderDispute, event: ProviderEventKey): Promise<void> {
    const isMatched = await this.payments.withLockedOrder(
      { provider, intentId: dispute.intentId, event },
      async (locked) => {
        if (await locked.isNewEvent()) await this.updateOrder(locked, dispute);
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

  private async updateOrder({ manager, order, happenedAt }: LockedOrder, dispute: ProviderDispute): Promise<void> {
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
    if (change === 'superseded' || !dispute.isClosed) return;
    await this.moneyLedger.recordEntry(manager, order, { ...entry, kind: 'dispute-closed', happenedAt });
    await this.orderHistory.addEntry(manager, order.id, {
      action: 'order.dispute-closed',
      details: { amountCents, currency, outcome: status },
    });
    if (status === LOST_STATUS) await this.orderLifecycle.cancelIfFullyRefunded(manager, order, 'dispute');
  }
}
