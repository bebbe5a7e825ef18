import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUuid } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentsRepository } from './payments.repository.js';

/** Where the provider's word came from; null where the provider was asked. */
export type ProviderEventKey = { provider: PaymentProviderName; id: string; happenedAt: Date } | null;

export interface IntentUpdateKey {
  provider: PaymentProviderName;
  intentId: string;
  event: ProviderEventKey;
}

/** The order that a word is about, locked for the length of the transaction. */
export interface LockedOrder {
  manager: EntityManager;
  order: Order;
  /** The cart of the order's owner, whichever it is by now. */
  cartId: string | null;
  happenedAt: Date;
  /** Once for each event, which is as good as applied from then on; what was asked for is always news. */
  isNewEvent(): Promise<boolean>;
}

/** The owner may change (a guest signs in), or the intent (a checkout replaces it), between the first look and the lock; twice in a row is already absurd. */
const MAX_ATTEMPTS = 5;

const ORDER_CHANGED = Symbol('the order has another owner or intent by now');

/** Every word of a provider begins alike: whose is it, and is it news? */
@Injectable()
export class OrderByIntentService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
  ) {}

  /** Whether an order was begun with this intent. */
  async isKnownIntent({ provider, intentId }: Pick<IntentUpdateKey, 'provider' | 'intentId'>): Promise<boolean> {
    return (await this.orders.findByIntent(intentId))?.paymentProvider === provider;
  }

  /** Whether this is an order of the shop that this provider takes the money of; another shop names its orders otherwise. */
  async isOwnOrder({ provider, orderId }: { provider: PaymentProviderName; orderId: string }): Promise<boolean> {
    return isUuid(orderId) && (await this.orders.find(orderId))?.paymentProvider === provider;
  }

  /** Applies a word to its order in one transaction; null where no order of this provider has the intent. */
  async withLockedOrder<Result>(
    key: IntentUpdateKey,
    apply: (held: LockedOrder) => Promise<Result>,
  ): Promise<Result | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await this.dataSource.transaction((manager) => this.tryWithLockedOrder(manager, key, apply));
      if (result !== ORDER_CHANGED) return result;
    }
    throw new Error('An order kept changing while its payment was recorded');
  }

  /** The cart is locked before the order, as in a checkout, so that the two never wait for each other. */
  private async tryWithLockedOrder<Result>(
    manager: EntityManager,
    { provider, intentId, event }: IntentUpdateKey,
    apply: (held: LockedOrder) => Promise<Result>,
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
