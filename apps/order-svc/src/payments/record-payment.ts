import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { Intent } from './payment-provider.js';
import { PaymentsRepository, type IntentAt } from './payments.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { verdictOn } from './payment-verdict.rules.js';

export type Recorded =
  | { outcome: 'recorded' | 'nothing-new'; orderId: string }
  /** Money came that must go back. */
  | { outcome: 'refund-due'; orderId: string }
  /** Another amount or currency than the order's was paid; nothing was written. */
  | { outcome: 'mismatch'; orderId: string }
  /** No order has this intent. */
  | { outcome: 'unknown' };

/** Where the webhook came from; null where the provider was asked. */
export type EventKey = { provider: PaymentProviderName; id: string } | null;

/** The owner may change (a guest signs in) between the first look and the lock; twice in a row is already absurd. */
const ATTEMPTS = 5;

/** Applies the provider's word to its order: at least once heard, exactly once applied, in any order (D26). */
@Injectable()
export class RecordPayment {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly events: OrderEvents,
  ) {}

  async execute(provider: PaymentProviderName, intent: Intent, event: EventKey): Promise<Recorded> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const recorded = await this.dataSource.transaction((manager) => this.record(manager, provider, intent, event));
      if (recorded) return recorded;
    }
    throw new Error('The owner of an order kept changing while its payment was recorded');
  }

  /** Whether an order was begun with this intent. */
  async knows({ provider, paymentIntentId }: IntentAt): Promise<boolean> {
    return (await this.orders.findByIntent(paymentIntentId))?.paymentProvider === provider;
  }

  /** The order waits, unpaid, and its timeline says why; since when it does. */
  async holdMismatch(orderId: string, paid: { amountCents: number; currency: string }): Promise<Date> {
    return this.dataSource.transaction(async (manager) => {
      const { seenAt, isNew } = await this.payments.noteMismatch(manager, orderId);
      if (isNew) await this.events.amountDiffers(manager, orderId, paid);
      return seenAt;
    });
  }

  /** Cancels an order that is not yet paid; false where it is no longer open. */
  async cancel(orderId: string, by: Mover): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (order?.status !== 'created') return false;
      await this.cancelOpen(manager, order, by);
      return true;
    });
  }

  /** Another amount than the order's was taken, and stays so: the order ends, and the money goes back. */
  async giveBack(orderId: string, refund: { reason: string; amountCents: number }): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (order?.status !== 'created') return;
      await this.cancelOpen(manager, order, null);
      await this.refunds.request(manager, orderId, refund);
    });
  }

  private async record(manager: EntityManager, provider: PaymentProviderName, intent: Intent, event: EventKey): Promise<Recorded | null> {
    const seen = await this.orders.findByIntent(intent.id, manager);
    if (seen?.paymentProvider !== provider) return { outcome: 'unknown' };
    // The cart is locked before the order, as in a checkout, so that the two never wait for each other.
    const cartId = await this.payments.lockCartOf(manager, seen);
    const order = await this.orders.findLocked(manager, seen.id);
    if (order?.userId !== seen.userId || order.guestId !== seen.guestId) return null;

    const verdict = verdictOn(order, intent);
    if (verdict === 'mismatch') return { outcome: 'mismatch', orderId: order.id };
    if (event && !(await this.payments.isNewEvent(manager, event, order.id))) return { outcome: 'nothing-new', orderId: order.id };
    switch (verdict) {
      case 'pay':
        await this.pay(manager, order, cartId);
        break;
      case 'fail':
        await this.fail(manager, order, intent.failureMessage ?? '');
        break;
      case 'note-attempt':
        order.restartPayment();
        order.paymentTriedAt ??= new Date();
        await this.orders.save(manager, order);
        break;
      case 'cancel':
        await this.cancelOpen(manager, order, null);
        break;
      case 'give-back':
        await this.refunds.request(manager, order.id, { reason: 'paid after it was cancelled', amountCents: intent.amountCents });
        return { outcome: 'refund-due', orderId: order.id };
      case 'nothing':
        return { outcome: 'nothing-new', orderId: order.id };
    }
    return { outcome: 'recorded', orderId: order.id };
  }

  private async pay(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    order.pay();
    await this.orders.save(manager, order);
    if (cartId) await this.payments.takePaidOutOfCart(manager, order.id, cartId);
    await this.events.paid(manager, order);
    await this.events.statusChanged(manager, order, 'created', null);
  }

  private async fail(manager: EntityManager, order: Order, message: string): Promise<void> {
    order.failPayment(message);
    await this.orders.save(manager, order);
    await this.events.paymentFailed(manager, order);
  }

  private async cancelOpen(manager: EntityManager, order: Order, by: Mover): Promise<void> {
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    await this.events.statusChanged(manager, order, 'created', by);
  }
}
