import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { EMPTY_CART, type Cart } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { GuestClaimsService } from '../guests/guest-claims.service.js';
import { getOwnerIds, hashSession } from '../guests/owner-ids.js';
import type { CartLine, LineContent } from './cart-line.rules.js';
import { priceCart } from './cart-pricing.rules.js';
import { toCart } from './cart.mapper.js';
import { CartsRepository, type CartSnapshot } from './carts.repository.js';
import type { Offer } from './offer.sql.js';
import { hasUnconfirmedPrice, toConfirmedPrices } from './confirmed-prices.rules.js';

export interface CartChange {
  /** The whole cart after the change. */
  lines: CartLine[];
  /**
   * Resolves with the cart's id, or with null if the cart changed since it was read and the decision must be repeated.
   */
  write: () => Promise<string | null>;
}

/** In each round at least one of the parallel changes of a cart succeeds, so up to this many can run at once. */
const MAX_ATTEMPTS = 60;
/** The longest pause before the next attempt is this, times the number of attempts so far. */
const PAUSE_STEP_MS = 4;

/** Reads and changes the caller's cart with optimistic locking: no parallel change is lost. */
@Injectable()
export class CartUpdatesService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly guestClaims: GuestClaimsService,
  ) {}

  async getCart(caller: Caller): Promise<Cart> {
    const snapshot = await this.findCart(caller);
    return snapshot ? this.toConfirmedCart(caller, snapshot.id, snapshot, snapshot.lines) : EMPTY_CART;
  }

  /** Repeats the decision on a fresh read of the cart until it is written over the revision that it was based on. */
  async updateCart(caller: Caller, decide: (snapshot: CartSnapshot | null) => CartChange): Promise<Cart> {
    return this.retryOnConflict(caller, async () => {
      const snapshot = await this.findCart(caller);
      return { snapshot, change: decide(snapshot) };
    });
  }

  /** The same for a line that is added: cart and offer are read in one query. */
  async updateCartWithOffer(
    caller: Caller,
    content: LineContent,
    decide: (snapshot: CartSnapshot | null, offer: Offer) => Promise<CartChange>,
  ): Promise<Cart> {
    return this.retryOnConflict(caller, async () => {
      const { carts, offer } = await this.carts.listWithOffer(getOwnerIds(caller), hashSession(caller), content);
      const snapshot = await this.mergeGuestCart(caller, carts);
      return { snapshot, change: await decide(snapshot, offer) };
    });
  }

  private async retryOnConflict(
    caller: Caller,
    decide: () => Promise<{ snapshot: CartSnapshot | null; change: CartChange }>,
  ): Promise<Cart> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { snapshot, change } = await decide();
      const cartId = await change.write();
      if (cartId) return this.toConfirmedCart(caller, cartId, snapshot, change.lines);
      await pause(Math.random() * PAUSE_STEP_MS * attempt);
    }
    throw new DomainError('CART_BUSY', 'conflict', 'Your cart is being changed elsewhere. Please try again.');
  }

  private async findCart(caller: Caller): Promise<CartSnapshot | null> {
    if (caller.kind === 'anonymous') return null;
    return this.mergeGuestCart(caller, await this.carts.listForOwner(getOwnerIds(caller), hashSession(caller)));
  }

  /** Merges the guest cart of a user who just signed in; `guest.claimed` may not have arrived yet. */
  private async mergeGuestCart(caller: Caller, found: CartSnapshot[]): Promise<CartSnapshot | null> {
    if (caller.kind !== 'user' || found.every(({ guestId }) => guestId === null)) return found[0] ?? null;
    await this.guestClaims.claimForCaller(caller);
    const carts = await this.carts.listForOwner(getOwnerIds(caller), hashSession(caller));
    return carts.find(({ guestId }) => guestId === null) ?? null;
  }

  /** Each response shows the current prices, so they count as confirmed from now on. Written only if one changed. */
  private async toConfirmedCart(
    caller: Caller,
    cartId: string,
    snapshot: CartSnapshot | null,
    lines: CartLine[],
  ): Promise<Cart> {
    const cart = priceCart(lines);
    const confirmed = snapshot?.confirmedPrices ?? null;
    if (hasUnconfirmedPrice(cart.lines, confirmed))
      await this.carts.saveConfirmedPrices(cartId, hashSession(caller), toConfirmedPrices(cart.lines, confirmed));
    return toCart(cart);
  }
}
