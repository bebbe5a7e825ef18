import { Injectable } from '@nestjs/common';
import type { OrderItemPrint, OrderPrint, VariantSelections } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { InjectDataSource } from '@nestjs/typeorm';
import { type LineOffer, isOffered, normalizeSelections } from '../carts/cart-line.rules.js';
import { computeUnitPrice, type PriceParts } from '../carts/cart-pricing.rules.js';
import { SELECT_OFFER, toOfferValues } from '../carts/offer.sql.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { GROUND_OF_PRINT } from '../read-models/ground.sql.js';
import { priceDiffers, productNotSold, sizeNotSold } from './customer-order.errors.js';
import type { ArtworkSize } from '../carts/placement.rules.js';
import { isPriceAccepted } from './item-change.rules.js';

const SELECT_ITEM_OFFER = SELECT_OFFER({ first: 1, userId: 'NULL::uuid', guestId: 'NULL::uuid' });

/** Uses the size's own print area if it has one. */
const SELECT_PRINT = `
  SELECT jsonb_build_object('areaPx', COALESCE(size.print_area, p.print_area), 'pictureUrl', $3::text, 'pictureArea', p.picture_area, 'overlayUrl', p.overlay_url) || ${GROUND_OF_PRINT} AS print
  FROM catalogue_products p
  LEFT JOIN LATERAL (
    SELECT v.print_area FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'size' AND v.name = $2 AND v.active ORDER BY v.id LIMIT 1) size ON true
  WHERE p.id = $1 AND p.print_area IS NOT NULL AND p.picture_area IS NOT NULL`;

/** Sizes that the catalogue sells now, in the item's colour, with the parts of their prices. */
const SELECT_SIZES = `
  SELECT i.id, size.name, p.base_price_cents AS "basePriceCents", size.price_modifier_cents AS "sizeModifierCents",
    colour.price_modifier_cents AS "colorModifierCents"
  FROM order_items i
  JOIN catalogue_products p ON p.id = i.product_id AND p.active AND p.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT v.price_modifier_cents FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'color' AND v.name = i.variant_selections->>'color' AND v.active ORDER BY v.id LIMIT 1) colour ON true
  JOIN LATERAL (
    SELECT DISTINCT ON (v.name) v.name, v.price_modifier_cents, v.position FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'size' AND v.active ORDER BY v.name, v.id) size ON true
  WHERE i.order_id = $1 AND i.variant_selections ? 'size' AND (NOT i.variant_selections ? 'color' OR colour.price_modifier_cents IS NOT NULL)
  ORDER BY size.position, size.name`;

interface SizeRow extends PriceParts {
  /** Of the item. */
  id: string;
  name: string;
}

const SELECT_SOLD = 'SELECT id FROM catalogue_products WHERE id = ANY($1) AND active AND deleted_at IS NULL';

const SELECT_ARTWORK_SIZES =
  'SELECT id, width_px AS "widthPx", height_px AS "heightPx" FROM artworks WHERE id = ANY($1)';

const SELECT_NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;

const toLabel = ({ size }: VariantSelections): string => size ?? 'One size';

/**
 * The catalogue's offers for an ordered item (the sizes that a customer can change it to, and one of them) and the sizes of its
 * artwork.
 */
@Injectable()
export class CustomerOrdersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

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

  /**
   * By item id: the sizes at the price that was paid; or lower, to replace an item out of stock. Includes the chosen size,
   * even if it is no longer sold, unless it is out of stock.
   */
  async listSizeOptions(
    orderId: string,
    items: readonly OrderItem[],
  ): Promise<Map<string, Pick<OrderPrint, 'sizes' | 'isSold'>>> {
    const rows = await this.dataSource.query<SizeRow[]>(SELECT_SIZES, [orderId]);
    const sold = new Set(
      (await this.dataSource.query<{ id: string }[]>(SELECT_SOLD, [items.map(({ productId }) => productId)])).map(
        ({ id }) => id,
      ),
    );
    return new Map(
      items.map((item) => [
        item.id,
        {
          sizes: toSizes(
            item,
            rows
              .filter((row) => row.id === item.id && isPriceAccepted(item, computeUnitPrice(row)))
              .map(({ name }) => name),
          ),
          isSold: sold.has(item.productId),
        },
      ]),
    );
  }

  /** Null where the artwork was erased, or its event has not arrived. */
  async findArtworkSize(manager: EntityManager, id: string): Promise<ArtworkSize | null> {
    const [row] = await manager.query<(ArtworkSize & { id: string })[]>(SELECT_ARTWORK_SIZES, [[id]]);
    return row ?? null;
  }

  async listArtworkSizes(items: readonly OrderItem[]): Promise<Map<string, ArtworkSize>> {
    const rows = await this.dataSource.query<(ArtworkSize & { id: string })[]>(SELECT_ARTWORK_SIZES, [
      items.map(({ generatedImageId }) => generatedImageId),
    ]);
    return new Map(rows.map(({ id, ...size }) => [id, size]));
  }

  /** The clock is the same for all instances. Whatever was committed before this moment is in the data read afterwards. */
  async getDatabaseTime(): Promise<string> {
    const [row] = await this.dataSource.query<{ now: string }[]>(SELECT_NOW);
    if (!row) throw new Error('The database has no clock');
    return row.now;
  }
}

function toSizes({ variantSelections, isOutOfStock }: OrderItem, sold: readonly string[]): OrderPrint['sizes'] {
  const present = normalizeSelections(variantSelections);
  if (present.size === undefined) return isOutOfStock ? [] : [{ selections: present, label: toLabel(present) }];
  const others = sold.filter((size) => size !== present.size);
  const withPresent = sold.includes(present.size) ? sold : [present.size, ...sold];
  const sizes = isOutOfStock ? others : withPresent;
  return sizes.map((size) => ({ selections: { ...present, size }, label: size }));
}
