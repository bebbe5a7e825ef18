import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Of a line whose quantity was raised since the checkout, only the paid part goes (D23). */
const REMOVE_PAID_LINES = `
  DELETE FROM cart_items line USING order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key AND line.quantity <= paid.quantity`;
const REDUCE_PAID_LINES = `
  UPDATE cart_items line SET quantity = line.quantity - paid.quantity FROM order_items paid
  WHERE paid.order_id = $1 AND line.cart_id = $2 AND line.line_key = paid.line_key`;

/** How many orders one sweep takes on; the rest is asked about by the next, longest unasked first. */
const SWEEP_BATCH = 200;

export interface Refund {
  amountCents: number;
  reason: string;
  requestedAt: Date;
  refundedAt: Date | null;
}

@Injectable()
export class PaymentsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The cart of the order's owner, whichever it is by now. */
  async lockCartOf(manager: EntityManager, owner: { userId: string | null; guestId: string | null }): Promise<string | null> {
    const [cart] = await manager.query<{ id: string }[]>('SELECT id FROM carts WHERE user_id = $1 OR guest_id = $2 FOR UPDATE', [owner.userId, owner.guestId]);
    return cart?.id ?? null;
  }

  async isNewEvent(manager: EntityManager, event: { provider: string; id: string }, orderId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'INSERT INTO payment_events (provider, event_id, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_id',
      [event.provider, event.id, orderId],
    );
    return rows.length > 0;
  }

  async takePaidOutOfCart(manager: EntityManager, orderId: string, cartId: string): Promise<void> {
    await manager.query(REMOVE_PAID_LINES, [orderId, cartId]);
    await manager.query(REDUCE_PAID_LINES, [orderId, cartId]);
    await manager.query('UPDATE carts SET revision = revision + 1, updated_at = now() WHERE id = $1', [cartId]);
  }

  async requestRefund(manager: EntityManager, orderId: string, { reason, amountCents }: { reason: string; amountCents: number }): Promise<void> {
    await manager.query('INSERT INTO refunds (order_id, reason, amount_cents) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING', [orderId, reason, amountCents]);
  }

  /** The intent to give back; null where nothing is owed (any more). */
  async findRefundDue(orderId: string): Promise<{ paymentIntentId: string } | null> {
    const [due] = await this.dataSource.query<{ paymentIntentId: string }[]>(
      `SELECT o.payment_intent_id AS "paymentIntentId" FROM refunds r JOIN orders o ON o.id = r.order_id
       WHERE r.order_id = $1 AND r.refunded_at IS NULL AND o.payment_intent_id IS NOT NULL`,
      [orderId],
    );
    return due ?? null;
  }

  /** What was given back, in cents; null where that is noted already. */
  async noteRefunded(manager: EntityManager, orderId: string): Promise<number | null> {
    const [rows] = await manager.query<[{ amountCents: number }[], number]>(
      `UPDATE refunds r SET refunded_at = now() FROM orders o
       WHERE r.order_id = $1 AND r.refunded_at IS NULL AND o.id = r.order_id RETURNING COALESCE(r.amount_cents, o.total_cents) AS "amountCents"`,
      [orderId],
    );
    return rows[0]?.amountCents ?? null;
  }

  async listRefunds(orderId: string): Promise<Refund[]> {
    return this.dataSource.query<Refund[]>(
      `SELECT COALESCE(r.amount_cents, o.total_cents) AS "amountCents", r.reason, r.requested_at AS "requestedAt", r.refunded_at AS "refundedAt"
       FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = $1 ORDER BY r.requested_at`,
      [orderId],
    );
  }

  /** When the mismatch was first seen. */
  async noteMismatch(orderId: string): Promise<Date> {
    const [rows] = await this.dataSource.query<[{ seenAt: Date }[], number]>(
      'UPDATE orders SET mismatch_seen_at = COALESCE(mismatch_seen_at, now()) WHERE id = $1 RETURNING mismatch_seen_at AS "seenAt"',
      [orderId],
    );
    const [row] = rows;
    if (!row) throw new Error(`Order ${orderId} is gone`);
    return row.seenAt;
  }

  async listAbandoned(olderThanHours: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM orders WHERE status = 'created' AND updated_at < now() - make_interval(hours => $1) ORDER BY updated_at LIMIT ${SWEEP_BATCH}`,
      [olderThanHours],
    );
    return rows.map(({ id }) => id);
  }

  /** Marks them as asked at once, so that one the provider chokes on does not hold up the others. */
  async takeOpenIntents(): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ paymentIntentId: string }[], number]>(
      `UPDATE orders SET asked_at = now() WHERE id IN (
         SELECT id FROM orders WHERE status = 'created' AND payment_intent_id IS NOT NULL ORDER BY asked_at NULLS FIRST LIMIT ${SWEEP_BATCH}
       ) RETURNING payment_intent_id AS "paymentIntentId"`,
    );
    return rows.map(({ paymentIntentId }) => paymentIntentId);
  }

  async listRefundsDue(): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(
      `SELECT order_id AS "orderId" FROM refunds WHERE refunded_at IS NULL ORDER BY requested_at LIMIT ${SWEEP_BATCH}`,
    );
    return rows.map(({ orderId }) => orderId);
  }
}
