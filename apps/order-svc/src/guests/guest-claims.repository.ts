import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_CART_LINES } from '@shop/contracts-order';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderClaimsPublisher } from './order-claims.publisher.js';

/** Serializes writes of a guest's data and the claim of the guest. */
export const LOCK_GUEST = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;

/** The first claim of a guest wins. */
const SAVE_CLAIM = `
  INSERT INTO guest_claims (guest_id, user_id) VALUES ($1, $2)
  ON CONFLICT (guest_id) DO UPDATE SET guest_id = excluded.guest_id RETURNING user_id AS "userId"`;

const CLAIM_ARTWORKS = `UPDATE artworks SET user_id = $2, guest_id = NULL WHERE guest_id = $1`;

const CLAIM_ORDERS = `
  UPDATE orders SET user_id = $2, guest_id = NULL, updated_at = now(),
    email = COALESCE(email, (SELECT accounts.email FROM accounts WHERE accounts.id = $2))
  WHERE guest_id = $1 RETURNING id`;

const LOCK_GUEST_CART = `SELECT id FROM carts WHERE guest_id = $1 FOR NO KEY UPDATE`;

const LOCK_USER_CART = `
  INSERT INTO carts (user_id) VALUES ($1)
  ON CONFLICT (user_id) DO UPDATE SET revision = carts.revision + 1, updated_at = now() RETURNING id`;

/** The largest value of the integer column `quantity`. */
const MAX_QUANTITY = 2_147_483_647;

/** Uses the lower of the two prices, because a customer is never charged more than a confirmed price. */
const ADD_EQUAL_LINES = `
  UPDATE cart_items mine
  SET quantity = LEAST(mine.quantity::bigint + guests.quantity, ${MAX_QUANTITY}), unit_price_cents = LEAST(mine.unit_price_cents, guests.unit_price_cents)
  FROM cart_items guests
  WHERE guests.cart_id = $1 AND mine.cart_id = $2 AND mine.line_key = guests.line_key`;

/**
 * A cart that already has more lines than an order takes no more, so that signing in again and again does not let it grow. No buyer
 * notices: such a cart can't be ordered as it is.
 */
const MOVE_OTHER_LINES = `
  UPDATE cart_items SET cart_id = $2
  WHERE cart_id = $1 AND line_key NOT IN (SELECT line_key FROM cart_items WHERE cart_id = $2)
    AND (SELECT count(*) FROM cart_items WHERE cart_id = $2) <= ${MAX_CART_LINES}`;

/** So that an addition whose answer was lost can be repeated after signing in. */
const MOVE_ADDITIONS = `UPDATE cart_additions SET cart_id = $2 WHERE cart_id = $1`;

/** A statement of its own, because a statement that waits for an order does not see the intent that another transaction adds. */
const LOCK_OLDER_ORDER = `SELECT id FROM orders WHERE cart_id = $1 AND status = 'created' FOR UPDATE`;

/**
 * The order in the guest's checkout becomes the account's open order. An older open order of the account's cart is
 * detached: it stays payable until a checkout contains its items or reconciliation cancels it. If it has no intent, it
 * gets none.
 */
const DETACH_OLDER_ORDER = `
  UPDATE orders SET cart_id = NULL,
    canceled_intents = canceled_intents + CASE WHEN EXISTS (SELECT FROM payment_intents i WHERE i.order_id = orders.id AND i.n = orders.canceled_intents) THEN 0 ELSE 1 END
  WHERE cart_id = $2 AND status = 'created' AND EXISTS (SELECT 1 FROM orders o WHERE o.cart_id = $1 AND o.status = 'created')`;

const MOVE_ORDERS = `UPDATE orders SET cart_id = $2 WHERE cart_id = $1`;

const DELETE_GUEST_CART = `DELETE FROM carts WHERE id = $1`;

/**
 * Moves cart, artworks and orders of a guest to the user who signed in. Idempotent, because moved data no longer has
 * the guest's id.
 */
@Injectable()
export class GuestClaimsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly claims: OrderClaimsPublisher,
  ) {}

  /** Claims immediately for a caller who just signed in; `guest.claimed` may not have arrived yet. */
  async claimForCaller(caller: Caller): Promise<void> {
    if (caller.kind !== 'user' || !caller.guestId) return;
    const { guestId, userId } = caller;
    const [{ isUnclaimed } = { isUnclaimed: false }] = await this.dataSource.query<{ isUnclaimed: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM carts WHERE guest_id = $1) OR EXISTS (SELECT 1 FROM orders WHERE guest_id = $1)
           OR EXISTS (SELECT 1 FROM artworks WHERE guest_id = $1) AS "isUnclaimed"`,
      [guestId],
    );
    if (isUnclaimed) await this.dataSource.transaction((manager) => this.claimGuest(manager, guestId, userId));
  }

  /** Locks guest, guest's cart, user's cart, orders in this order, like all writers of carts and orders. */
  async claimGuest(manager: EntityManager, guestId: string, userId: string): Promise<void> {
    await manager.query(LOCK_GUEST, [guestId]);
    const [claim] = await manager.query<{ userId: string }[]>(SAVE_CLAIM, [guestId, userId]);
    const claimedBy = claim?.userId ?? userId;
    await this.mergeCart(manager, guestId, claimedBy);
    const [orders] = await manager.query<[{ id: string }[], number]>(CLAIM_ORDERS, [guestId, claimedBy]);
    await manager.query(CLAIM_ARTWORKS, [guestId, claimedBy]);
    for (const { id } of orders) await this.claims.publishClaimed(manager, id, claimedBy);
  }

  private async mergeCart(manager: EntityManager, guestId: string, userId: string): Promise<void> {
    const [guestCart] = await manager.query<{ id: string }[]>(LOCK_GUEST_CART, [guestId]);
    if (!guestCart) return;
    const [userCart] = await manager.query<{ id: string }[]>(LOCK_USER_CART, [userId]);
    if (!userCart) throw new Error('The user has no cart although one was just created');
    const carts = [guestCart.id, userCart.id];
    await manager.query(ADD_EQUAL_LINES, carts);
    await manager.query(MOVE_OTHER_LINES, carts);
    await manager.query(MOVE_ADDITIONS, carts);
    await manager.query(LOCK_OLDER_ORDER, [userCart.id]);
    await manager.query(DETACH_OLDER_ORDER, carts);
    await manager.query(MOVE_ORDERS, carts);
    await manager.query(DELETE_GUEST_CART, [guestCart.id]);
  }
}
