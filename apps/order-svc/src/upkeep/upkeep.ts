import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { ForgetUser } from '../erasure/forget-user.js';

/** A statement removes so many rows, so that nobody waits long for its locks; a run has an end, and the next goes on. */
const BATCH = 500;
const BATCHES = 40;

/** Three times a session (D10): its guest cannot come back. */
const GUEST_CART_DAYS = 90;
/** Long after a provider would have stopped to ask. */
const WEBHOOK_DAYS = 7;

/** A cart that is being written at this moment is not old. */
const REMOVE_GUEST_CARTS = `
  DELETE FROM carts WHERE id IN (
    SELECT id FROM carts WHERE guest_id IS NOT NULL AND updated_at < now() - make_interval(days => ${GUEST_CART_DAYS})
    ORDER BY updated_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
const REMOVE_WEBHOOKS = `
  DELETE FROM sandbox_webhooks WHERE id IN (
    SELECT id FROM sandbox_webhooks WHERE delivered_at < now() - make_interval(days => ${WEBHOOK_DAYS})
    ORDER BY delivered_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

/** Removes what nobody comes back for, and goes on with erasures that something held up. Instances may do it at the same time. */
@Injectable()
export class Upkeep {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly forget: ForgetUser,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const guestCarts = await this.removeAll(REMOVE_GUEST_CARTS);
    const webhooks = await this.removeAll(REMOVE_WEBHOOKS);
    for (const userId of await this.erasures.listNamed())
      await this.dataSource.transaction((manager) => this.forget.settle(manager, userId));
    if (guestCarts + webhooks > 0) this.logger.info({ guestCarts, webhooks }, 'old rows were removed');
  }

  private async removeAll(statement: string): Promise<number> {
    let removed = 0;
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      const [, count] = await this.dataSource.query<[unknown[], number]>(statement);
      removed += count;
      if (count < BATCH) break;
    }
    return removed;
  }
}
