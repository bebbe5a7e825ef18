import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CartsRepository } from '../carts/carts.repository.js';
import { SandboxWebhooksService } from '../payments/sandbox/sandbox-webhooks.service.js';
import { ErasuresRepository } from './erasures.repository.js';
import { UserErasureService } from './user-erasure.service.js';

/** Rows per statement, so that locks are short. A run stops after some batches, and the next one continues. */
const BATCH = 500;

const MAX_BATCHES = 40;

/** Three times the lifetime of a session: its guest cannot come back. */
const GUEST_CART_DAYS = 90;

/** Delivered webhooks are kept for debugging only. */
const WEBHOOK_DAYS = 7;

/** Removes old rows and continues unfinished erasures. */
@Injectable()
export class CleanupService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly carts: CartsRepository,
    private readonly sandboxWebhooks: SandboxWebhooksService,
    private readonly erasures: ErasuresRepository,
    private readonly userErasure: UserErasureService,
  ) {}

  @Cron('37 * * * *', { name: 'orders.cleanup' })
  async runCleanup(): Promise<void> {
    const guestCarts = await removeInBatches(() => this.carts.deleteOldGuestCarts(GUEST_CART_DAYS, BATCH));
    const webhooks = await removeInBatches(() => this.sandboxWebhooks.deleteDelivered(WEBHOOK_DAYS, BATCH));
    for (const userId of await this.erasures.listUnfinished())
      await this.dataSource.transaction((manager) => this.userErasure.continueErasure(manager, userId));
    if (guestCarts + webhooks > 0) this.logger.info({ guestCarts, webhooks }, 'old rows were removed');
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
