import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProviderRefund } from './payment-provider.js';
import {
  FIND_REQUESTED,
  UPSERT_PROVIDER_REFUND,
  LIST_BY_ORDER,
  LIST_PENDING_BY_ORDER,
  UPDATE_REQUESTED,
  INSERT_REQUEST,
  remainingCentsSql,
  MARK_REPLACED,
  CLAIM_ORDERS_WITH_PENDING,
} from './refunds.sql.js';

export interface Refund {
  /** The caller's key; null for a refund made at the provider. */
  id: string | null;
  amountCents: number;
  reason: string;
  requestedAt: Date;
  refundedAt: Date | null;
  failure: string | null;
}

export interface PendingRefund {
  n: number;
  provider: PaymentProviderName;
  paymentIntentId: string;
  /** Null until the provider has accepted the refund. */
  refundId: string | null;
  /** The amount for the provider. Null: everything that is not refunded yet. */
  amountCents: number | null;
  /** The amount when it was requested. */
  requestedCents: number;
  /** The currency of the payment. */
  currency: string;
  /** The provider may have forgotten the idempotency key by this age. */
  isOld: boolean;
  /** It replaces a failed refund, and an admin waits for the result. */
  isReplacement: boolean;
}

export interface NewRefund {
  reason: string;
  amountCents: number;
  /** The caller's key: requesting twice makes one refund. */
  id?: string;
}

/** A requested refund by its number, or a refund made at the provider by its id there. */
export interface FailedRefund {
  orderId: string;
  n?: number;
  refundId?: string;
}

/** Refunds that the shop requested, and refunds made at the provider. */
@Injectable()
export class RefundsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Requests a refund of at most the remaining amount. Returns its number in the order, or null if nothing is left or
   * another order uses the key. The caller has locked the order.
   */
  async insertRequest(
    manager: EntityManager,
    orderId: string,
    { reason, amountCents, id = randomUUID() }: NewRefund,
  ): Promise<number | null> {
    const [inserted] = await manager.query<{ n: number }[]>(INSERT_REQUEST, [orderId, amountCents, reason, id]);
    return inserted?.n ?? null;
  }

  /** The refund that was requested with this key. */
  async findByKey(
    manager: EntityManager,
    key: string,
  ): Promise<{ orderId: string; amountCents: number; reason: string } | null> {
    const [request] = await manager.query<{ orderId: string; amountCents: number; reason: string }[]>(
      'SELECT order_id AS "orderId", amount_cents AS "amountCents", reason FROM refunds WHERE id = $1',
      [key],
    );
    return request ?? null;
  }

  /**
   * Marks a failed refund as replaced by the order's next one, or as not needed. False if it was marked before. The
   * caller has locked the order.
   */
  async markReplaced(manager: EntityManager, { orderId, n, refundId }: FailedRefund): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      n === undefined ? MARK_REPLACED.atProvider : MARK_REPLACED.requested,
      [orderId, n ?? refundId],
    );
    return changed > 0;
  }

  /** What was paid, less refunds that are made or pending, less lost disputes. */
  async getRemainingCents(manager: EntityManager, orderId: string): Promise<number> {
    const [remaining] = await manager.query<{ cents: number }[]>(remainingCentsSql('$1'), [orderId]);
    return remaining?.cents ?? 0;
  }

  /** The remaining amount that an admin can refund: 0 unless the order is paid. */
  async getRefundableCents(orderId: string): Promise<number> {
    const [remaining] = await this.dataSource.query<{ cents: number }[]>(
      `SELECT GREATEST(rest.cents, 0) AS cents FROM (${remainingCentsSql('$1')}) rest, orders o WHERE o.id = $1 AND o.payment_status = 'paid'`,
      [orderId],
    );
    return remaining?.cents ?? 0;
  }

  /** Refunds that the provider has not confirmed, in the sequence of their requests. */
  listPendingByOrder(orderId: string): Promise<PendingRefund[]> {
    return this.dataSource.query<PendingRefund[]>(LIST_PENDING_BY_ORDER, [orderId]);
  }

  /** Claims orders with pending refunds, at most one batch. */
  async claimOrdersWithPendingRefunds(): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(CLAIM_ORDERS_WITH_PENDING);
    return rows.map(({ orderId }) => orderId);
  }

  /** Whether a refund failed without a replacement. `n` null: the order's last refund. */
  async hasUnresolvedFailure(orderId: string, n: number | null): Promise<boolean> {
    const [refund] = await this.dataSource.query<{ isUnresolved: boolean }[]>(
      'SELECT failure IS NOT NULL AND replaced_by IS NULL AS "isUnresolved" FROM refunds WHERE order_id = $1 AND ($2::integer IS NULL OR n = $2) ORDER BY n DESC LIMIT 1',
      [orderId, n],
    );
    return refund?.isUnresolved ?? false;
  }

  listByOrder(orderId: string): Promise<Refund[]> {
    return this.dataSource.query<Refund[]>(LIST_BY_ORDER, [orderId]);
  }

  /**
   * The number of the requested refund that a provider's refund belongs to. `n`: the number, if the shop has just
   * requested it.
   */
  async findRequested(
    manager: EntityManager,
    orderId: string,
    refund: ProviderRefund,
    n: number | null,
  ): Promise<number | null> {
    const [requested] = await manager.query<{ n: number }[]>(FIND_REQUESTED, [
      orderId,
      refund.id,
      n ?? refund.n ?? null,
      refund.amountCents,
    ]);
    return requested?.n ?? null;
  }

  /** Saves the state of a requested refund. True if that is a change. */
  async updateRequested(
    manager: EntityManager,
    orderId: string,
    n: number,
    { id, amountCents, status, failure }: ProviderRefund,
  ): Promise<boolean> {
    const values =
      status === 'pending' ? [orderId, n, id] : [orderId, n, id, status === 'failed' ? failure : amountCents];
    const [, changed] = await manager.query<[unknown[], number]>(UPDATE_REQUESTED[status], values);
    return changed > 0;
  }

  /** The provider will not make the refund. False if that was known. */
  async markFailed(manager: EntityManager, orderId: string, n: number, failure: string): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(UPDATE_REQUESTED.failed, [orderId, n, null, failure]);
    return changed > 0;
  }

  /** Saves the state of a refund made at the provider. True if that is a change. */
  async upsertProviderRefund(
    manager: EntityManager,
    provider: PaymentProviderName,
    orderId: string,
    { id, amountCents, status, failure }: ProviderRefund,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(UPSERT_PROVIDER_REFUND, [
      provider,
      id,
      orderId,
      amountCents,
      status,
      failure,
    ]);
    return rows.length > 0;
  }
}
