import { MAX_CENTS } from '@shop/contracts-common';
import { computeOrderTotals } from '@shop/contracts-order';
import fc from 'fast-check';
import { buildCartLine as line } from '../../test/support/cart-line.js';
import {
  MAX_QUANTITY,
  computeUnitPrice,
  fitsAnOrder,
  hasUnconfirmedPrice,
  priceCart,
  toConfirmedPrices,
  type PricedLine,
} from './cart-pricing.rules.js';

const anyPrice = fc.integer({ min: 0, max: 1_000_000 });
const anyModifier = fc.option(fc.integer({ min: -5_000, max: 5_000 }), { nil: null });
const anyLine = fc
  .record({
    basePriceCents: anyPrice,
    sizeModifierCents: anyModifier,
    colorModifierCents: anyModifier,
    quantity: fc.integer({ min: 1, max: 500 }),
    isSold: fc.boolean(),
  })
  .map((change) => line(change));

describe('priceCart', () => {
  it('adds the modifiers of the choices to the base price and multiplies by the quantity', () => {
    const cart = priceCart([
      line({
        quantity: 2,
        variantSelections: { size: 'XL', color: 'Red' },
        sizeModifierCents: 300,
        colorModifierCents: 150,
      }),
      line({ basePriceCents: 999 }),
    ]);
    expect(cart).toMatchObject({ subtotalCents: 2 * 2_850 + 999, itemCount: 3 });
  });

  it('never goes below zero', () => {
    expect(computeUnitPrice(line({ basePriceCents: 500, sizeModifierCents: -900 }))).toBe(0);
  });

  it('ignores an unavailable line in subtotal and count, and shows it at the price when it was added', () => {
    const cart = priceCart([line({ isSold: false, basePriceCents: 9_900, quantity: 4 }), line()]);
    expect(cart).toMatchObject({ subtotalCents: 2_400, itemCount: 1 });
    expect(cart.lines[0]).toMatchObject({ available: false, currentPriceCents: 2_400 });
  });

  it.each([
    ['the product', { isSold: false }],
    ['the size', { variantSelections: { size: 'XL' }, sizeModifierCents: null }],
    ['the colour', { variantSelections: { color: 'Red' }, colorModifierCents: null }],
    ['the catalogue entry', { basePriceCents: null, isSold: false }],
  ])('marks a line as unavailable without %s', (_, change) => {
    expect(priceCart([line(change)])).toMatchObject({ subtotalCents: 0, itemCount: 0, lines: [{ available: false }] });
  });

  it('sums the lines in whole cents for any cart', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
        const { subtotalCents, lines: priced } = priceCart(lines);
        const expected = priced.reduce(
          (sum, { available, currentPriceCents, quantity }) => sum + (available ? currentPriceCents * quantity : 0),
          0,
        );
        expect(subtotalCents).toBe(expected);
        expect(Number.isSafeInteger(subtotalCents)).toBe(true);
        expect(subtotalCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
        expect(priceCart([...lines].reverse()).subtotalCents).toBe(priceCart(lines).subtotalCents);
      }),
    );
  });
});

describe('fitsAnOrder', () => {
  it('accepts exactly the carts whose lines and total fit decimal(10,2)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_CENTS }),
        fc.integer({ min: 1, max: MAX_QUANTITY }),
        (basePriceCents, quantity) => {
          const exact = BigInt(basePriceCents) * BigInt(quantity);
          const expected = exact <= BigInt(MAX_CENTS) && computeOrderTotals(Number(exact)).totalCents <= MAX_CENTS;
          expect(fitsAnOrder([line({ basePriceCents, quantity })])).toBe(expected);
        },
      ),
    );
  });

  it('refuses a cart that only fits without shipping and tax', () => {
    const largest = Math.floor(((MAX_CENTS - 999) * 100) / 108);
    expect(fitsAnOrder([line({ basePriceCents: largest })])).toBe(true);
    expect(fitsAnOrder([line({ basePriceCents: largest + 1 })])).toBe(false);
  });

  it('refuses more than the largest quantity even if the product costs nothing', () => {
    expect(fitsAnOrder([line({ basePriceCents: 0, quantity: MAX_QUANTITY })])).toBe(true);
    expect(fitsAnOrder([line({ basePriceCents: 0, quantity: MAX_QUANTITY + 1 })])).toBe(false);
  });

  it('ignores lines that are not sold', () => {
    expect(fitsAnOrder([line({ basePriceCents: MAX_CENTS, quantity: 5, isSold: false }), line()])).toBe(true);
  });

  it('shows a line as unavailable if a higher price made it too large', () => {
    expect(priceCart([line({ basePriceCents: MAX_CENTS, quantity: 2 })]).lines[0]).toMatchObject({ available: false });
  });
});

const priced = (id: string, change: Partial<PricedLine> = {}): PricedLine => ({
  ...line({ id }),
  available: true,
  missingChoices: [],
  currentPriceCents: 2_400,
  ...change,
});

describe('confirmed prices', () => {
  it('are the prices when the lines were added, before any response', () => {
    expect(hasUnconfirmedPrice([priced('a')], null)).toBe(false);
    expect(hasUnconfirmedPrice([priced('a', { currentPriceCents: 2_500 })], null)).toBe(true);
  });

  it('are confirmed by a response, and unconfirmed again after the next change', () => {
    const changed = [priced('a', { currentPriceCents: 2_500 })];
    const confirmed = toConfirmedPrices(changed, null);
    expect(hasUnconfirmedPrice(changed, confirmed)).toBe(false);
    expect(hasUnconfirmedPrice([priced('a', { currentPriceCents: 2_600 })], confirmed)).toBe(true);
    expect(hasUnconfirmedPrice([priced('a')], confirmed)).toBe(true);
  });

  it('ignore an unavailable line and remember its price for later', () => {
    const gone = [priced('a', { available: false, currentPriceCents: 9_900 })];
    expect(hasUnconfirmedPrice(gone, { a: 2_500 })).toBe(false);
    expect(toConfirmedPrices(gone, { a: 2_500 })).toEqual({ a: 2_500 });
  });

  it('include a line that another session added at its current price', () => {
    expect(hasUnconfirmedPrice([priced('a', { currentPriceCents: 2_500 }), priced('b')], { a: 2_500 })).toBe(false);
  });
});
