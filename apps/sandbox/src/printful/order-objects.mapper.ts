import { formatCents } from '@shop/contracts-common';
import { toVariantName } from './catalogue-objects.mapper.js';
import type { Variant } from './catalogue.js';
import type { StoredItem, StoredOrder } from './order.js';
import { findStatus, listShipments } from './order-state.rules.js';

/** Shipping of any order. */
const SHIPPING_CENTS = 475;

/** An order as Printful's API shows it. */
export function toOrderObject(order: StoredOrder, variants: ReadonlyMap<number, Variant>, speed: number) {
  const items = order.items.map((item, index) => toItemObject(item, index, variants.get(item.variant_id)));
  const subtotalCents = order.items.reduce(
    (sum, { variant_id: id, quantity }) => sum + (variants.get(id)?.priceCents ?? 0) * quantity,
    0,
  );
  return {
    id: order.id,
    external_id: order.externalId,
    store: order.store,
    status: findStatus(order, speed),
    error: order.error,
    shipping: order.shipping,
    created: Math.floor(order.createdAt.getTime() / 1_000),
    updated: Math.floor(order.updatedAt.getTime() / 1_000),
    recipient: order.recipient,
    items,
    costs: {
      currency: 'USD',
      subtotal: formatCents(subtotalCents),
      discount: '0.00',
      shipping: formatCents(SHIPPING_CENTS),
      tax: '0.00',
      total: formatCents(subtotalCents + SHIPPING_CENTS),
    },
    shipments: listShipments(order, speed),
  };
}

export type OrderObject = ReturnType<typeof toOrderObject>;

const toItemObject = (item: StoredItem, index: number, variant: Variant | undefined) => ({
  id: index + 1,
  external_id: item.external_id ?? null,
  variant_id: item.variant_id,
  quantity: item.quantity,
  price: formatCents(variant?.priceCents ?? 0),
  retail_price: item.retail_price ?? null,
  name: item.name ?? (variant ? toVariantName(variant) : null),
  product: variant ? { variant_id: variant.id, product_id: variant.product.id, name: toVariantName(variant) } : null,
  files: item.files,
  discontinued: item.discontinued ?? false,
  out_of_stock: item.out_of_stock ?? false,
});
