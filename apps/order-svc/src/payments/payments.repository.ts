import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '@shop/contracts-common';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { ProviderDispute, ProviderEvent } from './payment-provider.js';

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

/** Whether there is no row is asked first, because the search for the provider's first order reads all orders of other providers. */
const CLAIM_DUE = `
  WITH due AS (UPDATE provider_event_cursors SET polled_at = now() WHERE provider = $1 AND polled_at <= now() - interval '1 hour' RETURNING read_until),
    first AS (INSERT INTO provider_event_cursors (provider, read_until, polled_at)
      SELECT $1, GREATEST(created_at, now() - interval '30 days'), now() FROM orders
      WHERE payment_provider = $1 AND NOT EXISTS (SELECT FROM provider_event_cursors WHERE provider = $1) ORDER BY created_at LIMIT 1
      ON CONFLICT DO NOTHING RETURNING read_until)
  SELECT read_until AS "readUntil" FROM due UNION ALL SELECT read_until FROM first`;

/**
 * Five minutes after the customer started to pay, then after pauses that grow to an hour: by then a webhook was most likely delivered,
 * and a lost one is found in the provider's event list. The margin lets each run of the first minutes ask.
 */
const CHECK_PAUSE = `LEAST(GREATEST((now() - GREATEST(o.created_at, i.started_at)) / 4, interval '4 minutes'), interval '1 hour')`;

/** $1: the start of the run, so that it ends even if orders become due again during the run. */
const CLAIM_OPEN_INTENTS = `
  UPDATE orders o SET payment_check_at = clock_timestamp() + ${CHECK_PAUSE} FROM payment_intents i
  WHERE i.order_id = o.id AND i.n = o.canceled_intents AND o.id = ANY(ARRAY(
    SELECT due.id FROM orders due WHERE due.status = 'created' AND (due.payment_check_at IS NULL OR due.payment_check_at <= $1::timestamptz)
      AND EXISTS (SELECT FROM payment_intents n WHERE n.order_id = due.id AND n.n = due.canceled_intents)
    ORDER BY due.payment_check_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE OF due SKIP LOCKED))
  RETURNING o.payment_provider AS provider, i.intent_id AS "paymentIntentId"`;

/** The event that caused an update; null if the shop asked the provider. */
export type ProviderEventKey = { provider: PaymentProviderName; id: string; happenedAt: Date } | null;

export interface IntentUpdateKey {
  provider: PaymentProviderName;
  intentId: string;
  event: ProviderEventKey;
}

/** An order, locked until the end of the transaction. */
export interface LockedOrder {
  manager: EntityManager;
  order: Order;
  /** The present cart of the order's owner. */
  cartId: string | null;
  happenedAt: Date;
  /** True once per event: the call marks the event as processed. Always true without an event. */
  isNewEvent(): Promise<boolean>;
}

/**
 * Between the first read and the lock a guest may sign in, or a checkout may replace the intent. Two such changes in a
 * row are already unlikely.
 */
const MAX_ATTEMPTS = 5;

const ORDER_CHANGED = Symbol('the owner or the intent of the order changed');

export interface Dispute {
  id: string;
  amountCents: number;
  reason: string;
  status: string;
  respondBy: Date | null;
  openedAt: Date;
  closedAt: Date | null;
}

/**
 * Events arrive in any order: a closed dispute stays closed, and an older event changes nothing. `wasKnown`: the
 * dispute existed before.
 */
const UPSERT_DISPUTE = `
  INSERT INTO disputes AS known (provider, dispute_id, order_id, amount_cents, reason, status, respond_by, opened_at, closed_at, reported_at, currency)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $9 THEN now() END, $10, $11)
  ON CONFLICT (provider, dispute_id) DO UPDATE
    SET amount_cents = EXCLUDED.amount_cents, status = EXCLUDED.status, respond_by = EXCLUDED.respond_by, closed_at = EXCLUDED.closed_at, reported_at = EXCLUDED.reported_at, currency = EXCLUDED.currency
    WHERE known.closed_at IS NULL AND (EXCLUDED.closed_at IS NOT NULL OR known.reported_at <= EXCLUDED.reported_at)
  RETURNING xmax <> 0 AS "wasKnown"`;

const LIST_DISPUTES = `
  SELECT dispute_id AS id, amount_cents AS "amountCents", reason, status, respond_by AS "respondBy", opened_at AS "openedAt", closed_at AS "closedAt"
  FROM disputes WHERE order_id = $1 ORDER BY opened_at`;

/**
 * Finds and locks the order of a payment, and stores which events of the provider were handled.
 */
@Injectable()
export class PaymentsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
  ) {}

  /** Whether an order has this intent. */
  async isKnownIntent({ provider, intentId }: Pick<IntentUpdateKey, 'provider' | 'intentId'>): Promise<boolean> {
    return (await this.orders.findByIntent(intentId))?.paymentProvider === provider;
  }

  /**
   * Whether this provider handles the payments of such an order. Other shops of the same account have other order ids.
   */
  async isOwnOrder({ provider, orderId }: { provider: PaymentProviderName; orderId: string }): Promise<boolean> {
    return isUuid(orderId) && (await this.orders.find(orderId))?.paymentProvider === provider;
  }

  /** Runs `apply` with the locked order in one transaction. Null if no order of this provider has the intent. */
  async withLockedOrder<Result>(
    key: IntentUpdateKey,
    apply: (locked: LockedOrder) => Promise<Result>,
  ): Promise<Result | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await this.dataSource.transaction((manager) => this.tryWithLockedOrder(manager, key, apply));
      if (result !== ORDER_CHANGED) return result;
    }
    throw new Error('An order kept changing while its payment was recorded');
  }

  /** Locks the cart before the order, as the checkout does, so that the two can't deadlock. */
  private async tryWithLockedOrder<Result>(
    manager: EntityManager,
    { provider, intentId, event }: IntentUpdateKey,
    apply: (locked: LockedOrder) => Promise<Result>,
  ): Promise<Result | null | typeof ORDER_CHANGED> {
    const snapshot = await this.orders.findByIntent(intentId, manager);
    if (snapshot?.paymentProvider !== provider) return null;
    const cartId = await this.lockCartOfOwner(manager, snapshot);
    const order = await this.orders.findLocked(manager, snapshot.id);
    if (order?.userId !== snapshot.userId || order.guestId !== snapshot.guestId || order.intent?.id !== intentId)
      return ORDER_CHANGED;
    const isNewEvent = async () => event === null || (await this.insertEventIfNew(manager, event, order.id));
    return apply({ manager, order, cartId, happenedAt: event?.happenedAt ?? new Date(), isNewEvent });
  }

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

  private async insertEventIfNew(
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
      `UPDATE orders SET cancellation_attempted_at = now() WHERE id = ANY(ARRAY(
         SELECT o.id FROM orders o
         WHERE o.status = 'created' AND o.updated_at < now() - make_interval(hours => $1)
           AND NOT EXISTS (SELECT FROM payment_intents i WHERE i.order_id = o.id AND i.n = o.canceled_intents AND i.awaited_since >= now() - make_interval(days => ${AWAITED_DAYS}))
         ORDER BY o.cancellation_attempted_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE OF o SKIP LOCKED
       )) RETURNING id`,
      [olderThanHours],
    );
    return rows.map(({ id }) => id);
  }

  /** The clock by which payments are due. */
  async getDatabaseTime(): Promise<string> {
    const [row] = await this.dataSource.query<{ now: string }[]>('SELECT now()::text AS now');
    if (!row) throw new Error('The database has no clock');
    return row.now;
  }

  /** Claims some intents that were due then, the longest waiting first. An empty result means that all are done. */
  async claimOpenIntents(dueAt: string): Promise<ProviderIntent[]> {
    const [rows] = await this.dataSource.query<[ProviderIntent[], number]>(CLAIM_OPEN_INTENTS, [dueAt]);
    return rows;
  }

  /** Returns the cursor and marks it as claimed; null if it was claimed within the hour, or if there is no order. */
  async claimDueCursor(provider: PaymentProviderName): Promise<Date | null> {
    const [due] = await this.dataSource.query<{ readUntil: Date }[]>(CLAIM_DUE, [provider]);
    return due?.readUntil ?? null;
  }

  async moveCursor(provider: PaymentProviderName, readUntil: Date): Promise<void> {
    await this.dataSource.query('UPDATE provider_event_cursors SET read_until = $2 WHERE provider = $1', [
      provider,
      readUntil,
    ]);
  }

  /** Events that were not applied yet, including events that never change an order. */
  async filterUnprocessed(provider: PaymentProviderName, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
    const ids = events.map(({ id }) => id);
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT event_id AS id FROM payment_events WHERE provider = $1 AND event_id = ANY($2)',
      [provider, ids],
    );
    const processed = new Set(rows.map(({ id }) => id));
    return events.filter(({ id }) => !processed.has(id));
  }

  /** `reportedAt`: when the provider reported this state. */
  async upsertDispute(
    manager: EntityManager,
    { id: orderId, paymentProvider, currency: orderCurrency }: Order,
    dispute: ProviderDispute,
    reportedAt: Date,
  ): Promise<'new' | 'known' | 'superseded'> {
    const { id, amountCents, currency = orderCurrency, reason, status, respondBy, openedAt, isClosed } = dispute;
    const [row] = await manager.query<{ wasKnown: boolean }[]>(UPSERT_DISPUTE, [
      paymentProvider,
      id,
      orderId,
      amountCents,
      reason,
      status,
      respondBy,
      openedAt,
      isClosed,
      reportedAt,
      currency,
    ]);
    if (!row) return 'superseded';
    return row.wasKnown ? 'known' : 'new';
  }

  listDisputes(orderId: string): Promise<Dispute[]> {
    return this.dataSource.query<Dispute[]>(LIST_DISPUTES, [orderId]);
  }
}
