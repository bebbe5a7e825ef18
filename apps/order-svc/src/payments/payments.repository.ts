import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';

/** Of a line whose quantity was raised since the checkout, only the paid part goes (D23). */
const REMOVE_PAID_LINES = `
  DELETE FROM cart_items line USING order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key AND line.quantity <= paid.quantity`;
const REDUCE_PAID_LINES = `
  UPDATE cart_items line SET quantity = line.quantity - paid.quantity FROM order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key`;

/** How many orders are taken on at once. */
const BATCH_SIZE = 200;

/**
 * A payment that is on its way keeps its order for so long. Stripe waits ten days for the amounts of micro-deposits; vouchers are to be set to
 * no more than this, and bank transfers know no end of their own.
 */
const AWAITED_DAYS = 14;

/** An intent, and who made it. */
export interface IntentAt {
  provider: PaymentProviderName;
  paymentIntentId: string;
}

@Injectable()
export class PaymentsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The cart of the order's owner, whichever it is by now. */
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

  /** When the mismatch was first seen, and whether that is now. */
  async recordMismatch(manager: EntityManager, orderId: string): Promise<{ seenAt: Date; isNew: boolean }> {
    const [first] = await manager.query<[{ seenAt: Date }[], number]>(
      'UPDATE orders SET mismatch_seen_at = now() WHERE id = $1 AND mismatch_seen_at IS NULL RETURNING mismatch_seen_at AS "seenAt"',
      [orderId],
    );
    if (first[0]) return { seenAt: first[0].seenAt, isNew: true };
    const [known] = await manager.query<{ seenAt: Date }[]>(
      'SELECT mismatch_seen_at AS "seenAt" FROM orders WHERE id = $1',
      [orderId],
    );
    if (!known) throw new Error(`Order ${orderId} is gone`);
    return { seenAt: known.seenAt, isNew: false };
  }

  /** Marks them as tried at once, so that those the provider chokes on do not hold up the others. Every sweep has its own mark: none sends to the back what another comes to next. Whatever somebody changes right now waits for the next sweep. */
  async claimAbandonedOrders(olderThanHours: number): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `UPDATE orders SET cancel_tried_at = now() WHERE id IN (
         SELECT id FROM orders
         WHERE status = 'created' AND updated_at < now() - make_interval(hours => $1)
           AND (payment_awaited_since IS NULL OR payment_awaited_since < now() - make_interval(days => ${AWAITED_DAYS}))
         ORDER BY cancel_tried_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [olderThanHours],
    );
    return rows.map(({ id }) => id);
  }

  /** By the clock of the database, as `asked_at` is. */
  async getDatabaseTime(): Promise<string> {
    const [row] = await this.dataSource.query<{ now: string }[]>('SELECT now()::text AS now');
    if (!row) throw new Error('The database has no clock');
    return row.now;
  }

  /** Some of those that have not been asked about since then, longest unasked first; none: that is all. */
  async claimOpenIntents(since: string): Promise<IntentAt[]> {
    const [rows] = await this.dataSource.query<[IntentAt[], number]>(
      `UPDATE orders SET asked_at = clock_timestamp() WHERE id IN (
         SELECT id FROM orders WHERE status = 'created' AND payment_intent_id IS NOT NULL AND (asked_at IS NULL OR asked_at < $1::timestamptz)
         ORDER BY asked_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ) RETURNING payment_provider AS provider, payment_intent_id AS "paymentIntentId"`,
      [since],
    );
    return rows;
  }
}
