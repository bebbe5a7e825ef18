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
  /** What the caller named it; null of one made at the provider. */
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
  /** Null until the provider has taken it on. */
  refundId: string | null;
  /** What the provider is asked for. Null: whatever has not gone back yet. */
  amountCents: number | null;
  /** What that was when it was owed. */
  requestedCents: number;
  /** In which it was paid. */
  currency: string;
  /** A provider that was asked so long ago may have forgotten the key. */
  isOld: boolean;
  /** It takes the place of one that has failed: an admin waits for what becomes of it. */
  isReplacement: boolean;
}

export interface NewRefund {
  reason: string;
  amountCents: number;
  /** What the caller names it, so that asking twice makes it once. */
  id?: string;
}

/** One of the shop's own, by its number, or one made at the provider, by its id there. */
export interface FailedRefund {
  orderId: string;
  n?: number;
  refundId?: string;
}

/** What the shop owes, and what was made at the provider itself. */
@Injectable()
export class RefundsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Owes an amount, at most what is left of what was paid; its number in the order, or null where nothing is left or the name is another order's. The order is locked. */
  async request(
    manager: EntityManager,
    orderId: string,
    { reason, amountCents, id = randomUUID() }: NewRefund,
  ): Promise<number | null> {
    const [made] = await manager.query<{ n: number }[]>(INSERT_REQUEST, [orderId, amountCents, reason, id]);
    return made?.n ?? null;
  }

  /** What was asked for under this key. */
  async findByKey(
    manager: EntityManager,
    key: string,
  ): Promise<{ orderId: string; amountCents: number; reason: string } | null> {
    const [known] = await manager.query<{ orderId: string; amountCents: number; reason: string }[]>(
      'SELECT order_id AS "orderId", amount_cents AS "amountCents", reason FROM refunds WHERE id = $1',
      [key],
    );
    return known ?? null;
  }

  /** It failed, and the order's next refund takes its place, or nothing has to; false where that was noted before. The order is locked. */
  async markReplaced(manager: EntityManager, { orderId, n, refundId }: FailedRefund): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      n === undefined ? MARK_REPLACED.atProvider : MARK_REPLACED.own,
      [orderId, n ?? refundId],
    );
    return changed > 0;
  }

  /** What was paid and neither has gone back, nor is on its way, nor was lost to a dispute. */
  async restCents(manager: EntityManager, orderId: string): Promise<number> {
    const [remaining] = await manager.query<{ cents: number }[]>(remainingCentsSql('$1'), [orderId]);
    return remaining?.cents ?? 0;
  }

  /** The same as it may be asked for: nothing unless the order is paid. */
  async refundableCents(orderId: string): Promise<number> {
    const [remaining] = await this.dataSource.query<{ cents: number }[]>(
      `SELECT GREATEST(rest.cents, 0) AS cents FROM (${remainingCentsSql('$1')}) rest, orders o WHERE o.id = $1 AND o.payment_status = 'paid'`,
      [orderId],
    );
    return remaining?.cents ?? 0;
  }

  /** What the provider has still to be asked about, in the order in which it was owed. */
  listPendingByOrder(orderId: string): Promise<PendingRefund[]> {
    return this.dataSource.query<PendingRefund[]>(LIST_PENDING_BY_ORDER, [orderId]);
  }

  /** Orders that are owed something, as many as one sweep takes on. */
  async claimOrdersWithPendingRefunds(): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ orderId: string }[], number]>(CLAIM_ORDERS_WITH_PENDING);
    return rows.map(({ orderId }) => orderId);
  }

  /** Whether one failed, and nothing has taken its place; `n` null: the order's last. */
  async hasUnresolvedFailure(orderId: string, n: number | null): Promise<boolean> {
    const [refund] = await this.dataSource.query<{ isUnresolved: boolean }[]>(
      'SELECT failure IS NOT NULL AND retried_as IS NULL AS "isUnresolved" FROM refunds WHERE order_id = $1 AND ($2::integer IS NULL OR n = $2) ORDER BY n DESC LIMIT 1',
      [orderId, n],
    );
    return refund?.isUnresolved ?? false;
  }

  list(orderId: string): Promise<Refund[]> {
    return this.dataSource.query<Refund[]>(LIST_BY_ORDER, [orderId]);
  }

  /** Which of the shop's own refunds the provider speaks of; `n` where the shop has just asked for it. */
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

  /** Writes down how a refund that the shop asked for stands; true where that is new. */
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

  /** The provider will not make it; false where that was known. */
  async markFailed(manager: EntityManager, orderId: string, n: number, failure: string): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(UPDATE_REQUESTED.failed, [orderId, n, null, failure]);
    return changed > 0;
  }

  /** Writes down how a refund of the provider's own stands; true where that is new. */
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
