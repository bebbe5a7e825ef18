import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DesignConfig, VariantSelections } from '@shop/contracts-order';
import type { Owner } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { OwnerIds } from '../guests/owner-ids.js';
import { PrintCatalogueService } from '../print-catalogue/print-catalogue.service.js';
import { type CartLine, type LineContent, withoutUnprintable } from './cart-line.rules.js';
import type { ConfirmedPrices } from './cart-pricing.rules.js';
import { OFFER_COLUMNS, type Offer, SELECT_OFFER, offerJoins, toOfferValues } from './offer.sql.js';

export interface CartSnapshot {
  id: string;
  /** Set on a guest's cart. */
  guestId: string | null;
  revision: number;
  /** Newest first. */
  lines: CartLine[];
  /** The prices that this session saw last. */
  confirmedPrices: ConfirmedPrices | null;
}

/** A call with an Idempotency-Key that adds to a cart, and what it adds. */
export interface CartAddition {
  key: string;
  lineKey: string;
  quantity: number;
}

interface CartRow extends Omit<CartLine, 'id' | 'variantSelections' | 'designConfig'> {
  cartId: string | null;
  guestId: string | null;
  revision: number;
  confirmedPrices: ConfirmedPrices | null;
  id: string | null;
  variantSelections: VariantSelections;
  designConfig: DesignConfig;
}

interface CartId {
  cartId: string;
}

const CART_COLUMNS = `c.id AS "cartId", c.guest_id AS "guestId", c.revision, t.unit_prices_cents AS "confirmedPrices",
    i.id, i.product_id AS "productId", i.generated_image_id AS "generatedImageId", i.variant_selections AS "variantSelections",
    i.design_config AS "designConfig", i.scale_sense AS "scaleSense", i.line_key AS "lineKey", i.quantity, i.joined_quantity AS "joinedQuantity", i.unit_price_cents AS "unitPriceCents", ${OFFER_COLUMNS}`;

const CART_JOINS = `
  LEFT JOIN confirmed_prices t ON t.cart_id = c.id AND t.session_hash = $3
  LEFT JOIN cart_items i ON i.cart_id = c.id
  ${offerJoins({ productId: 'i.product_id', imageId: 'i.generated_image_id', size: `i.variant_selections->>'size'`, color: `i.variant_selections->>'color'` })}`;

const NEWEST_FIRST = 'ORDER BY i.created_at DESC, i.id';

const SELECT_CART = `SELECT ${CART_COLUMNS} FROM carts c ${CART_JOINS} WHERE c.user_id = $1 OR c.guest_id = $2 ${NEWEST_FIRST}`;

/** NO KEY UPDATE: a transaction that writes an order with a reference to this cart must not wait for the lock. */
const LOCK_CART = 'SELECT id FROM carts WHERE user_id = $1 OR guest_id = $2 FOR NO KEY UPDATE';

/** Reads only the locked cart, not one that another transaction created in between. */
const SELECT_LOCKED_CART = `SELECT ${CART_COLUMNS} FROM carts c ${CART_JOINS} WHERE c.id = $4 AND (c.user_id = $1 OR c.guest_id = $2) ${NEWEST_FIRST}`;

/** Returns at least one row, which carries the offer. */
const SELECT_CART_AND_OFFER = `
  SELECT ${CART_COLUMNS}, (SELECT row_to_json(offer) FROM (${SELECT_OFFER({ first: 4, userId: '$1', guestId: '$2' })}) offer) AS offer
  FROM (SELECT 1) one LEFT JOIN carts c ON c.user_id = $1 OR c.guest_id = $2 ${CART_JOINS} ${NEWEST_FIRST}`;

const LINE_COLUMNS =
  'id, cart_id, product_id, generated_image_id, variant_selections, design_config, scale_sense, line_key, quantity, unit_price_cents';

/** Statements with this part change and return nothing if the cart's revision is no longer the expected one. */
const NEXT_REVISION =
  'UPDATE carts SET revision = revision + 1, updated_at = now() WHERE id = $1 AND revision = $2 RETURNING id';

/** Without a key nothing is recorded. A key that another call has used adds nothing. */
const RECORD_ADDITION = `
  addition AS (
    INSERT INTO cart_additions (key, cart_id, line_key, quantity) SELECT $12::uuid, cart.id, $13, $14::integer FROM cart WHERE $12::uuid IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING key)`;
const ADDED_LINE = `
  INSERT INTO cart_items (${LINE_COLUMNS})
  SELECT $3, cart.id, $4, $5, $6, $7, $8, $9, $10, $11 FROM cart WHERE $12::uuid IS NULL OR EXISTS (SELECT FROM addition)`;

const PUT_LINE = `
  WITH cart AS (${NEXT_REVISION}), ${RECORD_ADDITION} ${ADDED_LINE}
  ON CONFLICT (cart_id, line_key) DO UPDATE SET quantity = excluded.quantity RETURNING cart_id AS "cartId"`;

const PUT_FIRST_LINE = `
  WITH cart AS (INSERT INTO carts (user_id, guest_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id), ${RECORD_ADDITION}
  ${ADDED_LINE} RETURNING cart_id AS "cartId"`;

/** A statement of its own: one statement may change the line before it deletes the equal one. */
const REMOVE_EQUAL_LINE = 'DELETE FROM cart_items WHERE cart_id = $1 AND line_key = $2 AND id <> $3';

const CHANGE_LINE = `
  UPDATE cart_items SET variant_selections = $2, line_key = $3, quantity = $4, unit_price_cents = $5, joined_quantity = $6 WHERE id = $1`;

const REMOVE_LINE = `
  WITH cart AS (${NEXT_REVISION}) DELETE FROM cart_items i USING cart WHERE i.id = $3 AND i.cart_id = cart.id RETURNING i.cart_id AS "cartId"`;

/** Writes nothing if the cart was just merged into another one; the next response confirms the prices for that one. */
const SAVE_CONFIRMED_PRICES = `
  INSERT INTO confirmed_prices (cart_id, session_hash, unit_prices_cents) SELECT id, $2, $3 FROM carts WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (cart_id, session_hash) DO UPDATE SET unit_prices_cents = excluded.unit_prices_cents, confirmed_at = now()`;

const toLineValues = (line: CartLine): unknown[] => [
  line.id,
  line.productId,
  line.generatedImageId,
  JSON.stringify(line.variantSelections),
  JSON.stringify(line.designConfig),
  line.scaleSense,
  line.lineKey,
  line.quantity,
  line.unitPriceCents,
];

function toSnapshots(rows: CartRow[], canPrint: PrintCatalogueService['canPrint']): CartSnapshot[] {
  const carts = new Map<string, CartSnapshot>();
  for (const { cartId, guestId, revision, confirmedPrices, id, ...line } of rows) {
    if (!cartId) continue;
    const cart = carts.get(cartId) ?? { id: cartId, guestId, revision, confirmedPrices, lines: [] };
    carts.set(cartId, cart);
    if (id) cart.lines.push(withoutUnprintable({ ...line, id }, line.productId, canPrint));
  }
  return [...carts.values()];
}

const SELECT_OFFER_FOR_OWNER = SELECT_OFFER({ first: 3, userId: '$1::uuid', guestId: '$2::uuid' });

@Injectable()
export class CartsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printCatalogue: PrintCatalogueService,
  ) {}

  /** One query for any number of lines. Two carts if a user's guest cart is not merged yet. */
  async listForOwner(ids: OwnerIds, sessionHash: string): Promise<CartSnapshot[]> {
    const rows = await this.dataSource.query<CartRow[]>(SELECT_CART, [ids.userId, ids.guestId, sessionHash]);
    return toSnapshots(rows, this.printCatalogue.canPrint);
  }

  /** The same, with the offer for a line that is about to be added. */
  async listWithOffer(
    ids: OwnerIds,
    sessionHash: string,
    content: LineContent,
  ): Promise<{ carts: CartSnapshot[]; offer: Offer }> {
    const rows = await this.dataSource.query<(CartRow & { offer: Offer })[]>(SELECT_CART_AND_OFFER, [
      ids.userId,
      ids.guestId,
      sessionHash,
      ...toOfferValues(content),
    ]);
    const [first] = rows;
    if (!first) throw new Error('The offer query returned no row');
    return { carts: toSnapshots(rows, this.printCatalogue.canPrint), offer: this.toPrintable(first.offer, content) };
  }

  /** The owner's cart, locked until the transaction ends. */
  async findLocked(manager: EntityManager, owner: Owner, sessionHash: string): Promise<CartSnapshot | null> {
    const [locked] = await manager.query<{ id: string }[]>(LOCK_CART, [owner.userId, owner.guestId]);
    if (!locked) return null;
    const rows = await manager.query<CartRow[]>(SELECT_LOCKED_CART, [
      owner.userId,
      owner.guestId,
      sessionHash,
      locked.id,
    ]);
    return toSnapshots(rows, this.printCatalogue.canPrint)[0] ?? null;
  }

  /** Writes the line with its quantity, and the addition. Null if the cart changed since `cart` was read. */
  async saveLine(
    owner: Owner,
    cart: CartSnapshot | null,
    line: CartLine,
    addition: CartAddition | null,
  ): Promise<string | null> {
    const values = [...toLineValues(line), addition?.key, addition?.lineKey, addition?.quantity];
    const [row] = await (cart
      ? this.dataSource.query<CartId[]>(PUT_LINE, [cart.id, cart.revision, ...values])
      : this.dataSource.query<CartId[]>(PUT_FIRST_LINE, [owner.userId, owner.guestId, ...values]));
    return row?.cartId ?? null;
  }

  async findAddition(key: string): Promise<(CartAddition & CartId) | null> {
    const [addition] = await this.dataSource.query<(CartAddition & CartId)[]>(
      'SELECT key, cart_id AS "cartId", line_key AS "lineKey", quantity FROM cart_additions WHERE key = $1',
      [key],
    );
    return addition ?? null;
  }

  /** Writes quantity and choices of the line, which replaces an equal one. */
  changeLine({ id, revision }: CartSnapshot, line: CartLine): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[unknown[], number]>(NEXT_REVISION, [id, revision]);
      if (rows.length === 0) return null;
      await manager.query(REMOVE_EQUAL_LINE, [id, line.lineKey, line.id]);
      const { variantSelections, lineKey, quantity, unitPriceCents, joinedQuantity } = line;
      await manager.query(CHANGE_LINE, [
        line.id,
        JSON.stringify(variantSelections),
        lineKey,
        quantity,
        unitPriceCents,
        joinedQuantity,
      ]);
      return id;
    });
  }

  async removeLine(cart: CartSnapshot, lineId: string): Promise<string | null> {
    const [rows] = await this.dataSource.query<[CartId[], number]>(REMOVE_LINE, [cart.id, cart.revision, lineId]);
    return rows[0]?.cartId ?? null;
  }

  async saveConfirmedPrices(cartId: string, sessionHash: string, prices: ConfirmedPrices): Promise<void> {
    await this.saveConfirmedPricesLocked(this.dataSource.manager, cartId, sessionHash, prices);
  }

  async saveConfirmedPricesLocked(
    manager: EntityManager,
    cartId: string,
    sessionHash: string,
    prices: ConfirmedPrices,
  ): Promise<void> {
    await manager.query(SAVE_CONFIRMED_PRICES, [cartId, sessionHash, JSON.stringify(prices)]);
  }

  async getOffer(content: LineContent, ids: OwnerIds): Promise<Offer> {
    const [offer] = await this.dataSource.query<Offer[]>(SELECT_OFFER_FOR_OWNER, [
      ids.userId,
      ids.guestId,
      ...toOfferValues(content),
    ]);
    if (!offer) throw new Error('The offer query returned no row');
    return this.toPrintable(offer, content);
  }

  private toPrintable(offer: Offer, { productId }: LineContent): Offer {
    return withoutUnprintable(offer, productId, this.printCatalogue.canPrint);
  }
}
