import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';

/** If the quantity of a line was raised since the checkout, only the paid quantity is removed. */
const REMOVE_PAID_LINES = `
  DELETE FROM cart_items line USING order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key AND line.quantity <= paid.quantity`;
const REDUCE_PAID_LINES = `
  UPDATE cart_items line SET quantity = line.quantity - paid.quantity FROM order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key`;

/** How many orders one statement claims. */
const BATCH_SIZE = 200;

/**
 * How long a payment in progress keeps its order open. Stripe waits ten days for micro-deposits. Vouchers must expire
 * within this period; bank transfers never expire.
 */
const AWAITED_DAYS = 14;

/** An intent and its provider. */
export interface ProviderIntent {
  provider: PaymentProviderName;
  paymentIntentId: string;
}

@Injectable()
export class PaymentsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The present cart of the order's owner. */
  async lockCartOfOwner(
    manager: EntityManager,
    owner: { userId: string | null; guestId: string | null },
  ): Promise<string | null> {
    const [cart] = await manager.query<{ id: string }[]>(
      'SELECT id FROM carts WHERE user_id = $1 OR guest_id = $2 FOR NO KEY UPDATE',
      [owner.userId, owner.guestId],
    );
    return cart?.id ?? null;
  }

  async insertEventIfNew(
    manager: EntityManager,
    event: { provider: string; id: string },
    orderId: string,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'INSERT INTO payment_events (provider, event_id, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_id',
      [event.provider, event.id, orderId],
    );
    return rows.length > 0;
  }

  async removePaidItemsFromCart(manager: EntityManager, orderId: string, cartId: string): Promise<void> {
    await manager.query(REMOVE_PAID_LINES, [orderId, cartId]);
    await manager.query(REDUCE_PAID_LINES, [orderId, cartId]);
    await manager.query('UPDATE carts SET revision = revision + 1, updated_at = now() WHERE id = $1', [cartId]);
  }

  /** Returns when the mismatch was first seen, and whether that is now. */
  async recordMismatch(manager: EntityManager, orderId: string): Promise<{ seenAt: Date; isNew: boolean }> {
    const [updated] = await manager.query<[{ seenAt: Date }[], number]>(
      'UPDATE orders SET mismatch_seen_at = now() WHERE id = $1 AND mismatch_seen_at IS NULL RETURNING mismatch_seen_at AS "seenAt"',
      [orderId],
    );
    if (updated[0]) return { seenAt: updated[0].seenAt, isNew: true };
    const [stored] = await manager.query<{ seenAt: Date }[]>(
      'SELECT mismatch_seen_at AS "seenAt" FROM orders WHERE id = $1',
      [orderId],
    );
    if (!stored) throw new Error(`Order ${orderId} is gone`);
    return { seenAt: stored.seenAt, isNew: false };
  }

  /**
   * Marks the claimed orders as tried, so that an order that always fails does not block the others. Locked orders wait
   * for the next run.
   */
  async claimAbandonedOrders(olderThanHours: number): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `UPDATE orders SET cancellation_attempted_at = now() WHERE id IN (
         SELECT id FROM orders
         WHERE status = 'created' AND updated_at < now() - make_interval(hours => $1)
           AND (payment_awaited_since IS NULL OR payment_awaited_since < now() - make_interval(days => ${AWAITED_DAYS}))
         ORDER BY cancellation_attempted_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [olderThanHours],
    );
    return rows.map(({ id }) => id);
  }

  /** The database's clock, which also writes `polled_at`. */
  async getDatabaseTime(): Promise<string> {
    const [row] = await this.dataSource.query<{ now: string }[]>('SELECT now()::text AS now');
    if (!row) throw new Error('The database has no clock');
    return row.now;
  }

  /**
   * Claims some intents that were not refreshed since then, the longest waiting first. An empty result means that all
   * are done.
   */
  async claimOpenIntents(since: string): Promise<ProviderIntent[]> {
    const [rows] = await this.dataSource.query<[ProviderIntent[], number]>(
      `UPDATE orders SET polled_at = clock_timestamp() WHERE id IN (
         SELECT id FROM orders WHERE status = 'created' AND payment_intent_id IS NOT NULL AND (polled_at IS NULL OR polled_at < $1::timestamptz)
         ORDER BY polled_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) RETURNING payment_provider AS provider, payment_intent_id AS "paymentIntentId"`,
      [since],
    );
    return rows;
  }
}
