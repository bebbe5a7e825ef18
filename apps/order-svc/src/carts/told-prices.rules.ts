/**
 * A changed price is told before it is charged (D33). What a session was last told about a line is the price that a cart
 * call's answer carried, and before any such answer the price when the line was put in.
 */
import type { PricedLine } from './cart-pricing.rules.js';

/** Line id → unit price in cents, as last told to one session. */
export type ToldPrices = Readonly<Record<string, number>>;

const toldOf = (line: PricedLine, told: ToldPrices | null): number => told?.[line.id] ?? line.unitPriceCents;

/** An unavailable line has no price that could have changed. */
export const hasUntoldPrice = (lines: readonly PricedLine[], told: ToldPrices | null): boolean =>
  lines.some((line) => line.available && toldOf(line, told) !== line.currentPriceCents);

/** What the session knows once it has seen these lines. */
export const toldBy = (lines: readonly PricedLine[], told: ToldPrices | null): ToldPrices =>
  Object.fromEntries(lines.map((line) => [line.id, line.available ? line.currentPriceCents : toldOf(line, told)]));
