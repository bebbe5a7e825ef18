import { createHash, randomUUID } from 'node:crypto';
import { type PaymentProviderName, type ShippingAddress, computeOrderTotals } from '@shop/contracts/order';
import type { Caller, Owner } from '@shop/service-kit';
import type { PricedCart } from '../carts/cart-pricing.rules.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { Order } from '../orders/order.entity.js';

/**
 * Copies title, picture and price, which stay as they were sold. A surcharge such as gift wrap would be copied here
 * from the cart line to the order item.
 */
export const draftItems = (orderId: string, { lines }: PricedCart): OrderItem[] =>
  lines.map((line, position) =>
    Object.assign(new OrderItem(), {
      id: randomUUID(),
      orderId,
      position,
      productId: line.productId,
      title: line.title ?? '',
      imageUrl: line.imageUrl,
      generatedImageId: line.generatedImageId,
      generatedImageUrl: line.artworkUrl,
      variantSelections: line.variantSelections,
      designConfig: line.designConfig,
      lineKey: line.lineKey,
      quantity: line.quantity,
      unitPriceCents: line.currentPriceCents,
      subtotalCents: line.currentPriceCents * line.quantity,
    }),
  );

/** Copies cart and address to the order. A customer's e-mail is the account's; a guest gives it later. */
export function applyCheckout(order: Order, caller: Caller, cart: PricedCart, shippingAddress: ShippingAddress): void {
  Object.assign(order, computeOrderTotals(cart.subtotalCents), { shippingAddress, updatedAt: new Date() });
  if (caller.kind === 'user') order.email = caller.email || order.email;
}

export function createOrder(owner: Owner, cartId: string, paymentProvider: PaymentProviderName): Order {
  return Object.assign(new Order(), { id: randomUUID(), ...owner, cartId, paymentProvider, createdAt: new Date() });
}

type Line = Pick<OrderItem, 'lineKey' | 'quantity' | 'unitPriceCents'>;

type PayableOrder = Pick<Order, 'totalCents' | 'shippingAddress'>;

const toSortedLines = (items: readonly Line[]): string[] =>
  items.map(({ lineKey, quantity, unitPriceCents }) => JSON.stringify([lineKey, quantity, unitPriceCents])).sort();

/** Whether both contain the same items at the same prices, so that one payment fits both. */
export const haveSameItems = (some: readonly Line[], others: readonly Line[]): boolean =>
  JSON.stringify(toSortedLines(some)) === JSON.stringify(toSortedLines(others));

/**
 * The customer agrees to these items and prices, this total and this address. The revision is a hash of exactly this
 * content, so that changing something back gives the earlier revision.
 */
export function computeRevision({ totalCents, shippingAddress }: PayableOrder, items: readonly Line[]): string {
  const { name, address, city, state, zip, country } = shippingAddress;
  const content = JSON.stringify([totalCents, [name, address, city, state, zip, country], toSortedLines(items)]);
  return createHash('sha256').update(content).digest('base64url');
}
