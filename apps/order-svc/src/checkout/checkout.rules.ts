/**
 * When a cart can become an order: it is not empty, all of it is still sold, everything is chosen, each artwork is printed, the session has seen
 * its prices, and its lines and total fit. The first obstacle in this order is reported. And what the order is then.
 */
import { createHash, randomUUID } from 'node:crypto';
import { DomainError, MAX_CENTS, MESSAGES } from '@shop/contracts-common';
import { type PaymentProviderName, computeOrderTotals, MAX_CART_LINES } from '@shop/contracts-order';
import type { Caller, Owner } from '@shop/service-kit';
import {
  type ConfirmedPrices,
  type PricedCart,
  type PricedLine,
  cartTooLarge,
  hasUnconfirmedPrice,
} from '../carts/cart-pricing.rules.js';
import { printsArtwork } from '../carts/placement.rules.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { Order } from '../orders/order.entity.js';

export type CheckoutObstacle =
  'empty' | 'unavailable' | 'choice-missing' | 'nothing-printed' | 'price-changed' | 'too-many' | 'too-large';

/** The product may have got another print area since the line was added. */
const isBlank = (line: PricedLine): boolean => !printsArtwork(line, line.artworkSize);

export function findObstacle(cart: PricedCart, confirmed: ConfirmedPrices | null): CheckoutObstacle | null {
  if (cart.lines.length === 0) return 'empty';
  // A line whose choice is no longer sold needs another choice: it need not be removed.
  const isChoosing = ({ missingChoices }: PricedLine): boolean => missingChoices.length > 0;
  if (cart.lines.some((line) => !line.available && !isChoosing(line))) return 'unavailable';
  if (cart.lines.some(isChoosing)) return 'choice-missing';
  if (cart.lines.some(isBlank)) return 'nothing-printed';
  if (hasUnconfirmedPrice(cart.lines, confirmed)) return 'price-changed';
  if (cart.lines.length > MAX_CART_LINES) return 'too-many';
  if (computeOrderTotals(cart.subtotalCents).totalCents > MAX_CENTS) return 'too-large';
  return null;
}

export const cartEmpty = (): DomainError => new DomainError('CART_EMPTY', 'conflict', 'Your cart is empty');

export const cartUnavailable = (): DomainError =>
  new DomainError(
    'CART_UNAVAILABLE',
    'conflict',
    'Something in your cart is no longer available. Please remove it and try again.',
  );

const describeMissingChoices = ({ title, missingChoices }: PricedLine): string =>
  `${missingChoices.map(({ label }) => `a ${label}`).join(' and ')} for ${title}`;

/** Names a product once, however many of its lines lack the same choice. */
function choiceMissing({ lines }: PricedCart): DomainError {
  const missing = new Set(lines.filter((line) => line.missingChoices.length > 0).map(describeMissingChoices));
  return new DomainError('CHOICE_MISSING', 'impossible', `Please choose ${[...missing].join(', ')}.`);
}

function nothingPrinted({ lines }: PricedCart): DomainError {
  const titles = new Set(lines.filter(isBlank).map(({ title }) => title));
  return new DomainError(
    'PLACEMENT_OUTSIDE',
    'impossible',
    `Nothing of your artwork would be printed on ${[...titles].join(', ')}. Please remove it, and add it again with another placement.`,
  );
}

const priceChanged = () =>
  new DomainError('CART_PRICE_CHANGED', 'conflict', 'A price in your cart has changed. Please check it and try again.');

const tooManyLines = ({ lines }: PricedCart) =>
  new DomainError(
    'CART_TOO_MANY',
    'impossible',
    `Your cart has ${lines.length} different items, and one order has room for ${MAX_CART_LINES}. Please remove some and order them next.`,
  );

export const paymentInProgress = ({ takesDays }: { takesDays?: boolean }): DomainError =>
  new DomainError(
    'PAYMENT_IN_PROGRESS',
    'conflict',
    takesDays
      ? 'Your bank is still working on your payment. You can order more once it is done.'
      : 'Your payment is being confirmed. Please wait a moment.',
  );

/** Of one customer's order. Other customers of the same network can order. */
export const paymentsStopped = (retryAfterSeconds: number): DomainError =>
  new DomainError(
    'PAYMENTS_STOPPED',
    'too-many',
    'Too many payments were declined. Your cart is kept, and nothing was charged. Please try again in an hour, or ask your bank.',
    { retryAfterSeconds },
  );

export const checkoutBusy = (): DomainError =>
  new DomainError('CHECKOUT_BUSY', 'conflict', 'Your cart is being changed elsewhere. Please try again.');

export const placedOrderUnknown = (): DomainError => new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);

export const orderClosed = (): DomainError =>
  new DomainError('ORDER_CLOSED', 'conflict', 'This order can no longer be changed.');

export function toCheckoutError(obstacle: CheckoutObstacle, cart: PricedCart): DomainError {
  switch (obstacle) {
    case 'empty':
      return cartEmpty();
    case 'unavailable':
      return cartUnavailable();
    case 'choice-missing':
      return choiceMissing(cart);
    case 'nothing-printed':
      return nothingPrinted(cart);
    case 'price-changed':
      return priceChanged();
    case 'too-many':
      return tooManyLines(cart);
    case 'too-large':
      return cartTooLarge();
  }
}

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
      category: line.category,
      imageUrl: line.imageUrl,
      generatedImageId: line.generatedImageId,
      generatedImageUrl: line.artworkUrl,
      variantSelections: line.variantSelections,
      variantIds: line.variantIds,
      designConfig: line.designConfig,
      scaleSense: line.scaleSense,
      lineKey: line.lineKey,
      quantity: line.quantity,
      unitPriceCents: line.currentPriceCents,
      subtotalCents: line.currentPriceCents * line.quantity,
    }),
  );

/** What the customer enters at the checkout. */
export type Delivery = Pick<Order, 'shippingAddress' | 'giftMessage'>;

/** Copies cart, address and gift message to the order. A customer's email is the account's; a guest gives it later. */
export function applyCheckout(order: Order, caller: Caller, cart: PricedCart, delivery: Delivery): void {
  Object.assign(order, computeOrderTotals(cart.subtotalCents), delivery, { updatedAt: new Date() });
  if (caller.kind === 'user') order.email = caller.email || order.email;
}

export function createOrder(owner: Owner, cartId: string, paymentProvider: PaymentProviderName): Order {
  return Object.assign(new Order(), { id: randomUUID(), ...owner, cartId, paymentProvider, createdAt: new Date() });
}

type Line = Pick<OrderItem, 'lineKey' | 'variantIds' | 'quantity' | 'unitPriceCents'>;

type PayableOrder = Pick<Order, 'totalCents' | 'shippingAddress' | 'giftMessage'>;

const toSortedLines = (items: readonly Line[]): string[] =>
  items
    .map(({ lineKey, variantIds: { size, color }, quantity, unitPriceCents }) =>
      JSON.stringify([lineKey, size, color, quantity, unitPriceCents]),
    )
    .sort();

/** Whether both contain the same items at the same prices, so that one payment fits both. A size created again is another one. */
export const haveSameItems = (some: readonly Line[], others: readonly Line[]): boolean =>
  JSON.stringify(toSortedLines(some)) === JSON.stringify(toSortedLines(others));

/**
 * The customer agrees to these items and prices, this total, this address and gift message. The revision is a hash of exactly this
 * content, so that changing something back gives the earlier revision.
 */
export function computeRevision(
  { totalCents, shippingAddress, giftMessage }: PayableOrder,
  items: readonly Line[],
): string {
  const { name, address, address2, city, state, zip, country, phone } = shippingAddress;
  const recipient = [name, address, address2, city, state, zip, country, phone];
  const content = JSON.stringify([totalCents, recipient, toSortedLines(items), ...(giftMessage ? [giftMessage] : [])]);
  return createHash('sha256').update(content).digest('base64url');
}
