import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUuid } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentsRepository } from '../payments/payments.repository.js';

/** The event that caused an update; null if the shop asked the provider. */
export type ProviderEventKey = { provider: PaymentProviderName; id: string; happenedAt: Date } | null;

export interface IntentUpdateKey {
  provider: PaymentProviderName;
  intentId: string;
  event: ProviderEventKey;
}

/** An order, locked until the end of the transaction. */
export interface LockedOrder {
  manager: EntityManager;
  order: Order;
  /** The present cart of the order's owner. */
  cartId: string | null;
  happenedAt: Date;
  /** True once per event: the call marks the event as processed. Always true without an event. */
  isNewEvent(): Promise<boolean>;
}

/**
 * Between the first read and the lock a guest may sign in, or a checkout may replace the intent. Two such changes in a
 * row are already unlikely.
 */
const MAX_ATTEMPTS = 5;

const ORDER_CHANGED = Symbol('the owner or the intent of the order changed');

/** Finds and locks the order of a provider's intent, and detects repeated events. */
@Injectable()
export class OrderByIntentService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
  ) {}

  /** Whether an order has this intent. */
  async isKnownIntent({ provider, intentId }: Pick<IntentUpdateKey, 'provider' | 'intentId'>): Promise<boolean> {
    return (await this.orders.findByIntent(intentId))?.paymentProvider === provider;
  }

  /**
   * Whether this provider handles the payments of such an order. Other shops of the same account have other order ids.
   */
  async isOwnOrder({ provider, orderId }: { provider: PaymentProviderName; orderId: string }): Promise<boolean> {
    return isUuid(orderId) && (await this.orders.find(orderId))?.paymentProvider === provider;
  }

  /** Runs `apply` with the locked order in one transaction. Null if no order of this provider has the intent. */
  async withLockedOrder<Result>(
    key: IntentUpdateKey,
    apply: (locked: LockedOrder) => Promise<Result>,
  ): Promise<Result | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await this.dataSource.transaction((manager) => this.tryWithLockedOrder(manager, key, apply));
      if (result !== ORDER_CHANGED) return result;
    }
    throw new Error('An order kept changing while its payment was recorded');
  }

  /** Locks the cart before the order, as the checkout does, so that the two can't deadlock. */
  private async tryWithLockedOrder<Result>(
    manager: EntityManager,
    { provider, intentId, event }: IntentUpdateKey,
    apply: (locked: LockedOrder) => Promise<Result>,
  ): Promise<Result | null | typeof ORDER_CHANGED> {
    const snapshot = await this.orders.findByIntent(intentId, manager);
    if (snapshot?.paymentProvider !== provider) return null;
    const cartId = await this.payments.lockCartOfOwner(manager, snapshot);
    const order = await this.orders.findLocked(manager, snapshot.id);
    if (order?.userId !== snapshot.userId || order.guestId !== snapshot.guestId || order.paymentIntentId !== intentId)
      return ORDER_CHANGED;
    const isNewEvent = async () => event === null || (await this.payments.insertEventIfNew(manager, event, order.id));
    return apply({ manager, order, cartId, happenedAt: event?.happenedAt ?? new Date(), isNewEvent });
  }
}
