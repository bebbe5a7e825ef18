import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type Cart,
  EMPTY_CART,
  addToCartRequestSchema,
  type ChangeCartItemRequest,
  MAX_CART_LINES,
  type VariantSelections,
} from '@shop/contracts-order';
import { VARIANT_TYPES } from '@shop/contracts-catalog';
import { type Caller, idempotencyKeyReused, toOwner } from '@shop/service-kit';
import { DomainError, isUuid } from '@shop/contracts-common';
import { SCALE_SENSE } from '@shop/placement';
import pRetry, { type Options as RetryOptions } from 'p-retry';
import type { z } from 'zod';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { getOwnerIds, hashSession } from '../guests/owner-ids.js';
import { artworkUnknown } from './artwork.errors.js';
import { waitForArtwork } from './artwork-wait.js';
import {
  type CartLine,
  type LineContent,
  computeLineKey,
  isChoiceSold,
  isOffered,
  normalizeSelections,
} from './cart-line.rules.js';
import {
  cartFull,
  cartTooLarge,
  computeLineAmount,
  computeUnitPrice,
  fitsAnOrder,
  hasUnconfirmedPrice,
  itemUnknown,
  MAX_QUANTITY,
  priceCart,
  toCart,
  toConfirmedPrices,
} from './cart-pricing.rules.js';
import { CartConflict } from './cart-conflict.js';
import { type CartAddition, type CartSnapshot, CartsRepository } from './carts.repository.js';
import type { Offer } from './offer.sql.js';
import { assertPrintsArtwork } from './placement.rules.js';

function getLine(snapshot: CartSnapshot | null, lineId: string): { cart: CartSnapshot; line: CartLine } {
  const line = snapshot?.lines.find(({ id }) => id === lineId);
  if (!snapshot || !line) throw itemUnknown();
  return { cart: snapshot, line };
}

interface CartChange {
  /** The whole cart after the change. */
  lines: CartLine[];
  /**
   * Resolves with the cart's id, or with null if the cart changed since it was read and the decision must be repeated.
   */
  write: () => Promise<string | null>;
}

const cartBusy = (): DomainError =>
  new DomainError('CART_BUSY', 'conflict', 'Your cart is being changed elsewhere. Please try again.');

/**
 * At each attempt at least one of the parallel changes of a cart succeeds, so up to 60 can run at once. They end within
 * about 4 s.
 */
const CONFLICT_RETRY: RetryOptions = {
  retries: 59,
  minTimeout: 4,
  factor: 1.06,
  randomize: true,
  shouldRetry: ({ error }) => error instanceof CartConflict,
};

const productUnavailable = () =>
  new DomainError('PRODUCT_UNAVAILABLE', 'impossible', 'This product is no longer available.');

const variantUnavailable = () =>
  new DomainError('VARIANT_UNAVAILABLE', 'impossible', 'This choice is not available for the product.');

/**
 * Reads and changes the caller's cart with optimistic locking: no parallel change is lost.
 */
@Injectable()
export class CartsService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly guestClaims: GuestClaimsRepository,
  ) {}

  /** A repeated call with the same key adds nothing and returns the cart as it is now. Throws 409 if the key was used for something else. */
  async addItem(
    caller: Caller,
    request: z.output<typeof addToCartRequestSchema>,
    key: string | null = null,
  ): Promise<Cart> {
    const owner = toOwner(caller);
    if (!isUuid(request.productId)) throw productUnavailable();
    if (!isUuid(request.generatedImageId)) throw artworkUnknown();
    const content: LineContent = {
      productId: request.productId.toLowerCase(),
      generatedImageId: request.generatedImageId.toLowerCase(),
      variantSelections: normalizeSelections(request.variantSelections),
      designConfig: request.designConfig,
      scaleSense: SCALE_SENSE,
    };
    const readOffer = () => this.carts.getOffer(content, getOwnerIds(caller));
    const addition = key === null ? null : { key, lineKey: computeLineKey(content), quantity: request.quantity };
    return this.updateCartWithOffer(caller, content, addition, async (snapshot, found) => {
      if (!found.isSold) throw productUnavailable();
      if (!isOffered(content, found)) throw variantUnavailable();
      const offer = found.artworkIsKnown
        ? found
        : await waitForArtwork(readOffer, ({ artworkIsKnown }) => artworkIsKnown);
      if (!offer.artworkIsOwn) throw artworkUnknown();
      assertPrintsArtwork({ ...content, print: offer.print }, offer.artworkSize);
      const { lines, line } = withAddedLine(snapshot, content, offer, request.quantity);
      if (lines.length > Math.max(snapshot?.lines.length ?? 0, MAX_CART_LINES)) throw cartFull();
      if (!fitsAnOrder(lines)) throw cartTooLarge();
      return { lines, write: () => this.carts.saveLine(owner, snapshot, line, addition) };
    });
  }

  changeItem(caller: Caller, lineId: string, { quantity, variantSelections }: ChangeCartItemRequest): Promise<Cart> {
    return this.updateCart(caller, async (snapshot) => {
      const { cart, line } = getLine(snapshot, lineId);
      const chosen = variantSelections ? await this.withChoices(caller, line, variantSelections) : line;
      const equal = cart.lines.find((other) => other !== line && other.lineKey === chosen.lineKey);
      const isRepeated = variantSelections !== undefined && chosen.lineKey === line.lineKey;
      const joinedQuantity = equal?.quantity ?? (isRepeated ? line.joinedQuantity : 0);
      const ownQuantity = quantity ?? line.quantity - (isRepeated ? joinedQuantity : 0);
      const changed = { ...chosen, quantity: ownQuantity + joinedQuantity, joinedQuantity };
      const lines = cart.lines.filter((other) => other !== equal).map((other) => (other === line ? changed : other));
      // A smaller amount is always accepted, because a higher price may have made the cart too large.
      const isLarger = changed.quantity > MAX_QUANTITY || computeLineAmount(changed) > computeLineAmount(line);
      if (isLarger && !fitsAnOrder(lines)) throw cartTooLarge();
      return { lines, write: () => this.carts.changeLine(cart, changed) };
    });
  }

  /** The line with other choices, at its price and with its picture for them. */
  private async withChoices(caller: Caller, line: CartLine, chosen: VariantSelections): Promise<CartLine> {
    const content = {
      ...line,
      variantSelections: normalizeSelections({ ...line.variantSelections, ...normalizeSelections(chosen) }),
    };
    const offer = await this.carts.getOffer(content, getOwnerIds(caller));
    if (!offer.isSold) throw productUnavailable();
    // A chosen size that is not printed in the line's colour is taken, and the colour is missing: else the customer could not change both.
    if (VARIANT_TYPES.some((type) => chosen[type] !== undefined && !isChoiceSold(type, offer)))
      throw variantUnavailable();
    assertPrintsArtwork({ ...content, print: offer.print }, offer.artworkSize);
    const unitPriceCents = isOffered(content, offer) ? computeUnitPrice(offer) : line.unitPriceCents;
    return { ...content, ...offer, lineKey: computeLineKey(content), unitPriceCents };
  }

  removeItem(caller: Caller, lineId: string): Promise<Cart> {
    return this.updateCart(caller, (snapshot) => {
      const { cart, line } = getLine(snapshot, lineId);
      return { lines: cart.lines.filter((other) => other !== line), write: () => this.carts.removeLine(cart, lineId) };
    });
  }

  async getCart(caller: Caller): Promise<Cart> {
    const snapshot = await this.findCart(caller);
    return snapshot ? this.toConfirmedCart(caller, snapshot.id, snapshot, snapshot.lines) : EMPTY_CART;
  }

  /** Repeats the decision on a fresh read of the cart until it is written over the revision that it was based on. */
  private async updateCart(
    caller: Caller,
    decide: (snapshot: CartSnapshot | null) => CartChange | Promise<CartChange>,
  ): Promise<Cart> {
    return this.retryOnConflict(caller, async () => {
      const snapshot = await this.findCart(caller);
      return { snapshot, change: await decide(snapshot) };
    });
  }

  /** The same for a line that is added: cart and offer are read in one query. */
  private async updateCartWithOffer(
    caller: Caller,
    content: LineContent,
    addition: CartAddition | null,
    decide: (snapshot: CartSnapshot | null, offer: Offer) => Promise<CartChange>,
  ): Promise<Cart> {
    return this.retryOnConflict(caller, async () => {
      const repeated = addition && (await this.findRepeatedAddition(caller, addition));
      if (repeated) return repeated;
      const { carts, offer } = await this.carts.listWithOffer(getOwnerIds(caller), hashSession(caller), content);
      const snapshot = await this.mergeGuestCart(caller, carts);
      return { snapshot, change: await decide(snapshot, offer) };
    });
  }

  /** Null for the first call with this key. */
  private async findRepeatedAddition(
    caller: Caller,
    { key, lineKey, quantity }: CartAddition,
  ): Promise<{ snapshot: CartSnapshot; change: CartChange } | null> {
    const found = await this.carts.findAddition(key);
    if (!found) return null;
    const snapshot = await this.findCart(caller);
    // Read again: merging a guest's cart has moved the addition.
    const added = snapshot && (await this.carts.findAddition(key));
    if (added?.cartId !== snapshot?.id || added?.lineKey !== lineKey || added.quantity !== quantity || !snapshot)
      throw idempotencyKeyReused();
    return { snapshot, change: { lines: snapshot.lines, write: () => Promise.resolve(snapshot.id) } };
  }

  private async retryOnConflict(
    caller: Caller,
    decide: () => Promise<{ snapshot: CartSnapshot | null; change: CartChange }>,
  ): Promise<Cart> {
    const attempt = async (): Promise<Cart> => {
      const { snapshot, change } = await decide();
      const cartId = await change.write();
      if (!cartId) throw new CartConflict();
      return this.toConfirmedCart(caller, cartId, snapshot, change.lines);
    };
    return pRetry(attempt, CONFLICT_RETRY).catch((error: unknown) => {
      throw error instanceof CartConflict ? cartBusy() : error;
    });
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

/** An equal line gets the added quantity and keeps the price at which it was first added. */
function withAddedLine(
  snapshot: CartSnapshot | null,
  content: LineContent,
  offer: Offer,
  quantity: number,
): { lines: CartLine[]; line: CartLine } {
  const lines = snapshot?.lines ?? [];
  const lineKey = computeLineKey(content);
  const existing = lines.find((line) => line.lineKey === lineKey);
  if (existing) {
    const line = { ...existing, ...offer, quantity: existing.quantity + quantity };
    return { line, lines: lines.map((other) => (other === existing ? line : other)) };
  }
  const line: CartLine = {
    ...offer,
    ...content,
    id: randomUUID(),
    lineKey,
    quantity,
    joinedQuantity: 0,
    unitPriceCents: computeUnitPrice(offer),
  };
  return { line, lines: [line, ...lines] };
}
