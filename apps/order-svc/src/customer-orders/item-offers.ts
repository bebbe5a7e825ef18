import { Injectable } from '@nestjs/common';
import type { OrderItemPrint, VariantSelections } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { isOffered, type LineOffer } from '../carts/cart-line.rules.js';
import { unitPriceOf } from '../carts/cart-pricing.rules.js';
import { SELECT_OFFER, valuesOfOffer } from '../carts/offer.sql.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { priceDiffers, productGone, sizeNotSold } from './order-refusals.js';

const OFFER = SELECT_OFFER({ first: 1, userId: 'NULL::uuid', guestId: 'NULL::uuid' });

/** The area of the size, where that prints smaller or larger than the product does. */
const PRINT = `
  SELECT jsonb_build_object('areaPx', COALESCE(size.print_area, p.print_area), 'pictureUrl', $3::text, 'pictureArea', p.picture_area, 'overlayUrl', p.overlay_url) AS print
  FROM catalogue_products p
  LEFT JOIN LATERAL (
    SELECT v.print_area FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'size' AND v.name = $2 AND v.active ORDER BY v.id LIMIT 1) size ON true
  WHERE p.id = $1 AND p.print_area IS NOT NULL AND p.picture_area IS NOT NULL`;

/** What the catalogue says of an ordered item in another size. */
@Injectable()
export class ItemOffers {
  /** How it is printed in these choices. Throws `conflict` where they are not sold now, or at another price. */
  async printOf(
    manager: EntityManager,
    item: OrderItem,
    selections: VariantSelections,
  ): Promise<OrderItemPrint | null> {
    const content = { ...item, variantSelections: selections };
    const [offer] = await manager.query<LineOffer[]>(OFFER, valuesOfOffer(content));
    if (!offer?.isSold) throw productGone();
    if (!isOffered(content, offer)) throw sizeNotSold();
    if (unitPriceOf(offer) !== item.unitPriceCents) throw priceDiffers();
    const [row] = await manager.query<{ print: OrderItemPrint }[]>(PRINT, [
      item.productId,
      selections.size ?? null,
      item.imageUrl,
    ]);
    return row?.print ?? null;
  }
}
