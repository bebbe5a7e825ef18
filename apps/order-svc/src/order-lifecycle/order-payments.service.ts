import { Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts-order';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isAwaitingBank } from '../orders/order.rules.js';
import { MoneyLedgerRepository, toLedgerEntry } from '../payments/money-ledger.repository.js';
import type { Intent } from '../payments/payment-provider.js';
import { type LockedOrder, PaymentsRepository, type ProviderEventKey } from '../payments/payments.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { PaymentDoubtsService } from './payment-doubts.service.js';
import { type PaymentDecision, decidePayment } from './payment-decision.rules.js';

export type IntentUpdateResult =
  /** `isStopped`: too many payments were declined, and the intent can still be paid. It must be cancelled. */
  | { outcome: 'applied' | 'unchanged'; orderId: string; isStopped?: boolean }
  /** Money arrived for a cancelled order and must be refunded. */
  | { outcome: 'refund-due'; orderId: string }
  /** The amount or currency differs from the order's. Nothing was written. */
  | { outcome: 'mismatch'; orderId: string }
  /** The event reports an attempt that has ended since. Nothing was written. */
  | { outcome: 'superseded'; orderId: string }
  /** No order has this intent. */
  | { outcome: 'no-order' };

/** How long an admin has to decide. After that the customer gets the money back. */
const DECISION_PERIOD_MS = 24 * 3_600_000;

/** A thief may be trying stolen cards. A customer who mistypes or lacks money gives up earlier. */
const MAX_DECLINES_PER_HOUR = 10;

const ordersPaid = new Counter({ name: 'orders_paid_total', help: 'Orders whose payment succeeded' });
const paymentsStopped = new Counter({
  name: 'payments_stopped_total',
  help: 'Orders whose payment was cancelled after too many declines',
});

export type MismatchOutcome = 'awaiting-decision' | 'refunded';

/**
 * Applies the state of an intent to its order. Events arrive at least once and in any order; each is applied exactly
 * once.
 */
@Injectable()
export class OrderPaymentsService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly refunds: RefundsRepository,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly doubts: PaymentDoubtsService,
  ) {}

  /** `observedAt`: when the intent had this state. */
  async applyIntentToOrder(
    provider: PaymentProviderName,
    intent: Intent,
    { event, observedAt }: { event: ProviderEventKey; observedAt: Date },
  ): Promise<IntentUpdateResult> {
    const result = await this.payments.withLockedOrder({ provider, intentId: intent.id, event }, (locked) =>
      this.applyToLockedOrder(locked, intent, observedAt),
    );
    if (result?.outcome === 'applied' && intent.status === 'succeeded') ordersPaid.inc();
    return result ?? { outcome: 'no-order' };
  }

  private async applyToLockedOrder(locked: LockedOrder, intent: Intent, observedAt: Date): Promise<IntentUpdateResult> {
    const { order } = locked;
    // The checkout replaces this intent and records its end itself.
    if (intent.status === 'canceled' && order.intent?.isEnding) return { outcome: 'unchanged', orderId: order.id };
    const decision = decidePayment(order, { ...intent, observedAt });
    if (decision === 'mismatch' || decision === 'superseded') return { outcome: decision, orderId: order.id };
    const isApplied = (await locked.isNewEvent()) && (await this.applyDecision(decision, locked, intent));
    if (intent.review)
      await this.doubts.holdForDoubt(locked.manager, order, {
        ...intent.review,
        kind: 'payment-review',
        openedAt: locked.happenedAt,
      });
    return {
      outcome: !isApplied ? 'unchanged' : decision === 'refund' ? 'refund-due' : 'applied',
      orderId: order.id,
      isStopped: order.paymentStoppedAt !== null && order.status === 'created' && intent.status === 'open',
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
        await this.orderLifecycle.cancelUnpaidOrder(locked.manager, locked.order, { by: null, canceled: intent });
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
    await this.orderLifecycle.startPaidOrder(manager, order, cartId);
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
    await this.stopAfterManyDeclines(manager, order);
    return true;
  }

  /** In the transaction of the decline, so that each later report of the intent cancels it if this process ends. */
  private async stopAfterManyDeclines(manager: EntityManager, order: Order): Promise<void> {
    if (order.paymentStoppedAt !== null) return;
    const declines = await this.moneyLedger.countRecentDeclines(manager, order.id);
    if (declines < MAX_DECLINES_PER_HOUR) return;
    order.paymentStoppedAt = new Date();
    await this.orders.save(manager, order);
    await this.orderEvents.recordPaymentStopped(manager, order.id, declines);
    paymentsStopped.inc();
  }

  /**
   * The customer gave the attempt up, such as an unconfirmed debit. The payment may be tried again. A customer who was
   * asked to wait gets a message.
   */
  private async endAttempt({ manager, order }: LockedOrder): Promise<boolean> {
    const wasAwaitingBank = isAwaitingBank(order);
    order.endPaymentInProgress();
    await this.orders.save(manager, order);
    if (wasAwaitingBank) await this.orderEvents.publishPaymentFailed(manager, order, { message: '', wasAwaitingBank });
    return true;
  }

  private async requestRefund({ manager, order, happenedAt }: LockedOrder, intent: Intent): Promise<boolean> {
    if (!(await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('succeeded', intent, happenedAt))))
      return false;
    await this.refunds.insertRequest(manager, order.id, {
      reason: 'paid after it was cancelled',
      amountCents: intent.amountCents,
      by: null,
    });
    return true;
  }

  /**
   * For a payment whose amount or currency is not the order's. The order stays unpaid until an admin refunds the money, or
   * until a day has passed. Null if the order is no longer open.
   */
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
    const isDone = await this.payments.withLockedOrder(
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
          by,
        });
        await this.orderLifecycle.cancelUnpaidOrder(manager, order, { by, canceled: null });
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
    return this.payments.withLockedOrder(
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
