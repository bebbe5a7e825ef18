import { aCartLine } from '../../test/support/cart-line.js';
import type { PricedLine } from './cart-pricing.rules.js';
import { hasUntoldPrice, toldBy } from './told-prices.rules.js';

const line = (id: string, change: Partial<PricedLine> = {}): PricedLine => ({
  ...aCartLine({ id }),
  available: true,
  currentPriceCents: 2_400,
  ...change,
});

describe('told prices', () => {
  it('are, before any answer, those at which the lines were put in', () => {
    expect(hasUntoldPrice([line('a')], null)).toBe(false);
    expect(hasUntoldPrice([line('a', { currentPriceCents: 2_500 })], null)).toBe(true);
  });

  it('are known to the session after an answer, and news again after the next change', () => {
    const changed = [line('a', { currentPriceCents: 2_500 })];
    const told = toldBy(changed, null);
    expect(hasUntoldPrice(changed, told)).toBe(false);
    expect(hasUntoldPrice([line('a', { currentPriceCents: 2_600 })], told)).toBe(true);
    expect(hasUntoldPrice([line('a')], told)).toBe(true);
  });

  it('leave out what is unavailable, and remember its price for when it comes back', () => {
    const gone = [line('a', { available: false, currentPriceCents: 9_900 })];
    expect(hasUntoldPrice(gone, { a: 2_500 })).toBe(false);
    expect(toldBy(gone, { a: 2_500 })).toEqual({ a: 2_500 });
  });

  it('take in a line that another session put in at the price it has', () => {
    expect(hasUntoldPrice([line('a', { currentPriceCents: 2_500 }), line('b')], { a: 2_500 })).toBe(false);
  });
});
