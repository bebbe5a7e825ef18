import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isWithBank } from '../orders/payment-status.rules.js';
import { factOf, MoneyLedger } from './money-ledger.js';
import type { Intent } from './payment-provider.js';

export interface OrderCancellation {
  by: Mover;
  /** The intent that was cancelled with it; null where it has none, one that was paid, or one that its provider does not know. */
  canceled: Intent | null;
}

/** `has-another-intent`: it got one meanwhile, which has to be cancelled first. */
export type CancelResult = 'cancelled' | 'not-open' | 'has-another-intent';

/** Orders that end without having been paid. */
@Injectable()
export class UnpaidOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly moneyLedger: MoneyLedger,
    private readonly orderEvents: OrderEvents,
  ) {}

  /** `intentId`: the intent that can't be paid any more; null where it has none. */
  async cancelIfOpen(
    orderId: string,
    cancellation: OrderCancellation & { intentId: string | null },
  ): Promise<CancelResult> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      // The provider tells of a cancelled intent by itself, and may have been faster.
      if (
        order?.status === 'cancelled' &&
        cancellation.canceled &&
        cancellation.by !== null &&
        typeof cancellation.by === 'object'
      )
        return (await this.orderEvents.claimCancellation(manager, order, cancellation.by)) ? 'cancelled' : 'not-open';
      if (order?.status !== 'created') return 'not-open';
      if (order.paymentIntentId !== cancellation.intentId) return 'has-another-intent';
      await this.cancelLockedOrder(manager, order, cancellation);
      return 'cancelled';
    });
  }

  /** Of an order that is open, and locked. */
  async cancelLockedOrder(manager: EntityManager, order: Order, { by, canceled }: OrderCancellation): Promise<void> {
    const wasWithBank = isWithBank(order);
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    if (canceled) await this.moneyLedger.record(manager, order, factOf('canceled', canceled, new Date()));
    await this.orderEvents.statusChanged(manager, order, 'created', by, { wasWithBank });
  }
}
