import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CartsRepository } from '../carts/carts.repository.js';
import { SandboxWebhooksService } from '../payments/sandbox/sandbox-webhooks.service.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { RetentionRepository } from './retention.repository.js';
import { UserErasureService } from './user-erasure.service.js';

/** Rows per statement, so that locks are short. A run stops after some batches, and the next one continues. */
const BATCH = 500;

const MAX_BATCHES = 40;

/** Three times the lifetime of a session: its guest cannot come back. */
const GUEST_CART_DAYS = 90;

/** Delivered webhooks are kept for debugging only. */
const WEBHOOK_DAYS = 7;

const UNPAID_ORDER_DAYS = 30;

const PAYMENT_EVENT_DAYS = 90;

/** Three times the lifetime of a session. */
const CONFIRMED_PRICES_DAYS = 90;

/** Removes old rows and continues unfinished erasures. What is stored how long: docs/operations.md. */
@Injectable()
export class CleanupService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly sandboxWebhooks: SandboxWebhooksService,
    private readonly erasures: ErasuresRepository,
    private readonly retention: RetentionRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly userErasure: UserErasureService,
  ) {}

  @Cron('37 * * * *', { name: 'orders.cleanup' })
  async runCleanup(): Promise<void> {
    const removed = {
      guestCarts: await removeInBatches(() => this.carts.deleteOldGuestCarts(GUEST_CART_DAYS, BATCH)),
      webhooks: await removeInBatches(() => this.sandboxWebhooks.deleteDelivered(WEBHOOK_DAYS, BATCH)),
      unpaidOrders: await removeInBatches(() => this.anonymiseUnpaidOrders()),
      paymentEvents: await removeInBatches(() => this.retention.deletePaymentEvents(PAYMENT_EVENT_DAYS, BATCH)),
      confirmedPrices: await removeInBatches(() => this.retention.deleteConfirmedPrices(CONFIRMED_PRICES_DAYS, BATCH)),
    };
    for (const userId of await this.erasures.listUnfinished())
      await this.dataSource.transaction((manager) => this.userErasure.continueErasure(manager, userId));
    if (Object.values(removed).some((count) => count > 0)) this.logger.info(removed, 'old rows were removed');
  }

  private async anonymiseUnpaidOrders(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const orderIds = await this.erasures.anonymiseUnpaidOrders(manager, UNPAID_ORDER_DAYS, BATCH);
      for (const orderId of orderIds)
        await this.orderHistory.addEntry(manager, orderId, { action: 'order.anonymised', details: { isUnpaid: true } });
      return orderIds.length;
    });
  }
}

async function removeInBatches(removeBatch: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 1; batch <= MAX_BATCHES; batch += 1) {
    const count = await removeBatch();
    removed += count;
    if (count < BATCH) break;
  }
  return removed;
}
