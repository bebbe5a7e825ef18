import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OrderPrint, VariantSelections } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { chosen } from '../carts/cart-line.rules.js';
import type { OrderItem } from '../orders/order-item.entity.js';

/** What the catalogue sells now, in the item's own colour, for what the item was sold for. */
const SAME_PRICE = `
  SELECT i.id, size.name FROM order_items i
  JOIN catalogue_products p ON p.id = i.product_id AND p.active AND p.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT v.price_modifier_cents FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'color' AND v.name = i.variant_selections->>'color' AND v.active ORDER BY v.id LIMIT 1) colour ON true
  JOIN LATERAL (
    SELECT DISTINCT ON (v.name) v.name, v.price_modifier_cents, v.position FROM catalogue_variants v
    WHERE v.product_id = p.id AND v.type = 'size' AND v.active ORDER BY v.name, v.id) size ON true
  WHERE i.order_id = $1 AND i.variant_selections ? 'size' AND (NOT i.variant_selections ? 'color' OR colour.price_modifier_cents IS NOT NULL)
    AND GREATEST(0, p.base_price_cents + size.price_modifier_cents + COALESCE(colour.price_modifier_cents, 0)) = i.unit_price_cents
  ORDER BY size.position, size.name`;

const SOLD = 'SELECT id FROM catalogue_products WHERE id = ANY($1) AND active AND deleted_at IS NULL';

const labelOf = ({ size }: VariantSelections): string => size ?? 'One size';

/** The sizes that an ordered item may be changed to. */
@Injectable()
export class SamePriceSizes {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** By item; the size that was chosen is among them, sold or not. */
  async of(orderId: string, items: readonly OrderItem[]): Promise<Map<string, Pick<OrderPrint, 'sizes' | 'isSold'>>> {
    const rows = await this.dataSource.query<{ id: string; name: string }[]>(SAME_PRICE, [orderId]);
    const sold = new Set(
      (await this.dataSource.query<{ id: string }[]>(SOLD, [items.map(({ productId }) => productId)])).map(
        ({ id }) => id,
      ),
    );
    return new Map(
      items.map((item) => [
        item.id,
        {
          sizes: sizesOf(
            item,
            rows.filter(({ id }) => id === item.id).map(({ name }) => name),
          ),
          isSold: sold.has(item.productId),
        },
      ]),
    );
  }
}

function sizesOf({ variantSelections }: OrderItem, sold: readonly string[]): OrderPrint['sizes'] {
  const present = chosen(variantSelections);
  if (present.size === undefined) return [{ selections: present, label: labelOf(present) }];
  const sizes = sold.includes(present.size) ? sold : [present.size, ...sold];
  return sizes.map((size) => ({ selections: { ...present, size }, label: size }));
}
