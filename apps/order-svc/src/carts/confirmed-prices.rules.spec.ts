import { buildCartLine } from '../../test/support/cart-line.js';
import type { PricedLine } from './cart-pricing.rules.js';
import { hasUnconfirmedPrice, toConfirmedPrices } from './confirmed-prices.rules.js';

const line = (id: string, change: Partial<PricedLine> = {}): PricedLine => ({
  ...buildCartLine({ id }),
  available: true,
  currentPriceCents: 2_400,
  ...change,
});

describe('confirmed prices', () => {
  it('are the prices when the lines were added, before any response', () => {
    expect(hasUnconfirmedPrice([line('a')], null)).toBe(false);
    expect(hasUnconfirmedPrice([line('a', { currentPriceCents: 2_500 })], null)).toBe(true);
  });

  it('are confirmed by a response, and unconfirmed again after the next change', () => {
    const changed = [line('a', { currentPriceCents: 2_500 })];
    const confirmed = toConfirmedPrices(changed, null);
    expect(hasUnconfirmedPrice(changed, confirmed)).toBe(false);
    expect(hasUnconfirmedPrice([line('a', { currentPriceCents: 2_600 })], confirmed)).toBe(true);
    expect(hasUnconfirmedPrice([line('a')], confirmed)).toBe(true);
  });

  it('ignore an unavailable line and remember its price for later', () => {
    const gone = [line('a', { available: false, currentPriceCents: 9_900 })];
    expect(hasUnconfirmedPrice(gone, { a: 2_500 })).toBe(false);
    expect(toConfirmedPrices(gone, { a: 2_500 })).toEqual({ a: 2_500 });
  });

  it('include a line that another session added at its current price', () => {
    expect(hasUnconfirmedPrice([line('a', { currentPriceCents: 2_500 }), line('b')], { a: 2_500 })).toBe(false);
  });
});
