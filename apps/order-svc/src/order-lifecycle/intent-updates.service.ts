import { Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { isAwaitingBank } from '../orders/payment-status.rules.js';
import { toLedgerEntry, MoneyLedgerService } from '../payments/money-ledger.service.js';
import { OrderByIntentService, type ProviderEventKey, type LockedOrder } from './order-by-intent.service.js';
import type { Intent } from '../payments/payment-provider.js';
import { decidePayment, type PaymentDecision } from './payment-decision.rules.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { PaidOrdersService } from './paid-orders.service.js';
import { UnpaidOrdersService } from './unpaid-orders.service.js';

export type IntentUpdateResult =
  | { outcome: 'applied' | 'unchanged'; orderId: string }
  /** Money arrived for a cancelled order and must be refunded. */
  | { outcome: 'refund-due'; orderId: string }
  /** The amount or currency differs from the order's. Nothing was written. */
  | { outcome: 'mismatch'; orderId: string }
  /** The event reports an attempt that has ended since. Nothing was written. */
  | { outcome: 'superseded'; orderId: string }
  /** No order has this intent. */
  | { outcome: 'no-order' };

/**
 * Applies the state of an intent to its order. Events arrive at least once and in any order; each is applied exactly
 * once.
 */
@Injectable()
export class IntentUpdatesService {
  constructor(
    private readonly orderByIntent: OrderByIntentService,
    private readonly moneyLedger: MoneyLedgerService,
    private readonly refunds: RefundsRepository,
    private readonly unpaidOrders: UnpaidOrdersService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly paidOrders: PaidOrdersService,
  ) {}

  /** `observedAt`: when the intent had this state. */
  async applyIntentToOrder(
    provider: PaymentProviderName,
    intent: Intent,
    { event, observedAt }: { event: ProviderEventKey; observedAt: Date },
  ): Promise<IntentUpdateResult> {
    const result = await this.orderByIntent.withLockedOrder({ provider, intentId: intent.id, event }, (locked) =>
      this.applyToLockedOrder(locked, intent, observedAt),
    );
    return result ?? { outcome: 'no-order' };
  }

  private async applyToLockedOrder(locked: LockedOrder, intent: Intent, observedAt: Date): Promise<IntentUpdateResult> {
    const { order } = locked;
    // The checkout replaces this intent and records its end itself.
    if (intent.status === 'canceled' && intent.id === order.cancelingIntentId)
      return { outcome: 'unchanged', orderId: order.id };
    const decision = decidePayment(order, { ...intent, observedAt });
    if (decision === 'mismatch' || decision === 'superseded') return { outcome: decision, orderId: order.id };
    const isApplied = (await locked.isNewEvent()) && (await this.applyDecision(decision, locked, intent));
    return {
      outcome: !isApplied ? 'unchanged' : decision === 'refund' ? 'refund-due' : 'applied',
      orderId: order.id,
    };
  }

  /** False if the ledger already has the entry. */
  private async applyDecision(
    decision: Exclude<PaymentDecision, 'mismatch' | 'superseded'>,
    locked: LockedOrder,
    intent: Intent,
  ): Promise<boolean> {
    switch (decision) {
      case 'pay':
        return this.markPaid(locked, intent);
      case 'fail':
        return this.markFailed(locked, intent);
      case 'note-attempt':
        locked.order.markPaymentInProgress();
        await this.moneyLedger.recordRetry(locked.manager, locked.order);
        return true;
      case 'end-attempt':
        return this.endAttempt(locked);
      case 'cancel':
        await this.unpaidOrders.cancelLockedOrder(locked.manager, locked.order, { by: null, canceled: intent });
        return true;
      case 'refund':
        return this.requestRefund(locked, intent);
      case 'nothing':
        return false;
    }
  }

  private async markPaid({ manager, order, cartId, happenedAt }: LockedOrder, intent: Intent): Promise<boolean> {
    order.markPaid();
    if (!(await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('succeeded', intent, happenedAt))))
      return false;
    await this.paidOrders.startPaidOrder(manager, order, cartId);
    return true;
  }

  private async markFailed({ manager, order, happenedAt }: LockedOrder, intent: Intent): Promise<boolean> {
    const wasAwaitingBank = isAwaitingBank(order);
    order.markPaymentFailed(intent.failureMessage ?? '');
    const reference = await this.moneyLedger.getAttemptReference(manager, order, intent);
    if (
      !(await this.moneyLedger.recordEntry(manager, order, {
        ...toLedgerEntry('failed', intent, happenedAt),
        reference,
      }))
    )
      return false;
    await this.orderEvents.publishPaymentFailed(manager, order, {
      message: order.paymentMessage ?? '',
      wasAwaitingBank,
    });
    return true;
  }

  /**
   * The customer gave the attempt up, such as an unconfirmed debit. The payment may be tried again. A customer who was
   * told to wait gets a message.
   */
  private async endAttempt({ manager, order }: LockedOrder): Promise<boolean> {
    const wasAwaitingBank = isAwaitingBank(order);
    order.endPaymentInProgress();
    await manager.save(order);
    if (wasAwaitingBank) await this.orderEvents.publishPaymentFailed(manager, order, { message: '', wasAwaitingBank });
    return true;
  }

  private async requestRefund({ manager, order, happenedAt }: LockedOrder, intent: Intent): Promise<boolean> {
    if (!(await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('succeeded', intent, happenedAt))))
      return false;
    await this.refunds.insertRequest(manager, order.id, {
      reason: 'paid after it was cancelled',
      amountCents: intent.amountCents,
    });
    return true;
  }
}
