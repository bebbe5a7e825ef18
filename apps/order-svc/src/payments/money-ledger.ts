import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { Intent } from './payment-provider.js';
import { paymentStateOf, type MoneyFact, type MoneyFactKind } from './payment-state.rules.js';

export interface NewMoneyFact extends Omit<MoneyFact, 'position'> {
  happenedAt: Date;
}

interface About {
  provider: PaymentProviderName;
  intentId: string;
  /** Null: no order has the intent. */
  orderId: string | null;
}

const RECORD = `
  INSERT INTO money_facts (provider, intent_id, order_id, kind, reference, amount_cents, currency, happened_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (provider, kind, reference) DO NOTHING RETURNING position`;

const OF_ORDER = `SELECT position, kind, reference, amount_cents AS "amountCents", currency FROM money_facts WHERE order_id = $1 ORDER BY position`;

export const factOf = (
  kind: MoneyFactKind,
  { id, amountCents, currency }: Pick<Intent, 'id' | 'amountCents' | 'currency'>,
  happenedAt: Date,
): NewMoneyFact => ({
  kind,
  reference: id,
  amountCents,
  currency,
  happenedAt,
});

/** The one book of what happened to money: each fact once, never changed. How an order's payment stands follows from it. */
@Injectable()
export class MoneyLedger {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
  ) {}

  /** Writes a fact of this order down, which the caller has locked, and saves the order as it stands now; false where it was known. */
  async record(manager: EntityManager, order: Order, fact: NewMoneyFact): Promise<boolean> {
    if (
      !(await this.write(
        manager,
        { provider: order.paymentProvider, intentId: order.paymentIntentId ?? `order:${order.id}`, orderId: order.id },
        fact,
      ))
    )
      return false;
    order.followPayment(paymentStateOf(order, await this.factsOf(manager, order.id)));
    await this.orders.save(manager, order);
    return true;
  }

  /** Money for an intent that no order has. */
  recordStray(provider: PaymentProviderName, intentId: string, fact: NewMoneyFact): Promise<boolean> {
    return this.write(this.dataSource.manager, { provider, intentId, orderId: null }, fact);
  }

  /** Whether money came for this intent, which no order has. */
  async isStray(provider: PaymentProviderName, intentId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM money_facts WHERE intent_id = $2 AND order_id IS NULL AND provider = $1 AND kind = 'succeeded'`,
      [provider, intentId],
    );
    return rows.length > 0;
  }

  /** The customer begins anew: a declined payment is pending again. Saves the order in any case. */
  async retry(manager: EntityManager, order: Order): Promise<void> {
    const { paymentIntentId, totalCents: amountCents, currency } = order;
    const isDeclined = order.paymentStatus === 'failed';
    const reference = isDeclined ? `${paymentIntentId ?? order.id}:${await this.countDeclines(manager, order.id)}` : '';
    const isNew =
      isDeclined &&
      (await this.record(manager, order, {
        kind: 'retried',
        reference,
        amountCents,
        currency,
        happenedAt: new Date(),
      }));
    if (!isNew) await this.orders.save(manager, order);
  }

  /** A provider that names no attempts has them counted. */
  async attemptOf(manager: EntityManager, order: Order, { id, attemptId }: Intent): Promise<string> {
    return attemptId ?? `${id}:${(await this.countDeclines(manager, order.id)) + 1}`;
  }

  factsOf(manager: EntityManager, orderId: string): Promise<MoneyFact[]> {
    return manager.query<MoneyFact[]>(OF_ORDER, [orderId]);
  }

  private async countDeclines(manager: EntityManager, orderId: string): Promise<number> {
    return (await this.factsOf(manager, orderId)).filter(({ kind }) => kind === 'failed').length;
  }

  private async write(
    manager: EntityManager,
    { provider, intentId, orderId }: About,
    fact: NewMoneyFact,
  ): Promise<boolean> {
    const { kind, reference, amountCents, currency, happenedAt } = fact;
    const rows = await manager.query<unknown[]>(RECORD, [
      provider,
      intentId,
      orderId,
      kind,
      reference,
      amountCents,
      currency,
      happenedAt,
    ]);
    return rows.length > 0;
  }
}
