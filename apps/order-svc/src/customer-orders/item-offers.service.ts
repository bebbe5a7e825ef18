import { Injectable } from '@nestjs/common';
import type { OrderItemPrint, VariantSelections } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { isOffered, type LineOffer } from '../carts/cart-line.rules.js';
import { computeUnitPrice } from '../carts/cart-pricing.rules.js';
import { SELECT_OFFER, toOfferValues } from '../carts/offer.sql.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { isPriceAccepted } from './item-change.rules.js';
import { priceDiffers, productNotSold, sizeNotSold } from './customer-order.errors.js';

const SELECT_ITEM_OFFER = SELECT_OFFER({ first: 1, userId: 'NULL::uuid', guestId: 'NULL::uuid' });

/** Uses the size's own print area if it has one. */
const SELECT_PRINT = `
  SELECT jsonb_build_object('areaPx', COALESCE(size.print_area, p.print_area), 'pictureUrl', $3::text, 'pictureArea', p.picture_area, 'overlayUrl', p.overlay_url) AS print
  FROM catalogue_products p
  LEFT JOIN LATERAL (
    SELECT v.print_area FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'size' AND v.name = $2 AND v.active ORDER BY v.id LIMIT 1) size ON true
  WHERE p.id = $1 AND p.print_area IS NOT NULL AND p.picture_area IS NOT NULL`;

/** The catalogue's offer for an ordered item in another size. */
@Injectable()
export class ItemOffersService {
  /** Price and print data of these choices. Throws `conflict` if they are not sold, or have another price. */
  async getOffer(
    manager: EntityManager,
    item: OrderItem,
    selections: VariantSelections,
  ): Promise<{ priceCents: number; print: OrderItemPrint | null }> {
    const content = { ...item, variantSelections: selections };
    const [offer] = await manager.query<LineOffer[]>(SELECT_ITEM_OFFER, toOfferValues(content));
    if (!offer?.isSold) throw productNotSold();
    if (!isOffered(content, offer)) throw sizeNotSold();
    const priceCents = computeUnitPrice(offer);
    if (!isPriceAccepted(item, priceCents)) throw priceDiffers();
    const [row] = await manager.query<{ print: OrderItemPrint }[]>(SELECT_PRINT, [
      item.productId,
      selections.size ?? null,
      item.imageUrl,
    ]);
    return { priceCents, print: row?.print ?? null };
  }
}
