import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isAwaitingBank } from '../orders/payment-status.rules.js';
import { toLedgerEntry, MoneyLedgerService } from '../payments/money-ledger.service.js';
import type { Intent } from '../payments/payment-provider.js';

export interface OrderCancellation {
  by: StatusChangeActor;
  /** The cancelled intent; null if the order has none, if it was paid, or if the provider does not know it. */
  canceled: Intent | null;
}

/** `has-another-intent`: the order got another intent, which must be cancelled first. */
export type CancelResult = 'cancelled' | 'not-open' | 'has-another-intent';

/** Cancels orders that were not paid. */
@Injectable()
export class UnpaidOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly moneyLedger: MoneyLedgerService,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  /** `intentId`: the intent that can no longer be paid; null if the order has none. */
  async cancelIfOpen(
    orderId: string,
    cancellation: OrderCancellation & { intentId: string | null },
  ): Promise<CancelResult> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      // The provider's event about the cancelled intent may arrive first.
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

  /** The order is open and locked. */
  async cancelLockedOrder(manager: EntityManager, order: Order, { by, canceled }: OrderCancellation): Promise<void> {
    const wasAwaitingBank = isAwaitingBank(order);
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    if (canceled) await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('canceled', canceled, new Date()));
    await this.orderEvents.publishStatusChanged(manager, order, 'created', by, { wasAwaitingBank });
  }
}
