/**
 * A changed price is shown before it is charged: the checkout refuses a cart with a price that the session has not
 * seen. A session has seen the price in the last cart response or, before any response, the price when the line was
 * added.
 */
import type { PricedLine } from './cart-pricing.rules.js';

/** Line id → unit price in cents, as last shown to one session. */
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
