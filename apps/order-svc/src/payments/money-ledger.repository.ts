import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentProviderRegistry } from './payment-provider.registry.js';
import type { Intent, PaymentAccount } from './payment-provider.js';
import { type LedgerEntry, type LedgerEntryKind, computePaymentStatus } from './payment-state.rules.js';

export interface NewLedgerEntry extends Omit<LedgerEntry, 'position'> {
  happenedAt: Date;
}

interface EntrySubject {
  provider: PaymentProviderName;
  intentId: string;
  /** Null if no order has the intent. */
  orderId: string | null;
  /** Of an unmatched payment. */
  account?: PaymentAccount;
}

const INSERT = `
  INSERT INTO ledger_entries (provider, intent_id, order_id, kind, reference, amount_cents, currency, happened_at, account, livemode)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (provider, kind, reference) DO NOTHING RETURNING position`;

const LIST_BY_ORDER = `SELECT position, kind, reference, amount_cents AS "amountCents", currency FROM ledger_entries WHERE order_id = $1 ORDER BY position`;

const COUNT_RECENT_DECLINES = `SELECT count(*)::int AS count FROM ledger_entries WHERE order_id = $1 AND kind = 'failed' AND happened_at > now() - interval '1 hour'`;

export const toLedgerEntry = (
  kind: LedgerEntryKind,
  { id, amountCents, currency }: Pick<Intent, 'id' | 'amountCents' | 'currency'>,
  happenedAt: Date,
): NewLedgerEntry => ({
  kind,
  reference: id,
  amountCents,
  currency,
  happenedAt,
});

/**
 * The append-only ledger of payments, refunds and disputes. Each entry is stored once and never changes. An order's
 * payment status is computed from its entries.
 */
@Injectable()
export class MoneyLedgerRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  /**
   * Adds an entry for a locked order and saves the order with its new payment status. False if the ledger already has
   * the entry.
   */
  async recordEntry(manager: EntityManager, order: Order, entry: NewLedgerEntry): Promise<boolean> {
    if (
      !(await this.insertEntry(
        manager,
        { provider: order.paymentProvider, intentId: order.intent?.id ?? `order:${order.id}`, orderId: order.id },
        entry,
      ))
    )
      return false;
    order.applyPaymentStatus(computePaymentStatus(order, await this.listEntries(manager, order.id)));
    await this.orders.save(manager, order);
    return true;
  }

  /** Adds a payment of an intent that no order has. Throws while the provider does not say whose payments these are. */
  async recordUnmatchedPayment(
    provider: PaymentProviderName,
    intentId: string,
    entry: NewLedgerEntry,
  ): Promise<boolean> {
    const account = await this.paymentProviders.getProvider(provider).getAccount();
    return this.insertEntry(this.dataSource.manager, { provider, intentId, orderId: null, account }, entry);
  }

  /** Adds what became of an unmatched payment, in the account of the payment. False also if no such payment is known. */
  async recordUnmatchedEntry(provider: PaymentProviderName, intentId: string, entry: NewLedgerEntry): Promise<boolean> {
    const account = await this.findUnmatchedPayment(provider, intentId);
    if (!account) return false;
    return this.insertEntry(this.dataSource.manager, { provider, intentId, orderId: null, account }, entry);
  }

  /** Whether a payment succeeded for an intent that no order has. */
  async isUnmatchedPayment(provider: PaymentProviderName, intentId: string): Promise<boolean> {
    return (await this.findUnmatchedPayment(provider, intentId)) !== null;
  }

  private async findUnmatchedPayment(provider: PaymentProviderName, intentId: string): Promise<PaymentAccount | null> {
    const [payment] = await this.dataSource.query<PaymentAccount[]>(
      `SELECT account, livemode FROM ledger_entries WHERE intent_id = $2 AND order_id IS NULL AND provider = $1 AND kind = 'succeeded'`,
      [provider, intentId],
    );
    return payment ?? null;
  }

  /**
   * Makes a declined payment pending again, because the customer starts another attempt. Saves the order in any case.
   */
  async recordRetry(manager: EntityManager, order: Order): Promise<void> {
    const { intent, totalCents: amountCents, currency } = order;
    const isDeclined = order.paymentStatus === 'failed';
    const reference = isDeclined ? `${intent?.id ?? order.id}:${await this.countDeclines(manager, order.id)}` : '';
    const isNew =
      isDeclined &&
      (await this.recordEntry(manager, order, {
        kind: 'retried',
        reference,
        amountCents,
        currency,
        happenedAt: new Date(),
      }));
    if (!isNew) await this.orders.save(manager, order);
  }

  /** Counts the attempts if the provider does not name them. */
  async getAttemptReference(manager: EntityManager, order: Order, { id, attemptId }: Intent): Promise<string> {
    return attemptId ?? `${id}:${(await this.countDeclines(manager, order.id)) + 1}`;
  }

  /** Declined attempts of the last hour, over all intents of the order. */
  async countRecentDeclines(manager: EntityManager, orderId: string): Promise<number> {
    const [declines] = await manager.query<{ count: number }[]>(COUNT_RECENT_DECLINES, [orderId]);
    return declines?.count ?? 0;
  }

  listEntries(manager: EntityManager, orderId: string): Promise<LedgerEntry[]> {
    return manager.query<LedgerEntry[]>(LIST_BY_ORDER, [orderId]);
  }

  private async countDeclines(manager: EntityManager, orderId: string): Promise<number> {
    return (await this.listEntries(manager, orderId)).filter(({ kind }) => kind === 'failed').length;
  }

  private async insertEntry(
    manager: EntityManager,
    { provider, intentId, orderId, account }: EntrySubject,
    entry: NewLedgerEntry,
  ): Promise<boolean> {
    const { kind, reference, amountCents, currency, happenedAt } = entry;
    const rows = await manager.query<unknown[]>(INSERT, [
      provider,
      intentId,
      orderId,
      kind,
      reference,
      amountCents,
      currency,
      happenedAt,
      account?.account,
      account?.livemode,
    ]);
    return rows.length > 0;
  }
}
