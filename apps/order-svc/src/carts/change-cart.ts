import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { EMPTY_CART, type Cart } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { ClaimGuest } from '../guests/claim-guest.js';
import { ownerIdsOf, sessionHashOf } from '../guests/owner-ids.js';
import type { CartLine, LineContent } from './cart-line.rules.js';
import { priceCart } from './cart-pricing.rules.js';
import { toCart } from './cart.mapper.js';
import { CartsRepository, type CartSnapshot } from './carts.repository.js';
import type { Offer } from './offer.sql.js';
import { hasUntoldPrice, toldBy } from './told-prices.rules.js';

export interface CartChange {
  /** The whole cart as it is after the change. */
  lines: CartLine[];
  /** The cart's id; null where the cart has moved on since it was read, and the change has to be decided again. */
  write: () => Promise<string | null>;
}

/** Of parallel changes of one cart at least one succeeds each round, so this many can meet. */
const ATTEMPTS = 60;
/** Longest pause before the next try, times the tries so far. */
const PAUSE_STEP_MS = 4;

/** Reads the caller's cart, and changes it without losing a change made at the same time elsewhere. */
@Injectable()
export class ChangeCart {
  constructor(
    private readonly carts: CartsRepository,
    private readonly claims: ClaimGuest,
  ) {}

  async read(caller: Caller): Promise<Cart> {
    const snapshot = await this.find(caller);
    return snapshot ? this.tell(caller, snapshot.id, snapshot, snapshot.lines) : EMPTY_CART;
  }

  /** Decides again, on a fresh look at the cart, until the change is written over what it was decided on. */
  async change(caller: Caller, decide: (snapshot: CartSnapshot | null) => CartChange): Promise<Cart> {
    return this.repeat(caller, async () => {
      const snapshot = await this.find(caller);
      return { snapshot, change: decide(snapshot) };
    });
  }

  /** The same for a line that is put in: cart and offer are read in one query. */
  async put(
    caller: Caller,
    content: LineContent,
    decide: (snapshot: CartSnapshot | null, offer: Offer) => Promise<CartChange>,
  ): Promise<Cart> {
    return this.repeat(caller, async () => {
      const { carts, offer } = await this.carts.listWithOffer(ownerIdsOf(caller), sessionHashOf(caller), content);
      const snapshot = await this.onlyOwn(caller, carts);
      return { snapshot, change: await decide(snapshot, offer) };
    });
  }

  private async repeat(
    caller: Caller,
    decide: () => Promise<{ snapshot: CartSnapshot | null; change: CartChange }>,
  ): Promise<Cart> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { snapshot, change } = await decide();
      const cartId = await change.write();
      if (cartId) return this.tell(caller, cartId, snapshot, change.lines);
      await pause(Math.random() * PAUSE_STEP_MS * attempt);
    }
    throw new DomainError('CART_BUSY', 'conflict', 'Your cart is being changed elsewhere. Please try again.');
  }

  private async find(caller: Caller): Promise<CartSnapshot | null> {
    if (caller.kind === 'anonymous') return null;
    return this.onlyOwn(caller, await this.carts.list(ownerIdsOf(caller), sessionHashOf(caller)));
  }

  /** A user's guest cart is merged on sight (D13). */
  private async onlyOwn(caller: Caller, found: CartSnapshot[]): Promise<CartSnapshot | null> {
    if (caller.kind !== 'user' || found.every(({ guestId }) => guestId === null)) return found[0] ?? null;
    await this.claims.ofCaller(caller);
    const carts = await this.carts.list(ownerIdsOf(caller), sessionHashOf(caller));
    return carts.find(({ guestId }) => guestId === null) ?? null;
  }

  /** Every answer tells the session the prices in it (D33); remembered only where they are news. */
  private async tell(caller: Caller, cartId: string, known: CartSnapshot | null, lines: CartLine[]): Promise<Cart> {
    const cart = priceCart(lines);
    const told = known?.told ?? null;
    if (hasUntoldPrice(cart.lines, told))
      await this.carts.tell(cartId, sessionHashOf(caller), toldBy(cart.lines, told));
    return toCart(cart);
  }
}
