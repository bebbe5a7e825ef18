import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { addToCartRequestSchema, type Cart } from '@shop/contracts/order';
import { toOwner, type Caller } from '@shop/service-kit';
import { z } from 'zod';
import { getOwnerIds } from '../guests/owner-ids.js';
import { normalizeSelections, isOffered, computeLineKey, type CartLine, type LineContent } from './cart-line.rules.js';
import { fitsAnOrder, computeUnitPrice } from './cart-pricing.rules.js';
import { cartTooLarge } from './cart.errors.js';
import { CartsRepository, type CartSnapshot } from './carts.repository.js';
import { CartUpdatesService } from './cart-updates.service.js';
import type { Offer } from './offer.sql.js';
import { OffersRepository } from './offers.repository.js';

/**
 * The artwork's event arrives some milliseconds after the response that named the artwork, so a fast caller waits for
 * it.
 */
const ARTWORK_WAIT_MS = 1_000;
const ARTWORK_POLL_MS = 40;

const productUnavailable = () =>
  new DomainError('PRODUCT_UNAVAILABLE', 'impossible', 'This product is no longer available.');
const variantUnavailable = () =>
  new DomainError('VARIANT_UNAVAILABLE', 'impossible', 'This size or colour is not available for the product.');
const artworkUnknown = () =>
  new DomainError(
    'ARTWORK_UNKNOWN',
    'impossible',
    'We could not find that artwork. Please create it again, or choose one from My Designs.',
  );

const isUuid = (value: string): boolean => z.guid().safeParse(value).success;

@Injectable()
export class AddToCartService {
  constructor(
    private readonly cartUpdates: CartUpdatesService,
    private readonly carts: CartsRepository,
    private readonly offers: OffersRepository,
  ) {}

  async addItem(caller: Caller, request: z.output<typeof addToCartRequestSchema>): Promise<Cart> {
    const owner = toOwner(caller);
    if (!isUuid(request.productId)) throw productUnavailable();
    if (!isUuid(request.generatedImageId)) throw artworkUnknown();
    const content: LineContent = {
      productId: request.productId.toLowerCase(),
      generatedImageId: request.generatedImageId.toLowerCase(),
      variantSelections: normalizeSelections(request.variantSelections),
      designConfig: request.designConfig,
    };
    return this.cartUpdates.updateCartWithOffer(caller, content, async (snapshot, found) => {
      if (!found.isSold) throw productUnavailable();
      if (!isOffered(content, found)) throw variantUnavailable();
      const offer = found.artworkIsKnown ? found : await this.waitForArtwork(caller, content);
      if (!offer.artworkIsOwn) throw artworkUnknown();
      const { lines, line } = withAddedLine(snapshot, content, offer, request.quantity);
      if (!fitsAnOrder(lines)) throw cartTooLarge();
      return { lines, write: () => this.carts.saveLine(owner, snapshot, line) };
    });
  }

  private async waitForArtwork(caller: Caller, content: LineContent): Promise<Offer> {
    const deadline = Date.now() + ARTWORK_WAIT_MS;
    for (;;) {
      await pause(ARTWORK_POLL_MS);
      const offer = await this.offers.getOffer(content, getOwnerIds(caller));
      if (offer.artworkIsKnown || Date.now() >= deadline) return offer;
    }
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
    unitPriceCents: computeUnitPrice(offer),
  };
  return { line, lines: [line, ...lines] };
}
