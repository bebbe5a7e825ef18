import { GROUND_OF_PRINT } from '../read-models/ground.sql.js';
import type { LineContent, LineOffer } from './cart-line.rules.js';

/** All sizes, or all colors, that the product has are off sale. catalog-svc says the same of it. */
const IS_SOLD_OUT =
  'EXISTS (SELECT FROM catalogue_variants v WHERE v.product_id = p.id GROUP BY v.type HAVING NOT bool_or(v.active))';

/**
 * The read models' offer for a product, choices and an artwork, as columns of LineOffer. Of two active variants with
 * one name the lower id is used, so that a line never yields two rows.
 */
export const OFFER_COLUMNS = `
  p.title, p.category, COALESCE(colour.image_url, p.image_url) AS "imageUrl", p.base_price_cents AS "basePriceCents",
  COALESCE(p.active AND p.deleted_at IS NULL, false) AND NOT ${IS_SOLD_OUT} AS "isSold",
  CASE WHEN p.print_area IS NOT NULL AND p.picture_area IS NOT NULL THEN jsonb_build_object('areaPx', COALESCE(size.print_area, p.print_area),
    'pictureUrl', COALESCE(colour.image_url, p.image_url), 'pictureArea', p.picture_area, 'overlayUrl', p.overlay_url) || ${GROUND_OF_PRINT} END AS print,
  jsonb_strip_nulls(jsonb_build_object('size', size.id, 'color', colour.id)) AS "variantIds", size.price_modifier_cents AS "sizeModifierCents", colour.price_modifier_cents AS "colorModifierCents",
  ARRAY(SELECT DISTINCT v.type FROM catalogue_variants v WHERE v.product_id = p.id AND v.active ORDER BY v.type) AS "variantTypes", a.url AS "artworkUrl",
  CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('widthPx', a.width_px, 'heightPx', a.height_px, 'printedBox', a.printed_box) END AS "artworkSize"`;

const variant = (type: 'size' | 'color', productId: string, name: string): string => `
  LEFT JOIN LATERAL (
    SELECT v.id, v.price_modifier_cents, v.image_url, v.print_area FROM catalogue_variants v
    WHERE v.product_id = ${productId} AND v.type = '${type}' AND v.name = ${name} AND v.active ORDER BY v.id LIMIT 1
  )`;

export const offerJoins = (line: { productId: string; imageId: string; size: string; color: string }): string => `
  LEFT JOIN catalogue_products p ON p.id = ${line.productId}
  ${variant('size', line.productId, line.size)} size ON true
  ${variant('color', line.productId, line.color)} colour ON true
  LEFT JOIN artworks a ON a.id = ${line.imageId}`;

export interface Offer extends LineOffer {
  artworkIsKnown: boolean;
  artworkIsOwn: boolean;
}

/**
 * Always returns one row. The parameters of `toOfferValues` start at number `first`; the parameters of the ids are
 * free.
 */
export const SELECT_OFFER = ({
  first,
  userId,
  guestId,
}: {
  first: number;
  userId: string;
  guestId: string;
}): string => `
  SELECT ${OFFER_COLUMNS}, a.id IS NOT NULL AS "artworkIsKnown",
    COALESCE(a.user_id = ${userId}, false) OR COALESCE(a.guest_id = ${guestId}, false) AS "artworkIsOwn"
  FROM (VALUES ($${first}::uuid, $${first + 1}::uuid, $${first + 2}::text, $${first + 3}::text)) AS line (product_id, image_id, size, color)
  ${offerJoins({ productId: 'line.product_id', imageId: 'line.image_id', size: 'line.size', color: 'line.color' })}`;

export const toOfferValues = ({ productId, generatedImageId, variantSelections }: LineContent): unknown[] => [
  productId,
  generatedImageId,
  variantSelections.size ?? null,
  variantSelections.color ?? null,
];
