import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { orderAnonymised } from '@shop/contracts-order';
import { Cron, deleteOldRows, type OldRows } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { UserErasureService } from './user-erasure.service.js';

/** Three times the lifetime of a session: its guest cannot come back. */
const GUEST_CARTS: OldRows = { table: 'carts', time: 'updated_at', age: '90 days', where: 'guest_id IS NOT NULL' };

/** They make a repeated event harmless. No provider repeats one after so long: Stripe lists events for 30 days. */
const PAYMENT_EVENTS: OldRows = { table: 'payment_events', time: 'applied_at', age: '90 days' };

/** Three times the lifetime of a session. Without them the price counts at which the item was added. */
const CONFIRMED_PRICES: OldRows = { table: 'confirmed_prices', time: 'confirmed_at', age: '90 days' };

/** No client repeats a call whose answer was lost after so long. */
const CART_ADDITIONS: OldRows = { table: 'cart_additions', time: 'added_at', age: '1 day' };

/** Long enough to look a result up. Their rows go with them. */
const BULK_ACTIONS: OldRows = { table: 'bulk_actions', time: 'started_at', age: '30 days' };

const UNPAID_ORDER_DAYS = 30;

/** Orders per transaction, so that locks are short. */
const BATCH = 500;

/** Removes old rows and continues unfinished erasures. What is stored how long: docs/retention.md. */
@Injectable()
export class CleanupService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly userErasure: UserErasureService,
    private readonly outbox: EventOutbox,
  ) {}

  @Cron('37 * * * *', { name: 'orders.cleanup' })
  async runCleanup(): Promise<void> {
    const removed = {
      guestCarts: await deleteOldRows(this.dataSource, GUEST_CARTS),
      unpaidOrders: await this.anonymiseUnpaidOrders(),
      paymentEvents: await deleteOldRows(this.dataSource, PAYMENT_EVENTS),
      confirmedPrices: await deleteOldRows(this.dataSource, CONFIRMED_PRICES),
      cartAdditions: await deleteOldRows(this.dataSource, CART_ADDITIONS),
      bulkActions: await deleteOldRows(this.dataSource, BULK_ACTIONS),
    };
    for (const userId of await this.erasures.listUnfinished())
      await this.dataSource.transaction((manager) => this.userErasure.continueErasure(manager, userId));
    if (Object.values(removed).some((count) => count > 0)) this.logger.info(removed, 'old rows were removed');
  }

  /** Returns how many. */
  private async anonymiseUnpaidOrders(): Promise<number> {
    let total = 0;
    let count = BATCH;
    while (count === BATCH) {
      count = await this.dataSource.transaction((manager) => this.anonymiseBatch(manager));
      total += count;
    }
    return total;
  }

  private async anonymiseBatch(manager: EntityManager): Promise<number> {
    const orderIds = await this.erasures.anonymiseUnpaidOrders(manager, UNPAID_ORDER_DAYS, BATCH);
    for (const orderId of orderIds) {
      await this.orderHistory.addEntry(manager, orderId, { action: 'order.anonymised', details: { isUnpaid: true } });
      await this.outbox.publish(manager, orderAnonymised, { subject: toOrderSubject(orderId), data: { orderId } });
    }
    return orderIds.length;
  }
}
