import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, isDomainError } from '@shop/contracts-common';
import { type AuditActor, AuditTrail } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { PaymentProviderName } from '@shop/contracts-order';
import { OrderLifecycleService } from '../order-lifecycle/order-lifecycle.service.js';
import { PaymentReconciliationService } from '../order-lifecycle/payment-reconciliation.service.js';
import { RefundsService } from '../order-lifecycle/refunds.service.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isPayable } from '../orders/order.rules.js';
import { MoneyLedgerRepository } from '../payments/money-ledger.repository.js';
import {
  type ProviderRefund,
  type RefundRequest,
  isRefundRefused,
  API_KEY_ERROR_CODES,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { computePaymentStatus } from '../payments/payment-state.rules.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { ProviderErrorsRepository } from '../payments/provider-errors.repository.js';
import { type FailedRefund, RefundsRepository } from '../payments/refunds.repository.js';
import { type Discrepancy, formatPaidAmount } from './discrepancy.rules.js';

interface RejectedCall {
  id: string;
  provider: PaymentProviderName;
  code: string;
}

interface UnmatchedPayment {
  /** The discrepancy's id, because there is no order. */
  id: string;
  provider: PaymentProviderName;
  intentId: string;
  amountCents: number;
  currency: string;
  /** A refund after a failed one needs another number. */
  failedRefunds: number;
}

/**
 * Resolves discrepancies of money: requests, replaces or retries a refund, corrects a payment status, and refunds a payment that
 * belongs to no order.
 */
@Injectable()
export class PaymentResolutionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refundsRepository: RefundsRepository,
    private readonly refunds: RefundsService,
    private readonly auditTrail: AuditTrail,
    private readonly paymentReconciliation: PaymentReconciliationService,
    private readonly providerErrors: ProviderErrorsRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly payments: PaymentsRepository,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly orderLifecycle: OrderLifecycleService,
  ) {}

  /** Refunds what is left of a cancelled order. False if nothing is left. */
  async refundRemainder(orderId: string, by: AuditActor): Promise<boolean> {
    const isRequested = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const amountCents = await this.refundsRepository.getRemainingCents(manager, orderId);
      return (
        (await this.refunds.requestRefund(
          manager,
          orderId,
          { reason: 'left over from a cancelled order', amountCents },
          by,
        )) !== null
      );
    });
    if (isRequested) await this.executeRefunds(orderId);
    return isRequested;
  }

  /** Replaces a failed refund, which can't be repeated, by another of at most the remaining amount. */
  async replaceFailedRefund(
    failed: FailedRefund & { amountCents: number; currency: string },
    by: AuditActor,
  ): Promise<'requested' | 'nothing-left' | 'already-replaced'> {
    const { orderId } = failed;
    const outcome = await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      if (!(await this.refundsRepository.markReplaced(manager, failed))) return 'already-replaced';
      return (await this.refunds.requestReplacementRefund(manager, failed, by)) === null ? 'nothing-left' : 'requested';
    });
    if (outcome === 'requested') await this.executeRefunds(orderId);
    return outcome;
  }

  /**
   * Executes pending refunds; reconciliation retries those that fail. Throws REFUND_REJECTED if the provider rejected
   * refund `n`, or the order's last one.
   */
  async executeRefunds(orderId: string, n: number | null = null): Promise<void> {
    await this.refunds.executePendingRefunds(orderId);
    if (await this.refundsRepository.hasUnresolvedFailure(orderId, n))
      throw new DomainError(
        'REFUND_REJECTED',
        'provider-failed',
        'The payment provider has refused the refund. Please look at the payment there.',
      );
  }

  async retryRefund(orderId: string, n: number, by: AuditActor): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'order.refund-retried',
      subject: { type: 'order', id: orderId },
      before: null,
      after: { n },
    });
    await this.executeRefunds(orderId, n);
  }

  /** For discrepancies that belong to no order. Returns what was done, as a message for the admin; null if this kind is not handled here. */
  async resolveForShop({ id, kind, details }: Discrepancy, by: AuditActor): Promise<string | null> {
    if (kind === 'provider-error') return this.resolveProviderError({ id, ...details }, by);
    if (kind !== 'unmatched-payment') return null;
    await this.refundUnmatchedPayment({ id, ...details }, by);
    return `${formatPaidAmount(details)} goes back to the payer.`;
  }

  /** Throws the provider's error if it still rejects the shop's keys. */
  private async resolveProviderError({ id, provider, code }: RejectedCall, by: AuditActor): Promise<string> {
    const isApiKeyError = API_KEY_ERROR_CODES.includes(code);
    if (isApiKeyError) await this.paymentReconciliation.checkProvider(provider);
    else await this.providerErrors.deleteErrors(provider, [code]);
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'payment-provider.error-resolved',
      subject: { type: 'payment-provider', id },
      before: { provider, code },
      after: null,
    });
    return isApiKeyError
      ? 'The keys of the shop are accepted.'
      : 'It is removed from the list, and returns if the provider rejects it again.';
  }

  /** Refunds what is left of the payment. The provider's idempotency key prevents a second refund. */
  private async refundUnmatchedPayment(
    { id, provider, intentId, amountCents, currency, failedRefunds }: UnmatchedPayment,
    by: AuditActor,
  ): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'payment.refund-requested',
      subject: { type: 'payment', id },
      before: null,
      after: { provider, intentId, amountCents },
    });
    const n = failedRefunds + 1;
    const idempotencyKey = `refund:${intentId}:${n}`;
    try {
      const request = { orderId: id, n, amountCents: null, idempotencyKey };
      for (const refund of await this.createOrListRefunds(provider, intentId, request))
        await this.refunds.applyRefund(provider, refund, null);
    } catch (error) {
      // The next refund has another number, because the provider repeats its answer to this one.
      if (isRefundRefused(error))
        await this.moneyLedger.recordUnmatchedEntry(provider, intentId, {
          kind: 'refund-failed',
          reference: idempotencyKey,
          amountCents,
          currency,
          happenedAt: new Date(),
        });
      throw error;
    }
  }

  /** If nothing is left, the payment was refunded at the provider. Then those refunds are returned. */
  private async createOrListRefunds(
    provider: PaymentProviderName,
    intentId: string,
    request: RefundRequest,
  ): Promise<ProviderRefund[]> {
    try {
      return [await this.paymentProviders.getProvider(provider).refund(intentId, request)];
    } catch (error) {
      if (isDomainError(error) && error.code === 'REFUND_TOO_MUCH')
        return this.paymentProviders.getProvider(provider).listRefunds(intentId);
      throw error;
    }
  }

  /**
   * Corrects an order whose payment status differs from its ledger entries. Only a manual change of the database causes
   * that. False if the two agree.
   */
  async syncFromLedger(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const snapshot = await this.orders.find(orderId);
      // Every transaction locks the cart before the order; another sequence can deadlock.
      const cartId = snapshot && (await this.payments.lockCartOfOwner(manager, snapshot));
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return false;
      const before = order.paymentStatus;
      const after = computePaymentStatus(order, await this.moneyLedger.listEntries(manager, orderId));
      if (before === after) return false;
      // Assigned directly: the status was never right, so the rules for status changes do not apply.
      order.paymentStatus = after;
      await this.saveOrder(manager, order, cartId);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.payment-corrected',
        subject: { type: 'order', id: orderId },
        before: { paymentStatus: before },
        after: { paymentStatus: after },
      });
      return true;
    });
  }

  /** An order that was paid all along starts now. It is cancelled at once if all of its money is refunded. */
  private async saveOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    const isNewlyPaid = order.status === 'created' && !isPayable(order.paymentStatus);
    if (isNewlyPaid) order.markPaid();
    await this.orders.save(manager, order);
    if (isNewlyPaid) await this.orderLifecycle.startPaidOrder(manager, order, cartId);
  }
}
