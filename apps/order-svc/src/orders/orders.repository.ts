import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { getChoiceLabel, VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import type { OwnOrdersQuery, PaymentProviderName } from '@shop/contracts-order';
import { cursorTimestampSql, toPage, type Page } from '@shop/service-kit';
import { DataSource, In, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import type { OwnerIds } from '../guests/owner-ids.js';
import { createOrderNumber, DELIVERED_AFTER_DAYS, listUnchosen } from './order.rules.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import { GROUND_OF_PRINT } from '../read-models/ground.sql.js';
import { PaymentIntent } from './payment-intent.entity.js';

/** A number of 2^50 is almost never taken. The limit stops a loop if the random source is broken. */
const NUMBER_ATTEMPTS = 5;

/** The provider's id of the present intent of the order `o`; null if it has none. */
export const INTENT_ID =
  '(SELECT i.intent_id FROM payment_intents i WHERE i.order_id = o.id AND i.n = o.canceled_intents)';

type OwnerColumn = 'user_id' | 'guest_id';

/** Only orders with a payment attempt, newest first. */
const LIST_ATTEMPTED = (owner: OwnerColumn) => `
  SELECT id, ${cursorTimestampSql('created_at')} AS "keyAt" FROM orders
  WHERE ${owner} = $1 AND payment_attempted_at IS NOT NULL AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
  ORDER BY created_at DESC, id DESC LIMIT $2`;

/** The catalogue's present data for the chosen size. `image_url` is already the picture in the chosen colour. */
const STORE_PRINT_DATA = `
  UPDATE order_items i SET print = jsonb_build_object(
    'areaPx', COALESCE(
      (SELECT v.print_area FROM catalogue_variants v
       WHERE v.product_id = i.product_id AND v.type = 'size' AND v.name = i.variant_selections->>'size' AND v.active ORDER BY v.id LIMIT 1),
      p.print_area),
    'pictureUrl', i.image_url, 'pictureArea', p.picture_area, 'overlayUrl', p.overlay_url) || ${GROUND_OF_PRINT}
  FROM catalogue_products p
  WHERE i.order_id = $1 AND i.print IS NULL AND p.id = i.product_id AND p.print_area IS NOT NULL AND p.picture_area IS NOT NULL`;

/**
 * Two open orders can have the same items: after a sign-in that merges two checkouts, or after a cart was detached from
 * an order (ADR 20).
 */
const DETACHED_WITH_SAME_ITEMS = `
  SELECT o.id FROM orders o
  WHERE (o.user_id = $1 OR o.guest_id = $2) AND o.status = 'created' AND o.cart_id IS NULL AND ${INTENT_ID} IS NOT NULL AND o.mismatch_seen_at IS NULL
    AND o.payment_provider = $3 AND o.id <> ALL ($4::uuid[])
    AND EXISTS (SELECT FROM order_items i JOIN cart_items line ON line.line_key = i.line_key WHERE i.order_id = o.id AND line.cart_id = $5)
  ORDER BY o.created_at, o.id LIMIT 1`;

/** A paid order shows that its customer has a card. */
const STOPPED_FOR_SECONDS = `
  SELECT ceil(extract(epoch FROM max(payment_stopped_at) + interval '1 hour' - now()))::int AS seconds FROM orders
  WHERE payment_stopped_at > now() - interval '1 hour' AND (user_id = $1 OR guest_id = $2) AND paid_at IS NULL`;

/** An order whose last parcel was sent more than $1 days ago, and is not back. */
const IS_UNDELIVERED = `status = 'shipped' AND returned_at IS NULL AND updated_at < now() - make_interval(days => $1)`;
const LIST_UNDELIVERED = `SELECT id AS "orderId" FROM orders WHERE ${IS_UNDELIVERED} ORDER BY updated_at, id LIMIT $2`;
const LOCK_UNDELIVERED = `SELECT FROM orders WHERE id = $2 AND ${IS_UNDELIVERED} FOR UPDATE SKIP LOCKED`;

/** For items that lack a size or colour: what their products are sold in. */
const LIST_VARIANT_TYPES = `
  SELECT p.id AS "productId", p.category, ARRAY(SELECT DISTINCT v.type FROM catalogue_variants v WHERE v.product_id = p.id AND v.active) AS types
  FROM catalogue_products p WHERE p.id = ANY($1)`;

interface SoldTypes {
  productId: string;
  category: string;
  types: VariantType[];
}

@Injectable()
export class OrdersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Assigns an order number and inserts the order with its items. The cart is locked, so only the number can be taken.
   */
  async insert(manager: EntityManager, order: Order, items: readonly OrderItem[]): Promise<void> {
    for (let attempt = 1; attempt <= NUMBER_ATTEMPTS; attempt += 1) {
      order.orderNumber = createOrderNumber();
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(Order)
        .values(order)
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0) continue;
      await manager.insert(OrderItem, [...items]);
      await this.storePrintData(manager, order.id);
      return;
    }
    throw new Error('No free order number was found');
  }

  /** Also saves the present intent. */
  async save(manager: EntityManager, order: Order): Promise<void> {
    await manager.save(Order, order);
    if (order.intent) await manager.save(PaymentIntent, order.intent);
  }

  /** The next intent has the next number. The caller saves the order. */
  async endIntent(manager: EntityManager, order: Order): Promise<void> {
    await manager.update(PaymentIntent, { orderId: order.id, n: order.canceledIntents }, { clientSecret: null });
    order.canceledIntents += 1;
    order.intent = null;
  }

  async replaceItems(manager: EntityManager, orderId: string, items: readonly OrderItem[]): Promise<void> {
    await manager.delete(OrderItem, { orderId });
    await manager.insert(OrderItem, [...items]);
    await this.storePrintData(manager, orderId);
  }

  /** Stores the print data of each item that has none, if the catalogue knows it. */
  async storePrintData(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query(STORE_PRINT_DATA, [orderId]);
  }

  /** When this owner may place an order again after too many declined payments, in seconds. Null: now. */
  async findStoppedForSeconds(owner: OwnerIds): Promise<number | null> {
    const [stopped] = await this.dataSource.query<{ seconds: number | null }[]>(STOPPED_FOR_SECONDS, [
      owner.userId,
      owner.guestId,
    ]);
    return stopped?.seconds ?? null;
  }

  /** The one unpaid order of this cart. */
  async findOpenByCart(manager: EntityManager, cartId: string): Promise<Order | null> {
    const [locked] = await manager.query<{ id: string }[]>(
      `SELECT id FROM orders WHERE cart_id = $1 AND status = 'created' FOR UPDATE`,
      [cartId],
    );
    return locked ? this.find(locked.id, manager) : null;
  }

  /**
   * Finds and locks an open order of the same owner and provider that was detached from this cart, can still be paid
   * and shares items with it. Skips the orders in `passed`. The caller has locked the cart.
   */
  async findDetachedWithSameItems(
    manager: EntityManager,
    { userId, guestId }: OwnerIds,
    cart: { id: string; provider: PaymentProviderName; passed: readonly string[] },
  ): Promise<Order | null> {
    const [found] = await manager.query<{ id: string }[]>(DETACHED_WITH_SAME_ITEMS, [
      userId,
      guestId,
      cart.provider,
      cart.passed,
      cart.id,
    ]);
    const order = found ? await this.findLocked(manager, found.id) : null;
    return order?.status === 'created' ? order : null;
  }

  /** Whether the customer must choose another size or colour, or cancel. */
  async hasOutOfStockItem(orderId: string, manager = this.dataSource.manager): Promise<boolean> {
    return manager.existsBy(OrderItem, { orderId, isOutOfStock: true });
  }

  /** The printer has no more of these items. */
  async markOutOfStock(manager: EntityManager, items: readonly OrderItem[]): Promise<void> {
    await manager.update(OrderItem, { id: In(items.map(({ id }) => id)), isOutOfStock: false }, { isOutOfStock: true });
  }

  /** The printer has everything. */
  async clearOutOfStock(manager: EntityManager, orderId: string): Promise<void> {
    await manager.update(OrderItem, { orderId, isOutOfStock: true }, { isOutOfStock: false });
  }

  /** Reads the order after it is locked, because a statement that waits for the lock does not see a new intent. */
  async findLocked(manager: EntityManager, id: string): Promise<Order | null> {
    const locked = await manager.query<unknown[]>('SELECT FROM orders WHERE id = $1 FOR UPDATE', [id]);
    return locked.length > 0 ? this.find(id, manager) : null;
  }

  find(id: string, manager = this.dataSource.manager): Promise<Order | null> {
    return this.select(manager).where('o.id = :id', { id }).getOne();
  }

  /** The order whose present intent this is. */
  findByIntent(intentId: string, manager = this.dataSource.manager): Promise<Order | null> {
    return this.select(manager).where('i.id = :intentId', { intentId }).getOne();
  }

  findByClientSecret(clientSecret: string): Promise<Order | null> {
    return this.select(this.dataSource.manager).where('i.clientSecret = :clientSecret', { clientSecret }).getOne();
  }

  /** The number of the next change of this order's intent, for the idempotency key. */
  async nextIntentRevision(id: string): Promise<number> {
    const [rows] = await this.dataSource.query<[{ revision: number }[], number]>(
      'UPDATE orders SET intent_revision = intent_revision + 1 WHERE id = $1 RETURNING intent_revision AS revision',
      [id],
    );
    return rows[0]?.revision ?? 0;
  }

  /** The order that has this intent, or had it before. */
  async findByAnyIntent(intentId: string): Promise<Order | null> {
    const intent = await this.dataSource.manager.findOneBy(PaymentIntent, { id: intentId });
    return intent && this.find(intent.orderId);
  }

  /** Orders that were shipped long ago. */
  async listUndelivered(limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ orderId: string }[]>(LIST_UNDELIVERED, [DELIVERED_AFTER_DAYS, limit]);
    return rows.map(({ orderId }) => orderId);
  }

  /** Null if the order was delivered in between, or if another transaction is changing it. */
  async findUndeliveredLocked(manager: EntityManager, id: string): Promise<Order | null> {
    const locked = await manager.query<unknown[]>(LOCK_UNDELIVERED, [DELIVERED_AFTER_DAYS, id]);
    return locked.length > 0 ? this.findLocked(manager, id) : null;
  }

  /** Ids and numbers, which fit into memory for any customer. Newest first. */
  listNumbers(userId: string): Promise<{ id: string; orderNumber: string }[]> {
    return this.dataSource.query(
      'SELECT id, order_number AS "orderNumber" FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
      [userId],
    );
  }

  findByNumber(orderNumber: string): Promise<Order | null> {
    return this.select(this.dataSource.manager).where('o.orderNumber = :orderNumber', { orderNumber }).getOne();
  }

  listAttempted(userId: string, query: OwnOrdersQuery): Promise<Page<Order>> {
    return this.listAttemptedBy('user_id', userId, query);
  }

  async listAttemptedByGuest(guestId: string, limit: number): Promise<Order[]> {
    return (await this.listAttemptedBy('guest_id', guestId, { limit })).items;
  }

  private async listAttemptedBy(
    owner: OwnerColumn,
    ownerId: string,
    { limit, cursor }: OwnOrdersQuery,
  ): Promise<Page<Order>> {
    const rows = await this.dataSource.query<{ id: string; keyAt: string }[]>(LIST_ATTEMPTED(owner), [
      ownerId,
      limit + 1,
      cursor?.createdAt ?? null,
      cursor?.id ?? null,
    ]);
    const ids = rows.map(({ id }) => id);
    const orders = await this.select(this.dataSource.manager).where('o.id = ANY(:ids)', { ids }).getMany();
    const ordersById = new Map(orders.map((order) => [order.id, order]));
    const { items, next } = toPage(rows, limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: ({ id }) => ordersById.get(id),
    });
    return { items: items.filter((order) => order !== undefined), next };
  }

  /** The items of several orders in one query, by order. */
  async listItems(orderIds: readonly string[], manager = this.dataSource.manager): Promise<Map<string, OrderItem[]>> {
    const byOrder = new Map<string, OrderItem[]>(orderIds.map((id) => [id, []]));
    if (orderIds.length === 0) return byOrder;
    const items = await manager.find(OrderItem, { where: { orderId: In([...orderIds]) }, order: { position: 'ASC' } });
    await this.markMissingChoices(items, manager);
    for (const item of items) byOrder.get(item.orderId)?.push(item);
    return byOrder;
  }

  private async markMissingChoices(items: readonly OrderItem[], manager: EntityManager): Promise<void> {
    const incomplete = items.filter(
      ({ variantSelections }) => listUnchosen({ variantSelections, variantTypes: VARIANT_TYPES }).length > 0,
    );
    if (incomplete.length === 0) return;
    const rows = await manager.query<SoldTypes[]>(LIST_VARIANT_TYPES, [incomplete.map(({ productId }) => productId)]);
    for (const item of incomplete) {
      const sold = rows.find(({ productId }) => productId === item.productId);
      const { variantSelections } = item;
      item.missingChoices = listUnchosen({ variantSelections, variantTypes: sold?.types ?? [] }).map((type) => ({
        type,
        label: getChoiceLabel(type, item.category ?? sold?.category),
      }));
    }
  }

  /** Orders `o` with their present intents `i`. */
  private select(manager: EntityManager): SelectQueryBuilder<Order> {
    return manager
      .createQueryBuilder(Order, 'o')
      .leftJoinAndMapOne('o.intent', PaymentIntent, 'i', 'i.orderId = o.id AND i.n = o.canceledIntents');
  }
}
