import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isWithBank } from '../orders/payment-status.rules.js';
import { factOf, MoneyLedger } from './money-ledger.js';
import type { Intent } from './payment-provider.js';

export interface Ending {
  by: Mover;
  /** The intent that was cancelled with it; null where it has none, one that was paid, or one that its provider does not know. */
  canceled: Intent | null;
}

/** `has-another-intent`: it got one meanwhile, which has to be cancelled first. */
export type Ended = 'ended' | 'not-open' | 'has-another-intent';

/** Orders that end without having been paid. */
@Injectable()
export class UnpaidOrders {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly ledger: MoneyLedger,
    private readonly events: OrderEvents,
  ) {}

  /** `intentId`: the intent that can't be paid any more; null where it has none. */
  async cancel(orderId: string, ending: Ending & { intentId: string | null }): Promise<Ended> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      // The provider tells of a cancelled intent by itself, and may have been faster.
      if (order?.status === 'cancelled' && ending.canceled && ending.by !== null && typeof ending.by === 'object')
        return (await this.events.claimCancellation(manager, order, ending.by)) ? 'ended' : 'not-open';
      if (order?.status !== 'created') return 'not-open';
      if (order.paymentIntentId !== ending.intentId) return 'has-another-intent';
      await this.end(manager, order, ending);
      return 'ended';
    });
  }

  /** Of an order that is open, and locked. */
  async end(manager: EntityManager, order: Order, { by, canceled }: Ending): Promise<void> {
    const wasWithBank = isWithBank(order);
    order.moveTo('cancelled');
    await this.orders.save(manager, order);
    if (canceled) await this.ledger.record(manager, order, factOf('canceled', canceled, new Date()));
    await this.events.statusChanged(manager, order, 'created', by, { wasWithBank });
  }
}
