/**
 * Prices of a cart, in integer cents. Unit price = base price + modifiers of the chosen size and colour, always
 * computed from the current catalogue. Unavailable lines count nowhere. Each line and the order's total, with shipping
 * and tax, must fit decimal(10,2).
 */
import { DomainError, formatCents, MAX_CENTS, MESSAGES } from '@shop/contracts-common';
import {
  computeOrderTotals,
  computeUnitPriceCents,
  MAX_CART_LINES,
  type Cart,
  type CartItem,
  type MissingChoice,
} from '@shop/contracts-order';
import { type CartLine, type LineOffer, isOffered, listMissingChoices } from './cart-line.rules.js';

/** The largest value of the integer column `quantity`. */
export const MAX_QUANTITY = 2_147_483_647;

export type PriceParts = Pick<LineOffer, 'basePriceCents' | 'sizeModifierCents' | 'colorModifierCents'>;

export const computeUnitPrice = ({ basePriceCents, sizeModifierCents, colorModifierCents }: PriceParts): number =>
  computeUnitPriceCents(basePriceCents ?? 0, [sizeModifierCents ?? 0, colorModifierCents ?? 0]);

/** What the line costs now; 0 if it is not sold. */
export const computeLineAmount = (line: CartLine): number =>
  isOffered(line, line) ? computeUnitPrice(line) * line.quantity : 0;

/** Amounts beyond 2^53 lose cents, but are far above MAX_CENTS anyway. */
const fitsDecimal = (unitPriceCents: number, quantity: number): boolean =>
  quantity <= MAX_QUANTITY && unitPriceCents * quantity <= MAX_CENTS;

export interface PricedLine extends CartLine {
  available: boolean;
  missingChoices: MissingChoice[];
  /** The current price. For an unavailable line: the price when it was added. */
  currentPriceCents: number;
}

export interface PricedCart {
  lines: PricedLine[];
  subtotalCents: number;
  itemCount: number;
}

/** A line whose amount no longer fits the column, because the price changed, counts as unavailable. */
function priceLine(line: CartLine): PricedLine {
  const current = computeUnitPrice(line);
  const available = isOffered(line, line) && fitsDecimal(current, line.quantity);
  const missingChoices = listMissingChoices(line, line);
  return { ...line, available, missingChoices, currentPriceCents: available ? current : line.unitPriceCents };
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

const toCartProduct = ({ productId, title, imageUrl, category }: CartLine): CartItem['product'] =>
  title === null ? null : { id: productId, title, imageUrl, ...(category !== null && { category }) };

const toCartItem = (line: PricedLine): CartItem => ({
  id: line.id,
  productId: line.productId,
  generatedImageId: line.generatedImageId,
  quantity: line.quantity,
  unitPrice: formatCents(line.currentPriceCents),
  variantSelections: line.variantSelections,
  designConfig: line.designConfig,
  scaleSense: line.scaleSense,
  available: line.available,
  generatedImage: line.artworkUrl === null ? null : { id: line.generatedImageId, url: line.artworkUrl },
  product: toCartProduct(line),
  print: line.print,
  ...(line.missingChoices.length > 0 && { missingChoices: line.missingChoices }),
});

/** The answer of the cart's calls. */
export const toCart = ({ lines, subtotalCents, itemCount }: PricedCart): Cart => ({
  items: lines.map(toCartItem),
  subtotal: formatCents(subtotalCents),
  itemCount,
});

/** Whether each offered line and the total of the whole order fit decimal(10,2). */
export function fitsAnOrder(lines: readonly CartLine[]): boolean {
  if (!lines.every((line) => fitsDecimal(computeUnitPrice(line), line.quantity) || !isOffered(line, line)))
    return false;
  return (
    lines.every(({ quantity }) => quantity <= MAX_QUANTITY) &&
    computeOrderTotals(priceCart(lines).subtotalCents).totalCents <= MAX_CENTS
  );
}

export const cartTooLarge = (): DomainError =>
  new DomainError(
    'CART_TOO_LARGE',
    'impossible',
    'That is more than one order can hold. Please choose a smaller quantity.',
  );

export const cartFull = (): DomainError =>
  new DomainError(
    'CART_FULL',
    'impossible',
    `A cart has room for ${MAX_CART_LINES} different items. Please order these first, or remove some.`,
  );

/** The same error for another person's item as for one that does not exist. */
export const itemUnknown = (): DomainError => new DomainError('CART_ITEM_UNKNOWN', 'not-found', MESSAGES.notFound);

/**
 * A changed price is displayed before it is charged: the checkout refuses a cart with a price that the session has not confirmed. The
 * confirmed price is the one in the last cart response or, before any response, the price when the line was added. Line id → unit
 * price in cents.
 */
export type ConfirmedPrices = Readonly<Record<string, number>>;

const getConfirmedPrice = (line: PricedLine, confirmed: ConfirmedPrices | null): number =>
  confirmed?.[line.id] ?? line.unitPriceCents;

/** An unavailable line has no price that could change. */
export const hasUnconfirmedPrice = (lines: readonly PricedLine[], confirmed: ConfirmedPrices | null): boolean =>
  lines.some((line) => line.available && getConfirmedPrice(line, confirmed) !== line.currentPriceCents);

/** The confirmed prices after a response with these lines. */
export const toConfirmedPrices = (lines: readonly PricedLine[], confirmed: ConfirmedPrices | null): ConfirmedPrices =>
  Object.fromEntries(
    lines.map((line) => [line.id, line.available ? line.currentPriceCents : getConfirmedPrice(line, confirmed)]),
  );
