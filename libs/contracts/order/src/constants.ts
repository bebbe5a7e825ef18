import { percentOfCents } from '@shop/contracts-common';

/** Flat shipping of $9.99, and 8 % tax on the subtotal. */
export const SHIPPING_CENTS = 999;
export const TAX_PERCENT = 8;
export const CURRENCY = 'usd';

/** Base price plus the modifiers of the chosen variants. Discounts never make a price negative. */
export const computeUnitPriceCents = (basePriceCents: number, modifiersCents: readonly number[]): number =>
  Math.max(
    0,
    modifiersCents.reduce((sum, cents) => sum + cents, basePriceCents),
  );

/** Of a cart, and of an order. The merged cart of a guest and an account may have more, and is ordered in two. */
export const MAX_CART_LINES = 100;

export interface TotalsCents {
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
}

/**
 * Total = subtotal + 9.99 + 8 % of the subtotal, rounded half up, in integer cents. Server and screens both use this
 * function.
 */
export function computeOrderTotals(subtotalCents: number): TotalsCents {
  const taxCents = percentOfCents(subtotalCents, TAX_PERCENT);
  return {
    subtotalCents,
    shippingCents: SHIPPING_CENTS,
    taxCents,
    totalCents: subtotalCents + SHIPPING_CENTS + taxCents,
  };
}
