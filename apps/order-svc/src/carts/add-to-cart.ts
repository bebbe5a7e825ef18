import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { addToCartRequestSchema, type Cart } from '@shop/contracts/order';
import { ownerOf, type Caller } from '@shop/service-kit';
import { z } from 'zod';
import { ownerIdsOf } from '../guests/owner-ids.js';
import { chosen, isOffered, lineKeyOf, type CartLine, type LineContent } from './cart-line.rules.js';
import { fitsAnOrder, unitPriceOf } from './cart-pricing.rules.js';
import { cartTooLarge } from './cart-refusals.js';
import { CartsRepository, type CartSnapshot } from './carts.repository.js';
import { ChangeCart } from './change-cart.js';
import type { Offer } from './offer.sql.js';
import { OffersRepository } from './offers.repository.js';

/** An artwork's event is milliseconds behind the answer that named it: a caller this fast is waited for, not refused. */
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

const isId = (value: string): boolean => z.guid().safeParse(value).success;

@Injectable()
export class AddToCart {
  constructor(
    private readonly cart: ChangeCart,
    private readonly carts: CartsRepository,
    private readonly offers: OffersRepository,
  ) {}

  async execute(caller: Caller, request: z.output<typeof addToCartRequestSchema>): Promise<Cart> {
    const owner = ownerOf(caller);
    if (!isId(request.productId)) throw productUnavailable();
    if (!isId(request.generatedImageId)) throw artworkUnknown();
    const content: LineContent = {
      productId: request.productId.toLowerCase(),
      generatedImageId: request.generatedImageId.toLowerCase(),
      variantSelections: chosen(request.variantSelections),
      designConfig: request.designConfig,
    };
    return this.cart.put(caller, content, async (snapshot, found) => {
      if (!found.isSold) throw productUnavailable();
      if (!isOffered(content, found)) throw variantUnavailable();
      const offer = found.artworkIsKnown ? found : await this.awaitArtwork(caller, content);
      if (!offer.artworkIsOwn) throw artworkUnknown();
      const { lines, line } = withLine(snapshot, content, offer, request.quantity);
      if (!fitsAnOrder(lines)) throw cartTooLarge();
      return { lines, write: () => this.carts.putLine(owner, snapshot, line) };
    });
  }

  private async awaitArtwork(caller: Caller, content: LineContent): Promise<Offer> {
    const deadline = Date.now() + ARTWORK_WAIT_MS;
    for (;;) {
      await pause(ARTWORK_POLL_MS);
      const offer = await this.offers.get(content, ownerIdsOf(caller));
      if (offer.artworkIsKnown || Date.now() >= deadline) return offer;
    }
  }
}

/** D39: an equal line takes the quantity up; its remembered price stays the one it was put in at. */
function withLine(
  snapshot: CartSnapshot | null,
  content: LineContent,
  offer: Offer,
  quantity: number,
): { lines: CartLine[]; line: CartLine } {
  const lines = snapshot?.lines ?? [];
  const lineKey = lineKeyOf(content);
  const equal = lines.find((line) => line.lineKey === lineKey);
  if (equal) {
    const line = { ...equal, ...offer, quantity: equal.quantity + quantity };
    return { line, lines: lines.map((other) => (other === equal ? line : other)) };
  }
  const line: CartLine = {
    ...offer,
    ...content,
    id: randomUUID(),
    lineKey,
    quantity,
    unitPriceCents: unitPriceOf(offer),
  };
  return { line, lines: [line, ...lines] };
}
