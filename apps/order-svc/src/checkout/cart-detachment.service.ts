import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isIntentUnknown, type Intent } from '../payments/payment-provider.js';
import { hasIntent, isPayableForDays, OrderIntentsService, type OrderWithIntent } from './order-intents.service.js';

/**
 * Open orders that are detached from their cart. Such an order is paid after all, cancelled by reconciliation, or
 * cancelled by a checkout whose cart contains its items.
 */
@Injectable()
export class CartDetachmentService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly orderIntents: OrderIntentsService,
  ) {}

  /** Detaches the order unless it got another intent in between. */
  async detachOrder(expected: Order): Promise<void> {
    await this.withLockedOpenOrder(expected, (manager, order) => this.detachLocked(manager, order));
  }

  /**
   * Detaches an order because its provider or account takes no new payments, its payment takes days, or the provider
   * refused it.
   */
  async detachLocked(manager: EntityManager, order: Order): Promise<void> {
    // The next idempotency key: an intent that is being created at this moment must not become the order's.
    const canceledIntents = order.canceledIntents + (hasIntent(order) ? 0 : 1);
    Object.assign(order, { cartId: null, cancelingIntentId: null, canceledIntents });
    await this.orders.save(manager, order);
  }

  /**
   * Cancels the intent, so that the detached order cannot be paid next to the cart's own order. If the customer has
   * days to pay, or the provider does not know the intent, the order stays payable (ADR 20) and its id is added to
   * `skippedOrderIds`. Always resolves with null: the caller must read the cart again.
   */
  async cancelDetachedIntent(order: OrderWithIntent, skippedOrderIds: string[]): Promise<null> {
    const intent = await this.orderIntents.cancelIntent(order).catch((error: unknown) => {
      if (isIntentUnknown(error)) return null;
      throw error;
    });
    if (intent?.status === 'canceled') await this.clearIntent(order, intent);
    else if (intent && !isPayableForDays(intent)) await this.orderIntents.verifyStillOpen(order, intent);
    else {
      await this.detachOrder(order);
      skippedOrderIds.push(order.id);
    }
    return null;
  }

  private async clearIntent(expected: Order, canceledIntent: Intent): Promise<void> {
    await this.withLockedOpenOrder(expected, async (manager, order) => {
      await this.orderIntents.clearIntent(manager, order, canceledIntent);
      await this.orders.save(manager, order);
    });
  }

  private async withLockedOpenOrder(
    expected: Order,
    work: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, expected.id);
      if (order?.status === 'created' && order.paymentIntentId === expected.paymentIntentId) await work(manager, order);
    });
  }
}
