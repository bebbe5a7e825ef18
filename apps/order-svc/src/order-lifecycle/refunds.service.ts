import { Inject, Injectable } from '@nestjs/common';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { isDomainError } from '@shop/contracts-common';
import type { Logger } from 'pino';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts-order';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { MoneyLedgerRepository } from '../payments/money-ledger.repository.js';
import {
  type PaymentProvider,
  type ProviderRefund,
  hasRefundNumber,
  isIntentUnknown,
  isRepeatedByKey,
  FAILURE_DISPUTED,
  FAILURE_EXCEEDS_REMAINDER,
  FAILURE_INTENT_UNKNOWN,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { type LockedOrder, PaymentsRepository, type ProviderEventKey } from '../payments/payments.repository.js';
import { type NewRefund, type PendingRefund, RefundsRepository } from '../payments/refunds.repository.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';

/**
 * Wrong account keys may be corrected within a day; after that an admin has to look. A refund that the provider has
 * accepted is never given up.
 */
const isUnrecoverable = ({ refundId, isOld, isReplacement }: PendingRefund): boolean =>
  refundId === null && (isOld || isReplacement);

/**
 * Refunds: requests, execution at the provider, and the provider's state of a refund, whether it was requested by the shop
 * or made at the provider. States arrive in any order and are applied once. Reconciliation retries refunds that fail.
 */
@Injectable()
export class RefundsService {
  constructor(
    private readonly refundsRepository: RefundsRepository,
    private readonly auditTrail: AuditTrail,
    private readonly paymentProviders: PaymentProviderRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly orderLifecycle: OrderLifecycleService,
  ) {}

  /**
   * Returns the refund's number, or null if nothing is left to refund. The caller has locked the order, and executes
   * the refund after the commit.
   */
  async requestRefund(
    manager: EntityManager,
    orderId: string,
    refund: Omit<NewRefund, 'by'>,
    by: AuditActor,
  ): Promise<number | null> {
    const n = await this.refundsRepository.insertRequest(manager, orderId, { ...refund, by });
    if (n !== null)
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.refund-requested',
        subject: { type: 'order', id: orderId },
        before: null,
        after: { n, amountCents: refund.amountCents },
      });
    return n;
  }

  /**
   * Requests a refund in place of a failed one. Returns its number, or null if nothing is left: then the failed refund
   * is closed.
   */
  async requestReplacementRefund(
    manager: EntityManager,
    {
      orderId,
      amountCents,
      currency,
      ...failed
    }: { orderId: string; amountCents: number; currency: string; n?: number; refundId?: string },
    by: AuditActor,
  ): Promise<number | null> {
    const n = await this.refundsRepository.insertRequest(manager, orderId, {
      reason: 'another refund had failed',
      amountCents,
      by,
    });
    const action = n === null ? 'order.refund-closed' : 'order.refund-requested';
    const before = failed.n === undefined ? { refundId: failed.refundId } : { n: failed.n };
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action,
      subject: { type: 'order', id: orderId },
      before,
      after: { n, amountCents, currency },
    });
    return n;
  }

  async executeAllPendingRefunds(): Promise<void> {
    for (const orderId of await this.refundsRepository.claimOrdersWithPendingRefunds())
      await this.executePendingRefunds(orderId);
  }

  /** Never rejects: a requested refund stays pending until the provider confirms it. */
  async executePendingRefunds(orderId: string): Promise<void> {
    for (const refund of await this.refundsRepository.listPendingByOrder(orderId)) {
      try {
        await this.executeRefund(orderId, refund);
      } catch (error) {
        this.logger.error(
          { err: error, orderId, n: refund.n },
          'a refund failed, the next reconciliation tries it again',
        );
      }
    }
  }

  private async executeRefund(orderId: string, pending: PendingRefund): Promise<void> {
    const { n, provider: name, paymentIntentId } = pending;
    const provider = this.paymentProviders.getProvider(name);
    try {
      await this.applyRefund(name, await this.createOrFindRefund(provider, orderId, pending), null, n);
    } catch (error) {
      const code = isDomainError(error) ? error.code : null;
      if (code === 'REFUND_DISPUTED') return this.failRefund(orderId, pending, FAILURE_DISPUTED);
      if (isIntentUnknown(error) && isUnrecoverable(pending))
        return this.failRefund(orderId, pending, FAILURE_INTENT_UNKNOWN);
      if (isRepeatedByKey(error)) await this.refundsRepository.countRefusal(orderId, pending);
      if (code !== 'REFUND_TOO_MUCH') throw error;
      // It was refunded at the provider, and the shop does not know yet.
      await this.applyProviderRefunds(provider, paymentIntentId);
      await this.failRefund(orderId, pending, FAILURE_EXCEEDS_REMAINDER);
    }
  }

  /** Another key than before is used only if the provider has no refund of this number. */
  private async createOrFindRefund(
    provider: PaymentProvider,
    orderId: string,
    { n, refusals, paymentIntentId, refundId, amountCents, isOld }: PendingRefund,
  ): Promise<ProviderRefund> {
    if (refundId) return provider.retrieveRefund(paymentIntentId, refundId);
    const existing =
      isOld || refusals > 0
        ? (await provider.listRefunds(paymentIntentId)).find((refund) => hasRefundNumber(refund, n))
        : undefined;
    const idempotencyKey = `refund:${orderId}:${n}${refusals === 0 ? '' : `/${refusals}`}`;
    return existing ?? provider.refund(paymentIntentId, { orderId, n, amountCents, idempotencyKey });
  }

  /** Applies every refund that the provider has of an intent. */
  async applyProviderRefunds(provider: PaymentProvider, intentId: string): Promise<void> {
    for (const refund of await provider.listRefunds(intentId)) await this.applyRefund(provider.name, refund, null);
  }

  /** `n`: the number of the refund within its order, if the shop has just requested it. */
  async applyRefund(
    provider: PaymentProviderName,
    refund: ProviderRefund,
    event: ProviderEventKey,
    n: number | null = null,
  ): Promise<void> {
    const isMatched = await this.payments.withLockedOrder(
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
  private async failRefund(
    orderId: string,
    { n, provider, paymentIntentId: intentId, requestedCents: amountCents, currency }: PendingRefund,
    failure: string,
  ): Promise<void> {
    await this.payments.withLockedOrder({ provider, intentId, event: null }, async ({ manager, order, happenedAt }) => {
      if (!(await this.refundsRepository.markFailed(manager, orderId, n, failure))) return;
      await this.moneyLedger.recordEntry(manager, order, {
        kind: 'refund-failed',
        reference: `refund:${orderId}:${n}`,
        amountCents,
        currency,
        happenedAt,
      });
      await this.orderEvents.recordRefundFailed(manager, order, { amountCents, currency, reason: failure });
      // The customer already has the money, so no other refund replaces this one.
      if (
        failure === FAILURE_EXCEEDS_REMAINDER &&
        (await this.refundsRepository.getRemainingCents(manager, orderId)) <= 0
      )
        await this.refundsRepository.markReplaced(manager, { orderId, n });
    });
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
    await this.orderLifecycle.cancelIfFullyRefunded(manager, order, 'refund');
  }

  private async updateOrder(locked: LockedOrder, refund: ProviderRefund, n: number | null): Promise<void> {
    const { manager, order } = locked;
    const requestedNumber = refund.isOurs
      ? await this.refundsRepository.findRequested(manager, order.id, refund, n)
      : null;
    const isNew =
      requestedNumber === null
        ? await this.refundsRepository.upsertProviderRefund(manager, order.paymentProvider, order.id, refund)
        : await this.refundsRepository.updateRequested(manager, order.id, requestedNumber, refund);
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
