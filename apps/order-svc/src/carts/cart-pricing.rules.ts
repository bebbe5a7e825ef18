/**
 * Prices of a cart (D20, D21, D33, D34). The server is the authority: unit price = base price + the chosen variants'
 * modifiers, in integer cents, at the moment of asking. An unavailable line counts nowhere. What does not fit decimal(10,2) is
 * refused; the order's total, with shipping and tax, has to fit as well.
 */
import { MAX_CENTS } from '@shop/contracts/common';
import { orderTotals } from '@shop/contracts/order';
import { isOffered, type CartLine, type LineOffer } from './cart-line.rules.js';

/** The largest value of the quantity's integer column. */
export const MAX_QUANTITY = 2_147_483_647;

/** Discounts never go below nothing: nobody is paid for taking a product. */
export const unitPriceOf = (offer: LineOffer): number =>
  Math.max(0, (offer.basePriceCents ?? 0) + (offer.sizeModifierCents ?? 0) + (offer.colorModifierCents ?? 0));

/** Amounts beyond 2^53 lose cents, but stay far above MAX_CENTS. */
const fits = (unitPriceCents: number, quantity: number): boolean =>
  quantity <= MAX_QUANTITY && unitPriceCents * quantity <= MAX_CENTS;

export interface PricedLine extends CartLine {
  available: boolean;
  /** The current price; of an unavailable line the price when it was put in. */
  currentPriceCents: number;
}

export interface PricedCart {
  lines: PricedLine[];
  subtotalCents: number;
  itemCount: number;
}

/** A line that a later change of price made too large to be written down counts as unavailable. */
function priceLine(line: CartLine): PricedLine {
  const current = unitPriceOf(line);
  const available = isOffered(line, line) && fits(current, line.quantity);
  return { ...line, available, currentPriceCents: available ? current : line.unitPriceCents };
}

export function priceCart(lines: readonly CartLine[]): PricedCart {
  const priced = lines.map(priceLine);
  const counted = priced.filter(({ available }) => available);
  return {
    lines: priced,
    subtotalCents: counted.reduce((sum, { currentPriceCents, quantity }) => sum + currentPriceCents * quantity, 0),
    itemCount: counted.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Whether each offered line, and the order made of the whole cart, can be written as decimal(10,2). */
export function fitsAnOrder(lines: readonly CartLine[]): boolean {
  if (!lines.every((line) => fits(unitPriceOf(line), line.quantity) || !isOffered(line, line))) return false;
  return (
    lines.every(({ quantity }) => quantity <= MAX_QUANTITY) &&
    orderTotals(priceCart(lines).subtotalCents).totalCents <= MAX_CENTS
  );
}
